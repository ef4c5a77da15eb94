import { moduleFiles } from '../../base/module-files.ts';
import { FACTS_VERSION } from '../../engine/mapping/types.ts';
import { resolvePath } from '../../engine/mapping/paths.ts';
import { settingsFromParsed, type ModuleSettings } from '../../engine/code/hcl-settings.ts';
import { moduleCode, stateCode, type ModuleCode, type StateCode } from '../../engine/code/module-code.ts';
import { tagsBeneath } from '../../engine/code/module-tags.ts';
import type { ProviderSettings } from '../../engine/code/provider-settings.ts';
import { lockedVersion, type LockedVersions } from '../../provider/locations/lock-file.ts';
import type { CloudTarget } from '../../engine/refresh/cloud-target.ts';
import type { Providing } from '../../engine/refresh/providing.ts';
import {
  listCodeFiles,
  listProviderFiles,
  type CodeFile,
  type ProviderFile,
} from '../../store/queries/repository-files.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';
import type { Mapping } from '../ownership/mapping.ts';

/** What repositories say of the providers of their states. */
type RepositorySettings = Required<Pick<Providing, 'lockedFor' | 'codeOf'>> & Pick<CloudTarget, 'tagsOf'>;

type Files = readonly ProviderFile[];

function moduleIn(files: Files): ModuleSettings {
  const named = new Map(files.map((file) => [nameOf(file.path), file]));
  const parsed = moduleFiles(named.keys()).flatMap((name) => {
    const body = named.get(name)?.providers;
    return body ? [{ file: name, body }] : [];
  });
  return settingsFromParsed(parsed);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The code of the modules of a repository, by their directories. */
function codeIn(files: readonly CodeFile[]): (directory: string) => ModuleCode | undefined {
  const byDirectory = Map.groupBy(files, ({ directory }) => directory);
  const known = new Map<string, ModuleCode>();
  return (directory) => {
    const own = byDirectory.get(directory);
    if (!own || known.has(directory)) return known.get(directory);
    const counting = new Set(moduleFiles(own.map(({ path }) => nameOf(path))));
    const parts = own.map(({ path, calls, ignores }) => ({
      file: nameOf(path),
      code: { ...(calls && { calls }), ...(ignores && { ignores }) },
    }));
    const found = moduleCode(parts.filter(({ file }) => counting.has(file)));
    known.set(directory, found);
    return found;
  };
}

function lockIn(files: Files): LockedVersions | undefined {
  const lock = files.find((file) => file.lock)?.lock;
  return lock ? new Map(Object.entries(lock)) : undefined;
}

/**
 * Reads the settings of root modules: versions of their lock files, `ignore_changes` and regions of their code, and tags
 * of their `provider` blocks, which the organization's own settings (`given`) override. A state without a root module
 * has none. With `repo_id`, only the states of that repository have any.
 */
export async function repositorySettings(
  db: Executor,
  scope: OrgScope,
  { mapping, repo_id, given }: { mapping: Mapping; repo_id: string | null; given: ProviderSettings },
): Promise<RepositorySettings> {
  const wanted = [...mapping.directories].filter(([repository]) => repo_id === null || repository === repo_id);
  const inRepositories = wanted.flatMap(([id, directories]) =>
    [...directories].map((directory) => ({ repo_id: id, directory })),
  );
  const files = await listProviderFiles(db, scope, inRepositories);
  const codeFiles = await listCodeFiles(
    db,
    scope,
    wanted.map(([id]) => id),
    FACTS_VERSION,
  );
  const code = new Map(
    [...Map.groupBy(codeFiles, ({ repo_id: id }) => id)].map(([id, own]) => [id, codeIn(own)] as const),
  );
  const at = (repoId: string, directory: string) => `${repoId} ${directory}`;
  const byDirectory = Map.groupBy(files, (file) => at(file.repo_id, file.directory));
  const modules = new Map<string, { lock: LockedVersions | undefined; module: ModuleSettings }>();
  function rootModuleOf(stateKey: string) {
    const belongs = mapping.of(stateKey);
    if (!belongs || belongs.whole) return undefined;
    const name = at(belongs.repo_id, belongs.path);
    const own = byDirectory.get(name);
    if (!own) return undefined;
    const known = modules.get(name) ?? { lock: lockIn(own), module: moduleIn(own) };
    modules.set(name, known);
    return known;
  }
  function codeOf(stateKey: string): StateCode | undefined {
    const belongs = mapping.of(stateKey);
    if (!belongs || belongs.whole) return undefined;
    const moduleAt = code.get(belongs.repo_id) ?? (() => undefined);
    const regions = rootModuleOf(stateKey)?.module.regions ?? new Map();
    return stateCode({ root: belongs.path, regions, moduleAt, resolve: resolvePath });
  }
  return {
    codeOf,
    lockedFor(stateKey, source) {
      const versions = rootModuleOf(stateKey)?.lock;
      return versions && lockedVersion(versions, source);
    },
    tagsOf: tagsBeneath(given, (stateKey) => rootModuleOf(stateKey)?.module),
  };
}
