import type { Analysis } from '../../engine/model/analysis.ts';
import { shellWord } from '../terminal/shell-words.ts';
import { flag, value } from '../terminal/options.ts';

/** The target of a scan that names none: the directory that one is in. */
export const HERE = '.';

/** What a scan reads beyond its target, and where its providers come from. */
export const INPUT_OPTIONS = [
  value('--workspace <name>', 'the workspace of the directory (default: the selected one)'),
  flag('--trust', 'run the providers of the directory as Terraform does: unconfined, with your environment'),
  flag('--download', 'download providers that are missing, signature and checksum verified'),
] as const;

const MISSING = new Set(['no_provider']);

/** The line that gets the missing providers: the command as it was typed, with one option more. Undefined where none is missing. */
export function downloadLine({ coverage }: Analysis, command: string, argv: readonly string[]): string | undefined {
  if (argv.includes('--download') || !coverage.some(({ reason }) => MISSING.has(reason ?? ''))) return undefined;
  return [command, ...argv.map(shellWord), '--download'].join(' ');
}
