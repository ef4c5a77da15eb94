import { existsSync } from 'node:fs';
import { modulesOf } from '../../server/compose-tags.ts';
import { resolveTarget } from '../../server/compose-target.ts';
import type { Env } from '../../server/config/config.ts';
import type { Locate } from '../../texts/sarif.ts';
import { repositoryRoot, sourceLines } from '../report/source-lines.ts';
import type { ScanOptions } from './options.ts';

/** Locates findings in the code that the scan of this target read; paths are relative to the surrounding repository. */
export function locator(target: string, { hcl, workspace }: ScanOptions, env: Env): Locate {
  const directory = typeof hcl === 'string' ? hcl : existsSync(target) ? target : '.';
  const { beside, besideKey } = resolveTarget({ target, workspace, env });
  return sourceLines(modulesOf({ beside, besideKey, hcl: hcl === true ? undefined : hcl }), repositoryRoot(directory));
}
