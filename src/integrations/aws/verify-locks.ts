import { SourceProblem, type LockTable } from '../../base/state-source.ts';
import { openBucket } from './bucket.ts';
import { tableLocks } from './dynamodb-locks.ts';
import type { AwsSettings } from './settings.ts';
import type { Outcome } from './check.ts';

/** Each takes a call; there are seldom more than two. */
const MOST_TRIED = 20;

type Tried = { bucket: string; prefix: string | null; tables: readonly LockTable[]; signal: AbortSignal };

/** Asks each table that states may be locked in for a lock that nobody holds, as a scheduled analysis asks for those of states. */
export async function checkLocks(
  settings: AwsSettings,
  { bucket: name, prefix, tables, signal }: Tried,
): Promise<{ outcome: Outcome }> {
  const bucket = openBucket(settings, name);
  // Its region is known once it has answered. Where it does not, its own check says so.
  const answered = bucket.pages(prefix ?? '', signal).next();
  await answered.catch((error: unknown) => {
    if (!(error instanceof SourceProblem)) throw error;
  });
  const told: string[] = [];
  const locks = tableLocks(
    { settings, bucket: name, region: bucket.region },
    { tablesOf: () => tables.slice(0, MOST_TRIED), unread: (detail) => void told.push(detail) },
  );
  try {
    await Array.fromAsync(locks.on([`${prefix ?? ''}plumbline-verify`], signal));
  } finally {
    await locks.close();
  }
  if (told.length > 0) {
    const hint = 'Until then scheduled analyses do not wait for who holds a lock there.';
    return { outcome: { ok: false, code: 'locks_unread', detail: told.join(' '), hint } };
  }
  const names = [...new Set(tables.map(({ table }) => table))].join(', ');
  return { outcome: { ok: true, detail: `Locks can be read in ${names}.` } };
}
