import { moduleFiles } from '../../base/module-files.ts';
import { FACTS_VERSION } from '../../engine/mapping/types.ts';
import { nameIn, resolvePath } from '../../engine/mapping/paths.ts';
import type { Belonging } from '../../engine/mapping/types.ts';
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
import type { Tenant } from '../../store/scope.ts';
import type { Mapping } from '../ownership/mapping.ts';

/** The repositories' settings for the providers of their states. */
type RepositorySettings = Required<Pick<Providing, 'lockedFor' | 'codeOf'>> & Pick<CloudTarget, 'tagsOf'>;

/** The lock file and the `provider` blocks of a root module. */
function rootModuleIn(files: readonly ProviderFile[]): { lock: LockedVersions | undefined; module: ModuleSettings } {
  const named = new Map(files.map((file) => [nameIn(file.path), file]));
  const parsed = moduleFiles(named.keys()).flatMap((name) => {
    const body = named.get(name)?.providers;
    return body ? [{ file: name, body }] : [];
  });
  const lock = files.find((file) => file.lock)?.lock;
  return { lock: lock ? new Map(Object.entries(lock)) : undefined, module: settingsFromParsed(parsed) };
}

const codeIn = (files: readonly CodeFile[]): ModuleCode =>
  moduleCode(
    files.map(({ path, calls, ignores }) => ({
      file: nameIn(path),
      code: { ...(calls && { calls }), ...(ignores && { ignores }) },
    })),
  );

const at = (repoId: string, directory: string) => `${repoId} ${directory}`;

/** Computes a value from the files of each directory. */
function byDirectory<File extends { repo_id: string; directory: string }, T>(
  files: readonly File[],
  from: (own: readonly File[]) => T,
): Map<string, T> {
  const groups = Map.groupBy(files, ({ repo_id: repoId, directory }) => at(repoId, directory));
  return new Map([...groups].map(([name, own]) => [name, from(own)]));
}

/**
 * Reads the settings of root modules: versions in their lock files, `ignore_changes` and regions in their code, and
 * tags in their `provider` blocks, which the organization's own settings (`given`) override. A state without a root
 * module has none. With `repo_id`, only states of that repository have settings.
 */
export async function repositorySettings(
  tenant: Tenant,
  { mapping, repo_id, given }: { mapping: Mapping; repo_id: string | null; given: ProviderSettings },
): Promise<RepositorySettings> {
  const wanted = [...mapping.directories].filter(([repository]) => repo_id === null || repository === repo_id);
  const inRepositories = wanted.flatMap(([id, directories]) =>
    [...directories].map((directory) => ({ repo_id: id, directory })),
  );
  const repositories = wanted.map(([id]) => id);
  const roots = byDirectory(await listProviderFiles(tenant, inRepositories), rootModuleIn);
  const code = byDirectory(await listCodeFiles(tenant, repositories, FACTS_VERSION), codeIn);
  function belongingOf(stateKey: string): Belonging | undefined {
    const belongs = mapping.of(stateKey);
    return belongs?.whole ? undefined : belongs;
  }
  function rootModuleOf(stateKey: string) {
    const belongs = belongingOf(stateKey);
    return belongs && roots.get(at(belongs.repo_id, belongs.path));
  }
  function codeOf(stateKey: string): StateCode | undefined {
    const belongs = belongingOf(stateKey);
    if (!belongs) return undefined;
    const moduleAt = (directory: string) => code.get(at(belongs.repo_id, directory));
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
