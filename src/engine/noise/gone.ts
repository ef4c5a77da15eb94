import type { StateInstance } from '../state/instance.ts';

/** What an instance comes to whose provider says that it is gone, where that is no word on whether somebody deleted it. */
export type NotDeleted = { verdict: 'in_sync' | 'unreadable'; reason: string; detail: string };

/** A path from the root of a file system, of Unix or of Windows. */
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
const FILES = new Set(['local_file', 'local_sensitive_file']);

/**
 * The types that a provider calls gone without anybody having deleted something:
 *
 * - `time_rotating` is a clock: the provider drops it when its time has come, so that the next apply renews what hangs on it.
 * - A file whose name is relative is looked for in the directory that the provider runs in, which is not Terraform's: no
 *   state names that one.
 */
export function notDeleted(instance: StateInstance): NotDeleted | undefined {
  if (instance.type === 'time_rotating')
    return {
      verdict: 'in_sync',
      reason: 'rotation_due',
      detail:
        'Its time of rotation has come, and from then on the provider calls it gone. Nobody deleted anything: the next apply renews it, and what is triggered by it.',
    };
  if (FILES.has(instance.type) && !ABSOLUTE.test(String(instance.values().filename)))
    return {
      verdict: 'unreadable',
      reason: 'directory_unknown',
      detail:
        'The name of its file is relative to the directory that Terraform ran in, which no state names, so that it cannot be looked for.',
    };
  return undefined;
}

/** What "gone" means for types whose provider says it of other things too, as the end of a sentence that begins with the address. */
export function goneText(type: string): string | undefined {
  if (!FILES.has(type)) return undefined;
  return 'is in the state, but on this machine its file is gone or has another content; the provider calls both gone';
}
