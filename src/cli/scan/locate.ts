import { existsSync } from 'node:fs';
import { modulesOf } from '../../server/compose-tags.ts';
import type { Locate } from '../../texts/sarif.ts';
import { repositoryRoot, sourceLines } from '../report/source-lines.ts';
import type { ScanOptions } from './options.ts';

/** Finds the code of what a scan of this target found, where that scan looked for it; by its path in the repository around it. */
export function locator(target: string, { hcl }: ScanOptions): Locate {
  const directory = typeof hcl === 'string' ? hcl : existsSync(target) ? target : '.';
  return sourceLines(modulesOf({ target, hcl: hcl === true ? undefined : hcl }), repositoryRoot(directory));
}
