import type { LockTable } from '../../base/state-source.ts';
import { distinctTables, resolveStates, type Resolution } from '../../drift/mapping/resolve.ts';
import { createTouch, pathsBehind, type Touched } from '../../drift/mapping/touch.ts';
import type { Belonging, Claim, Layout, RepositoryClaims } from '../../drift/mapping/types.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import { listClaims } from '../../store/queries/repository-readings.ts';
import { getStateMappings } from '../../store/queries/state-mappings.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';
import type { ChangedFile } from '../codehosts/port.ts';

/** Which state of an organization belongs to which of its repositories, as it is known now. */
export type Mapping = {
  /** Undefined where the state belongs to no repository, but to the organization. */
  of(stateKey: string): Belonging | undefined;
  /** The same with all that speaks for another repository. */
  explain(stateKey: string): Resolution;
  /** Which states files of a repository touch; none but the repository's own. */
  touched(repoId: string, files: readonly ChangedFile[]): (stateKey: string) => boolean;
  /** Directories (`.` for the repository's own, then everything may count) and files of a repository that `touched` goes by. */
  pathsOf(repoId: string): string[];
  /** The tables that any of its states may be locked in. */
  lockTables: LockTable[];
  /** What repositories are called now, by their ids. */
  names: ReadonlyMap<string, string>;
};

const NOTHING: Layout = { roots: [], modules: {} };

/** Reads what is known of an organization's states and repositories, and makes it ready to be asked many times. */
export async function mappingOf(db: Executor, scope: OrgScope): Promise<Mapping> {
  const rows = await listClaims(db, scope);
  const hand = (await getStateMappings(db, scope.org_id))?.mappings ?? [];
  const bucket = (await getCloudConfig(db, scope.org_id, 'aws'))?.state_bucket ?? null;
  const repositories = new Map(rows.map((row): [string, RepositoryClaims] => [row.repo_id, row]));
  const resolve = resolveStates({ hand, repositories: rows, bucket });
  const touches = new Map<string, (files: readonly ChangedFile[]) => Touched>();

  const ours = (claims: readonly Claim[]) => claims.filter((one) => (one.bucket ?? bucket) === bucket);

  /** Directories that somebody gave for states of a repository, and those of its own claims. */
  function directoriesOf(repoId: string): { named: Set<string>; own: Set<string> } {
    const claims = ours(repositories.get(repoId)?.claims ?? []);
    const given = hand.flatMap(({ repo_id, path }) => (repo_id === repoId && path !== undefined ? [path] : []));
    const inFile = claims.filter(({ source }) => source === 'config').flatMap(({ path }) => path ?? []);
    const whole = claims.some(({ path }) => path === null);
    const wholeByHand = hand.some((one) => one.repo_id === repoId && one.path === undefined);
    const own = [...claims.flatMap(({ path }) => path ?? []), ...given];
    return { named: new Set([...given, ...inFile]), own: new Set(whole || wholeByHand ? ['.', ...own] : own) };
  }

  function touchOf(repoId: string): (files: readonly ChangedFile[]) => Touched {
    const { layout = NOTHING } = repositories.get(repoId) ?? {};
    const touch = touches.get(repoId) ?? createTouch(layout, directoriesOf(repoId).named);
    touches.set(repoId, touch);
    return touch;
  }

  return {
    of: (stateKey) => resolve(stateKey).belongs,
    explain: resolve,
    touched(repoId, files) {
      const touched = touchOf(repoId)(files);
      return (stateKey) => {
        const belongs = resolve(stateKey).belongs;
        if (belongs?.repo_id !== repoId) return false;
        return belongs.whole ? touched.anything : touched.has(belongs.path);
      };
    },
    pathsOf: (repoId) => pathsBehind(repositories.get(repoId)?.layout ?? NOTHING, directoriesOf(repoId).own),
    lockTables: distinctTables(rows.flatMap(({ claims }) => ours(claims).flatMap(({ lock }) => lock ?? []))),
    names: new Map(rows.map(({ repo_id, full_name }) => [repo_id, full_name])),
  };
}
