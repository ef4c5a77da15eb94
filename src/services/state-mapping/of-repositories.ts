import type { ReadingProblem } from '../../drift/mapping/types.ts';
import { listReadings } from '../../store/queries/repository-readings.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import { ofOrganization, type Executor, type Scope } from '../../store/scope.ts';
import { mappingOf } from './mapping.ts';

/** What is known of the states of one repository. */
export type RepositoryStates = {
  /** The first of its states that analyses found, by key. */
  states: { key: string; path: string }[];
  state_count: number;
  /** When it was read last, which tree, and what could not be used of it; null before that. */
  mapping: { read_at: string; sha: string | null; problems: ReadingProblem[] } | null;
};

const MOST_SHOWN = 100;

/** The states of each of these repositories, within what the caller may see, and how they are known. */
export async function statesOfRepositories(
  db: Executor,
  reach: Scope,
  repositories: readonly { id: string; org_id: string }[],
): Promise<Map<string, RepositoryStates>> {
  const found = new Map<string, RepositoryStates>();
  for (const [org_id, own] of Map.groupBy(repositories, (one) => one.org_id)) {
    const scope = ofOrganization(reach, org_id);
    const ids = own.map(({ id }) => id);
    const mapping = await mappingOf(db, scope);
    const readings = await listReadings(db, scope, ids);
    for (const id of ids) {
      const reading = readings.get(id);
      found.set(id, {
        states: [],
        state_count: 0,
        mapping: reading
          ? { read_at: reading.read_at.toISOString(), sha: reading.sha, problems: [...reading.problems] }
          : null,
      });
    }
    for (const key of await listStateKeys(db, scope)) {
      const { belongs, others } = mapping.explain(key);
      const owner = found.get(belongs?.repo_id ?? '');
      if (owner && belongs) {
        owner.state_count += 1;
        if (owner.states.length < MOST_SHOWN) owner.states.push({ key, path: belongs.path });
      }
      for (const { repo_id: other } of others) {
        const problems = found.get(other)?.mapping?.problems;
        const whose = belongs ? `${mapping.names.get(belongs.repo_id) ?? belongs.repo_id}'s` : "the organization's";
        if (problems && problems.length < MOST_SHOWN)
          problems.push({ path: '', detail: `it claims the state ${key}, which is ${whose}.` });
      }
    }
  }
  return found;
}
