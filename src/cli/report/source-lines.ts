import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { blockLines, declaringFiles, resourceBlock } from '../../engine/code/block-lines.ts';
import { MAX_MODULE_FILE_SIZE } from '../../engine/code/hcl-settings.ts';
import type { FoundModule } from '../../provider/module-files.ts';
import { moduleOf as moduleAddressOf } from '../../texts/grouping.ts';
import type { Locate, SourceLine } from '../../texts/sarif.ts';

/** The first line of each block of a module. Skips files that cannot be parsed. */
function blocksOf(directory: string): Map<string, SourceLine> {
  const blocks = new Map<string, SourceLine>();
  for (const name of declaringFiles(readdirSync(directory))) {
    const file = join(directory, name);
    if (statSync(file).size > MAX_MODULE_FILE_SIZE) continue;
    try {
      const lines = blockLines(name, readFileSync(file, 'utf8'));
      for (const [block, line] of Object.entries(lines)) blocks.set(block, { file, line });
    } catch {
      // Terraform reports the file's error itself.
    }
  }
  return blocks;
}

/** The root of the repository around `from`; `from` itself where there is none. */
export function repositoryRoot(from: string): string {
  for (let at = resolve(from); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return resolve(from);
  }
}

/**
 * Finds the block of a finding's resource in the state's code, or the module call if the module is not on this machine,
 * with its path relative to `root`. Without code: the state's file, if it is below `root`.
 */
export function sourceLines(moduleOf: (stateKey: string) => FoundModule | undefined, root: string): Locate {
  const cache = new Map<string, Map<string, SourceLine>>();
  function blocksIn(directory: string): Map<string, SourceLine> {
    const known = cache.get(directory) ?? (existsSync(directory) ? blocksOf(directory) : new Map<string, SourceLine>());
    cache.set(directory, known);
    return known;
  }
  return ({ resource, state_key: key }) => {
    const module = moduleAddressOf(resource);
    const place = moduleOf(key)?.code.placeOf(module);
    if (!place) return undefined;
    const block = place.call === undefined ? resourceBlock(resource, module) : `module.${place.call}`;
    const found = blocksIn(place.directory).get(block);
    if (!found) return undefined;
    const file = relative(root, resolve(found.file)).split(sep).join('/');
    return file.startsWith('../') ? undefined : { file, line: found.line };
  };
}
