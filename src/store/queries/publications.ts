import { sql, type Selectable } from 'kysely';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { hasRow } from './clauses.ts';

export type PublicationRow = Selectable<Tables['publications']>;

/** The identity of a publication: see `Tables['publications']`. */
export type PublicationKey = Pick<PublicationRow, 'repo_id' | 'kind' | 'subject'>;

export async function getPublication(tenant: Tenant, { repo_id, kind, subject }: PublicationKey) {
  return tenant
    .select('publications')
    .selectAll()
    .where('repo_id', '=', repo_id)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** A publication that was written, or, with `external_id` null, is about to be. */
export type Written = PublicationKey &
  Pick<PublicationRow, 'external_id' | 'analysis_id' | 'status' | 'digest' | 'details'> &
  Partial<Pick<PublicationRow, 'newest_incident'>>;

/** Stores the publication's current content at the code host, in place of the previous record. */
export async function savePublication(tenant: Tenant, written: Written): Promise<void> {
  const { external_id, analysis_id, status, digest, details, newest_incident = null } = written;
  const facts = { external_id, analysis_id, status, digest, details, newest_incident, updated_at: new Date() };
  await tenant
    .insert('publications', { ...written, ...facts })
    .onConflict((conflict) => conflict.columns(['org_id', 'repo_id', 'kind', 'subject']).doUpdateSet(facts))
    .execute();
}

const checks = (tenant: Tenant, repoId: string) =>
  tenant.select('publications').where('repo_id', '=', repoId).where('kind', '=', 'check');

const checksOf = (tenant: Tenant, repoId: string, pullRequest: number) =>
  checks(tenant, repoId)
    .selectAll()
    .where(sql<boolean>`starts_with(subject, ${`${pullRequest}/`})`)
    .orderBy('subject');

/** Checks of a pull request with status `in_progress`. */
export async function unfinishedChecks(tenant: Tenant, repoId: string, pullRequest: number) {
  return checksOf(tenant, repoId, pullRequest).where('status', '=', 'in_progress').execute();
}

/** Checks of a pull request that contain details. */
export async function detailedChecks(tenant: Tenant, repoId: string, pullRequest: number) {
  return checksOf(tenant, repoId, pullRequest).where('details', '=', true).execute();
}

/** The newest pull request with a check of this commit. */
export async function findPullRequestOfCheck(tenant: Tenant, repoId: string, sha: string) {
  const row = await checks(tenant, repoId)
    .select(sql<number>`split_part(subject, '/', 1)::int`.as('number'))
    .where(sql<boolean>`split_part(subject, '/', 2) = ${sha}`)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

/** Publications with details in public repositories whose admins have not allowed them. */
export async function detailedInPublic(tenant: Tenant): Promise<PublicationRow[]> {
  return tenant
    .select('publications')
    .innerJoin('repositories', (join) =>
      join
        .onRef('repositories.id', '=', 'publications.repo_id')
        .onRef('repositories.org_id', '=', 'publications.org_id'),
    )
    .selectAll('publications')
    .where('publications.details', '=', true)
    .where('publications.external_id', 'is not', null)
    .where('repositories.private', '=', false)
    .where('repositories.public_details', '=', false)
    .where('repositories.removed_at', 'is', null)
    .orderBy('publications.repo_id')
    .orderBy('publications.subject')
    .execute();
}

/** Whether this check is already stored for any subject: two pull requests may have the same commit. */
export async function isKnownCheck(tenant: Tenant, repoId: string, id: number): Promise<boolean> {
  return hasRow(checks(tenant, repoId).select('subject').where('external_id', '=', id));
}

/** Repositories of an organization with a drift issue. */
export async function listWithIssue(tenant: Tenant): Promise<string[]> {
  const rows = await tenant
    .select('publications')
    .select('repo_id')
    .where('kind', '=', 'issue')
    .orderBy('repo_id')
    .execute();
  return rows.map((row) => row.repo_id);
}

/** A pull request (`pull/<number>`) or a repository's issue: one process writes to it at a time. */
export type LeaseTarget = { repo_id: string; thread: string };

const afterSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Takes the lease; false while another process holds it. It expires after `seconds` unless renewed. */
export async function takePublicationLease(
  tenant: Tenant,
  { repo_id, thread }: LeaseTarget,
  holder: string,
  seconds: number,
): Promise<boolean> {
  const until = afterSeconds(seconds);
  return hasRow(
    tenant
      .insert('publication_leases', { repo_id, thread, leased_by: holder, leased_until: until as never })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'repo_id', 'thread'])
          .doUpdateSet({ leased_by: holder, leased_until: until })
          .where(sql<boolean>`publication_leases.leased_until < now()`),
      )
      .returning('thread'),
  );
}

/** Renews the lease; false where another process has taken it since, even if that process has released it. */
export async function renewPublicationLease(
  tenant: Tenant,
  { repo_id, thread }: LeaseTarget,
  holder: string,
  seconds: number,
): Promise<boolean> {
  return hasRow(
    tenant
      .update('publication_leases')
      .set({ leased_until: afterSeconds(seconds) })
      .where('repo_id', '=', repo_id)
      .where('thread', '=', thread)
      .where('leased_by', '=', holder)
      .returning('thread'),
  );
}

export async function releasePublicationLease(
  tenant: Tenant,
  { repo_id, thread }: LeaseTarget,
  holder: string,
): Promise<void> {
  await tenant
    .delete('publication_leases')
    .where('repo_id', '=', repo_id)
    .where('thread', '=', thread)
    .where('leased_by', '=', holder)
    .execute();
}
