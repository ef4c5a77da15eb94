import { SourceProblem, type LockTable } from '../../../base/state-source.ts';
import { openBucket } from './bucket.ts';
import { tableLocks } from './dynamodb-locks.ts';
import type { AwsSettings } from './settings.ts';
import type { Outcome } from './check.ts';

/** The maximum number of tables: each takes a call. */
const MAX_TRIED = 20;

type Tried = { bucket: string; prefix: string | null; tables: readonly LockTable[]; signal: AbortSignal };

/** Reads a nonexistent lock from each lock table, in the way in which scheduled analyses read locks. */
export async function checkLocks(
  settings: AwsSettings,
  { bucket: name, prefix, tables, signal }: Tried,
): Promise<{ outcome: Outcome }> {
  const bucket = openBucket(settings, name);
  // The bucket's region is known once it has answered; its own check reports a bucket that does not.
  const answered = bucket.pages(prefix ?? '', signal).next();
  await answered.catch((error: unknown) => {
    if (!(error instanceof SourceProblem)) throw error;
  });
  const unread: string[] = [];
  const locks = tableLocks(
    { settings, bucket: name, region: bucket.region },
    { tablesOf: () => tables.slice(0, MAX_TRIED), unread: (detail) => void unread.push(detail) },
  );
  try {
    await Array.fromAsync(locks.on([`${prefix ?? ''}plumbline-verify`], signal));
  } finally {
    await locks.close();
  }
  if (unread.length > 0) {
    const hint = 'Until then scheduled analyses do not wait for who holds a lock there.';
    return { outcome: { ok: false, code: 'locks_unread', detail: unread.join(' '), hint } };
  }
  const names = [...new Set(tables.map(({ table }) => table))].join(', ');
  return { outcome: { ok: true, detail: `Locks can be read in ${names}.` } };
}
