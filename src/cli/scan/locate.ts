import { existsSync } from 'node:fs';
import { modulesOf } from '../../server/compose-tags.ts';
import { resolveTarget } from '../../server/compose-target.ts';
import type { Env } from '../../server/config/config.ts';
import type { Locate } from '../../texts/sarif.ts';
import { repositoryRoot, sourceLines } from '../report/source-lines.ts';
import type { ScanOptions } from './options.ts';

/** Finds the code of what a scan of this target found, where that scan looked for it; by its path in the repository around it. */
export function locator(target: string, { hcl, workspace }: ScanOptions, env: Env): Locate {
  const directory = typeof hcl === 'string' ? hcl : existsSync(target) ? target : '.';
  const { beside, besideKey } = resolveTarget({ target, workspace, env });
  return sourceLines(modulesOf({ beside, besideKey, hcl: hcl === true ? undefined : hcl }), repositoryRoot(directory));
}
