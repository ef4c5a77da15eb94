import { SourceProblem, type StateLock } from '../../base/state-source.ts';
import { openStates, type WithStates } from '../state-sources/open.ts';
import type { Mapping } from '../ownership/mapping.ts';

const DAY_MS = 24 * 3600_000;
/** A plan changes neither the cloud nor the state. */
const HARMLESS = ['OperationTypePlan'];
/** The time limit: a bucket may hold a million objects, and other jobs wait. */
const TIMEOUT_MS = 60_000;
/** The maximal number of reported problems. */
const MAX_REPORTED = 3;

type LockCheck = {
  lock: StateLock | undefined;
  /** The locks that could not be read, in sentences; null if all were read. */
  unread: string | null;
};

/**
 * Finds the lock of a running apply: it has changed the cloud but not written the state yet, so everything would look
 * like drift. Ignores locks older than a day. Finds none if locks cannot be read; if states cannot be listed, the
 * analysis reports the reason.
 */
export async function findLock(
  services: WithStates,
  { org_id, now, mapping }: { org_id: string; now: Date; mapping: Mapping },
  signal: AbortSignal,
): Promise<LockCheck> {
  const timely = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const problems: string[] = [];
  const result = (lock?: StateLock): LockCheck => ({
    lock,
    unread: problems.length === 0 ? null : problems.slice(0, MAX_REPORTED).join(' '),
  });
  const tables =
    mapping.lockTables.length === 0
      ? undefined
      : {
          tablesOf: (key: string) => mapping.explain(key).lockTables,
          unread: (detail: string) => void problems.push(detail),
        };
  const holds = ({ operation, since }: StateLock) =>
    !HARMLESS.includes(operation ?? '') && Math.abs(now.getTime() - since.getTime()) < DAY_MS;
  try {
    const { source } = await openStates(services, org_id, null, timely);
    if (!source.locks) return result();
    for await (const lock of source.locks(tables, timely)) if (holds(lock)) return result(lock);
    return result();
  } catch (error) {
    const late = timely.aborted && !signal.aborted;
    if (late) problems.unshift(`Not all locks could be checked within ${TIMEOUT_MS / 1000} seconds.`);
    if (error instanceof SourceProblem || late) return result();
    throw error;
  }
}
