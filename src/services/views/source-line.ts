import { declaringFiles, resourceBlock } from '../../engine/code/block-lines.ts';
import { moduleCode, stateCode } from '../../engine/code/module-code.ts';
import { nameIn, resolvePath } from '../../engine/mapping/paths.ts';
import { FACTS_VERSION, type Belonging } from '../../engine/mapping/types.ts';
import { listBlockFiles, listCallingFiles } from '../../store/queries/repository-files.ts';
import type { Tenant } from '../../store/scope.ts';
import { moduleOf } from '../../texts/grouping.ts';
import type { SourceLine } from '../../texts/sarif.ts';

/** The directory of a module by its address; undefined if it is not in the repository. */
async function directoryOfModule(tenant: Tenant, { repo_id: repoId, path: root }: Belonging, module: string) {
  const files = module === '' ? [] : await listCallingFiles(tenant, repoId, FACTS_VERSION);
  const directories = Map.groupBy(files, ({ directory }) => directory);
  const moduleAt = (directory: string) =>
    moduleCode((directories.get(directory) ?? []).map(({ path, calls }) => ({ file: nameIn(path), code: { calls } })));
  const { placeOf } = stateCode({ root, regions: new Map(), moduleAt, resolve: resolvePath });
  const { directory, call } = placeOf(module);
  return call === undefined ? directory : undefined;
}

/**
 * The start of a resource's block in the repository that owns its state, in the latest read of the default branch.
 * Undefined if no root module is mapped, or the module is not in the repository.
 */
export async function sourceLine(tenant: Tenant, belongs: Belonging, address: string): Promise<SourceLine | undefined> {
  if (belongs.whole) return undefined;
  const module = moduleOf(address);
  const directory = await directoryOfModule(tenant, belongs, module);
  if (directory === undefined) return undefined;
  const wanted = { repo_id: belongs.repo_id, directory, block: resourceBlock(address, module) };
  const files = new Map(
    (await listBlockFiles(tenant, wanted, FACTS_VERSION)).map((one) => [nameIn(one.path), one] as const),
  );
  const declaring = declaringFiles(files.keys()).flatMap((name) => files.get(name) ?? []);
  const found = declaring.findLast(({ line }) => line !== null);
  return found && found.line !== null ? { file: found.path, line: found.line } : undefined;
}
