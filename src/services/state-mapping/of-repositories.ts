import { plural } from '../../base/plural.ts';
import { MOST_PATTERNS, MOST_PATTERNS_OF_ONE } from '../../drift/mapping/pattern-index.ts';
import type { ReadingProblem } from '../../drift/mapping/types.ts';
import { listReadings } from '../../store/queries/repository-readings.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import { ofOrganization, type Executor, type Scope } from '../../store/scope.ts';
import { inSlices } from '../base/in-slices.ts';
import { mappingOf, type Mapping } from '../ownership/mapping.ts';

/** What is known of the states of one repository. */
export type RepositoryStates = {
  /** The first of its states that analyses found, by key. */
  states: { key: string; path: string }[];
  state_count: number;
  /** How many states it claims that nobody has: an admin may accept its claims. */
  proposed_count: number;
  /** When it was read last, which tree, and what could not be used of it; null before that. */
  mapping: { read_at: string; sha: string | null; problems: ReadingProblem[] } | null;
};

const MOST_SHOWN = 100;
/** For one organization; others on the same page wait for it. */
const MOST_MS = 5_000;

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
        proposed_count: 0,
        mapping: reading
          ? { read_at: reading.read_at.toISOString(), sha: reading.sha, problems: [...reading.problems] }
          : null,
      });
    }
    for (const [id, some] of mapping.leftOut) tell(found.get(id), leftOut(some));
    const complete = await inSlices(await listStateKeys(db, scope), { leftMs: MOST_MS }, (key) =>
      count(found, mapping, key),
    );
    if (!complete) for (const id of ids) tell(found.get(id), TOO_MANY);
  }
  return found;
}

const TOO_MANY = 'there are too many claims and states to count all in time: the numbers are those of some states.';
const leftOut = (count: number) =>
  `${plural(count, 'pattern')} of its states ${count === 1 ? 'is' : 'are'} not looked at: ${MOST_PATTERNS_OF_ONE} of a repository are, and ${MOST_PATTERNS} of an organization, those that are accepted first.`;

function tell(one: RepositoryStates | undefined, detail: string): void {
  if (one?.mapping && one.mapping.problems.length < MOST_SHOWN) one.mapping.problems.push({ path: '', detail });
}

/** Counts a state for who has it and who claims it. */
function count(found: ReadonlyMap<string, RepositoryStates>, mapping: Mapping, key: string): void {
  const { belongs, others } = mapping.explain(key);
  const owner = found.get(belongs?.repo_id ?? '');
  if (owner && belongs) {
    owner.state_count += 1;
    if (owner.states.length < MOST_SHOWN) owner.states.push({ key, path: belongs.path });
  }
  const whose = belongs ? `${mapping.names.get(belongs.repo_id) ?? belongs.repo_id}'s` : "the organization's";
  for (const { repo_id: other, status } of others) {
    const claimant = found.get(other);
    if (claimant && status === 'proposed') claimant.proposed_count += 1;
    if (status === 'contested') tell(claimant, `it claims the state ${key}, which is ${whose}.`);
  }
}
