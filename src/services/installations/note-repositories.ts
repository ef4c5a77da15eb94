import type { HostRepository } from '../../base/code-host.ts';
import { changeAccess, knownRepositories } from '../../store/queries/repository-looks.ts';
import { noteFacts, type ReportedRepository } from '../../store/queries/repository-facts.ts';
import type { RepositoryRow } from '../../store/queries/repositories.ts';
import type { Moment } from '../../store/moment.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';

type Look = {
  codehost: string;
  repositories: readonly HostRepository[];
  /** The installation's, of the look. */
  moment: Moment;
};

/**
 * Brings an organization's repositories to what an installation sees: all of them, and no others. Nothing is written of those that
 * are known like that.
 */
export async function noteRepositories(
  db: Executor,
  scope: OrgScope,
  { codehost, repositories, moment }: Look,
): Promise<void> {
  const known = new Map((await knownRepositories(db, scope, codehost)).map((row) => [row.external_id, row]));
  const told = repositories.map((one) => toldOf(one, moment));
  await noteFacts(
    db,
    scope.org_id,
    codehost,
    told.filter((one) => isNews(one, known.get(one.external_id))),
  );
  const seen = new Set(repositories.map(({ id }) => id));
  const access = (row: RepositoryRow | undefined) =>
    row?.accessible === true && row.access_at !== null && row.access_at >= moment.at;
  const opened = [...seen].filter((id) => !access(known.get(id)));
  const lost = [...known.values()].filter((row) => row.accessible && !seen.has(row.external_id));
  await changeAccess(db, scope, codehost, opened, { accessible: true, moment });
  const ids = lost.map((row) => row.external_id);
  await changeAccess(db, scope, codehost, ids, { accessible: false, moment });
}

/** A list that an installation was made or changed with may have told of it, as of that moment: what is asked later counts more. */
function toldOf(repository: HostRepository, moment: Moment): ReportedRepository {
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
