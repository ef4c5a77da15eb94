import { chunksOf } from '../../base/chunks.ts';
import { sql } from 'kysely';
import { newId } from '../../base/ids.ts';
import type { Moment } from '../moment.ts';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { RepositoryRow } from './repositories.ts';
import { CHUNK } from './clauses.ts';

export type RepositoryFacts = {
  full_name: string;
  private: boolean;
  archived: boolean;
  default_branch: string | null;
  /** Deleted at the code host. */
  deleted: boolean;
};

/** The facts that the code host's lists of repositories contain. */
export type ListedRepository = Pick<RepositoryRow, 'external_id' | 'full_name' | 'private'>;

/** A code host's report on a repository, with the moment when it was true. */
export type ReportedRepository = { external_id: number; facts: RepositoryFacts; moment: Moment };

/**
 * Stores reports on an organization's repositories, unless something newer is stored. Each repository may appear once.
 */
export async function noteFacts(
  tenant: Tenant,
  codehost: string,
  reported: readonly ReportedRepository[],
): Promise<void> {
  for (const chunk of chunksOf(reported, CHUNK)) {
    const rows = chunk.map(({ external_id, facts, moment }) => ({
      id: newId('repo'),
      codehost,
      external_id,
      ...facts,
      facts_at: moment.at,
      facts_sent_at: moment.sent_at,
      removed_at: null,
    }));
    await tenant
      .insert('repositories', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'codehost', 'external_id'])
          .doUpdateSet((is) => ({
            full_name: is.ref('excluded.full_name'),
            private: is.ref('excluded.private'),
            archived: is.ref('excluded.archived'),
            default_branch: is.ref('excluded.default_branch'),
            deleted: is.ref('excluded.deleted'),
            facts_at: is.ref('excluded.facts_at'),
            facts_sent_at: is.ref('excluded.facts_sent_at'),
            updated_at: new Date(),
          }))
          .where(sql<boolean>`(case when excluded.deleted then ${NOT_RESTORED} else ${OUTDATED} end)`),
      )
      .execute();
    await settleVisibility(tenant.db, codehost, chunk);
  }
}

/**
 * Stores whether the App may see these repositories, unless something newer is stored. From a list of accessible ones it
 * also stores their facts, unless newer ones are stored. A list of inaccessible ones says nothing about facts: it may
 * name a repository that moved to another organization, which reports the facts itself.
 */
export async function noteAccess(
  tenant: Tenant,
  codehost: string,
  listed: readonly ListedRepository[],
  accessible: boolean,
  moment: Moment,
): Promise<void> {
  const known = accessible ? { facts_at: moment.at, facts_sent_at: moment.sent_at } : {};
  const noted = { accessible, access_at: moment.at, access_sent_at: moment.sent_at };
  for (const chunk of chunksOf(listed, CHUNK)) {
    const rows = chunk.map((one) => ({
      id: newId('repo'),
      codehost,
      ...one,
      ...known,
      ...noted,
      default_branch: null,
      removed_at: null,
    }));
    await tenant
      .insert('repositories', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'codehost', 'external_id'])
          .doUpdateSet({ ...noted, ...(accessible && LISTED), updated_at: new Date() })
          .where(
            sql<boolean>`(repositories.access_at is null
              or (repositories.access_at, repositories.access_sent_at) < (excluded.access_at, excluded.access_sent_at))`,
          ),
      )
      .execute();
    await settleVisibility(tenant.db, codehost, chunk);
  }
}

/**
 * The stored facts are older than the reported ones. After a deletion, only a report that is later by both times is
 * newer: the repository was restored.
 */
const OUTDATED = sql<boolean>`(repositories.facts_at is null
  or not repositories.deleted
    and (repositories.facts_at, repositories.facts_sent_at) < (excluded.facts_at, excluded.facts_sent_at)
  or repositories.deleted
    and repositories.facts_at < excluded.facts_at and repositories.facts_sent_at < excluded.facts_sent_at)`;

/** A list's facts, where the stored ones are older. */
const LISTED = {
  full_name: sql<string>`case when ${OUTDATED} then excluded.full_name else repositories.full_name end`,
  private: sql<boolean>`case when ${OUTDATED} then excluded.private else repositories.private end`,
  deleted: sql<boolean>`repositories.deleted and not ${OUTDATED}`,
  facts_at: sql<Date>`case when ${OUTDATED} then excluded.facts_at else repositories.facts_at end`,
  facts_sent_at: sql<Date>`case when ${OUTDATED} then excluded.facts_sent_at else repositories.facts_sent_at end`,
};

/** No stored fact is newer than the reported deletion, by both times: its payload has the time of the previous change. */
const NOT_RESTORED = sql<boolean>`(repositories.facts_at is null
  or not (repositories.facts_at > excluded.facts_at and repositories.facts_sent_at > excluded.facts_sent_at))`;

/** Whether the stored access is older than this moment. */
export const isAccessOlder = ({ at, sent_at }: Moment) =>
  sql<boolean>`(access_at is null or (access_at, access_sent_at) < (${at}::timestamptz, ${sent_at}::timestamptz))`;

/** Ends the App's access to all repositories of an organization, except those with a newer report. */
export async function endAccess(tenant: Tenant, codehost: string, moment: Moment): Promise<void> {
  const rows = await tenant
    .update('repositories')
    .set({ accessible: false, access_at: moment.at, access_sent_at: moment.sent_at, updated_at: new Date() })
    .where('codehost', '=', codehost)
    .where(isAccessOlder(moment))
    .returning('external_id')
    .execute();
  await settleVisibility(tenant.db, codehost, rows);
}

/** Changes the owner's name in the full names of an organization's repositories. */
export async function renameOwner(tenant: Tenant, codehost: string, owner: string): Promise<void> {
  await tenant
    .update('repositories')
    .set({ full_name: sql`${owner}::text || '/' || split_part(full_name, '/', 2)`, updated_at: new Date() })
    .where('codehost', '=', codehost)
    .where(sql<boolean>`lower(split_part(full_name, '/', 1)) <> lower(${owner})`)
    .execute();
}

/**
 * Sets which of these repositories are visible: those that exist, that the App may see, and that have not moved to
 * another organization since. Only the rows of all organizations together show a move.
 */
export async function settleVisibility(
  db: Executor,
  codehost: string,
  repositories: readonly Pick<RepositoryRow, 'external_id'>[],
): Promise<void> {
  if (repositories.length === 0) return;
  const externalIds = repositories.map((one) => one.external_id);
  const visible = sql<boolean>`(accessible and not deleted and not exists (
    select 1 from repositories as other
    where other.codehost = repositories.codehost and other.external_id = repositories.external_id
      and other.org_id <> repositories.org_id
      and (other.facts_at, other.facts_sent_at) > (repositories.facts_at, repositories.facts_sent_at)))`;
  await scoped(db, 'instance')
    .update('repositories')
    .set({ removed_at: sql`case when ${visible} then null else now() end` })
    .where('codehost', '=', codehost)
    .where('external_id', 'in', externalIds)
    .where(sql<boolean>`(removed_at is null) <> ${visible}`)
    .execute();
}
