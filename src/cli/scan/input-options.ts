import type { Analysis } from '../../engine/model/analysis.ts';
import { shellWord } from '../terminal/shell-words.ts';
import { flag, value } from '../terminal/options.ts';

/** The default target of a scan: the working directory. */
export const HERE = '.';

/** Inputs of a scan besides its target, and the source of its providers. */
export const INPUT_OPTIONS = [
  value('--workspace <name>', 'the workspace of the directory (default: the selected one)'),
  flag('--trust', 'run the providers of the directory as Terraform does: unconfined, with your environment'),
  flag('--download', 'download providers that are missing, signature and checksum verified'),
] as const;

const MISSING = new Set(['no_provider']);

/** The command that downloads missing providers: as typed, with `--download` added. Undefined where none is missing. */
export function downloadLine({ coverage }: Analysis, command: string, argv: readonly string[]): string | undefined {
  if (argv.includes('--download') || !coverage.some(({ reason }) => MISSING.has(reason ?? ''))) return undefined;
  return [command, ...argv.map(shellWord), '--download'].join(' ');
}
