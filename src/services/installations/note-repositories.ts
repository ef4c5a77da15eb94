import type { HostRepository } from '../../base/code-host.ts';
import { changeAccess, knownRepositories } from '../../store/queries/repository-access.ts';
import { noteFacts, type ReportedRepository } from '../../store/queries/repository-facts.ts';
import type { RepositoryRow } from '../../store/queries/repositories.ts';
import type { Moment } from '../../store/moment.ts';
import { scoped, type Tenant } from '../../store/scope.ts';

type InstallationRead = {
  codehost: string;
  repositories: readonly HostRepository[];
  /** The time at which the installation was read. */
  moment: Moment;
};

/**
 * Sets the accessible repositories of the organization to those that the installation sees, and no others. Unchanged
 * rows are not written.
 */
export async function noteRepositories(
  tenant: Tenant,
  { codehost, repositories, moment }: InstallationRead,
): Promise<void> {
  const known = new Map((await knownRepositories(tenant, codehost)).map((row) => [row.external_id, row]));
  const reported = repositories.map((one) => factsOf(one, moment));
  const news = reported.filter((one) => isNews(one, known.get(one.external_id)));
  await noteFacts(scoped(tenant.db, { org_id: tenant.scope.org_id }), codehost, news);
  const seen = new Set(repositories.map(({ id }) => id));
  const access = (row: RepositoryRow | undefined) =>
    row?.accessible === true && row.access_at !== null && row.access_at >= moment.at;
  const opened = [...seen].filter((id) => !access(known.get(id)));
  const lost = [...known.values()].filter((row) => row.accessible && !seen.has(row.external_id));
  await changeAccess(tenant, codehost, opened, { accessible: true, moment });
  const ids = lost.map((row) => row.external_id);
  await changeAccess(tenant, codehost, ids, { accessible: false, moment });
}

/**
 * The facts of a repository, dated no earlier than the read: an event of the installation may have reported it before
 * with fewer facts.
 */
function factsOf(repository: HostRepository, moment: Moment): ReportedRepository {
  const { id, full_name, private: isPrivate, archived, default_branch, updated_at } = repository;
  const changed = new Date(updated_at);
  return {
    external_id: id,
    facts: { full_name, private: isPrivate, archived, default_branch, deleted: false },
    moment: { at: changed > moment.at ? changed : moment.at, sent_at: moment.sent_at },
  };
}

function isNews({ facts, moment }: ReportedRepository, row: RepositoryRow | undefined): boolean {
  if (!row || row.removed_at !== null || row.facts_at === null || row.facts_at < moment.at) return true;
  return (['full_name', 'private', 'archived', 'default_branch', 'deleted'] as const).some(
    (name) => facts[name] !== row[name],
  );
}
