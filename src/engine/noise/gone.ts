import type { StateInstance } from '../state/instance.ts';

/** The verdict on an instance that the provider reports as gone without a deletion. */
export type NotDeleted = { verdict: 'in_sync' | 'unreadable'; reason: string; detail: string };

/** Matches absolute file names, of Unix or of Windows. */
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
const FILES = new Set(['local_file', 'local_sensitive_file']);

/**
 * Recognises types that a provider reports as gone without a deletion:
 *
 * - `time_rotating` is a clock: the provider drops it when its rotation is due, so that the next apply renews its
 * dependents.
 * - A file with a relative name is read in the directory of the provider process. Terraform ran in another one, which
 * no state names.
 */
export function notDeleted(instance: StateInstance): NotDeleted | undefined {
  if (instance.type === 'time_rotating')
    return {
      verdict: 'in_sync',
      reason: 'rotation_due',
      detail:
        'Its rotation is due, and the provider reports it as gone. It was not deleted: the next apply renews it and its dependents.',
    };
  if (FILES.has(instance.type) && !ABSOLUTE.test(String(instance.values().filename)))
    return {
      verdict: 'unreadable',
      reason: 'directory_unknown',
      detail:
        'Its file name is relative to the directory that Terraform ran in, which the state does not name, so that it cannot be checked.',
    };
  return undefined;
}

/** For types whose provider also reports changes as gone: the end of a sentence that begins with the address. */
export function goneText(type: string): string | undefined {
  if (!FILES.has(type)) return undefined;
  return 'is in the state, but on this machine its file is gone or has another content; the provider calls both gone';
}
