import { SourceProblem, type StateLock } from '../../base/state-source.ts';
import type { CloudPort, UsableCloudSettings } from '../clouds/port.ts';
import type { Mapping } from '../ownership/mapping.ts';

const DAY_MS = 24 * 3600_000;
/** A plan changes neither the cloud nor the state. */
const HARMLESS = ['OperationTypePlan'];
/** A bucket may hold a million objects, and others wait for their turn. */
const PATIENCE_MS = 60_000;
/** Tables that are told of. */
const MAX_TOLD = 3;

type Looked = {
  lock: StateLock | undefined;
  /** Which locks could not be looked at, in sentences; null where all could. */
  unread: string | null;
};

/**
 * A lock that says that somebody is changing the cloud and has not written the state yet: everything would look like drift.
 * One that is older than a day was forgotten. Where nothing can be looked at there is none; where the bucket cannot be listed
 * the analysis will say why.
 */
export async function findLock(
  cloud: CloudPort,
  settings: UsableCloudSettings,
  { now, mapping }: { now: Date; mapping: Mapping },
  signal: AbortSignal,
): Promise<Looked> {
  const timely = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const told: string[] = [];
  const looked = (lock?: StateLock): Looked => ({
    lock,
    unread: told.length === 0 ? null : told.slice(0, MAX_TOLD).join(' '),
  });
  const asked =
    mapping.lockTables.length === 0
      ? undefined
      : {
          tablesOf: (key: string) => mapping.explain(key).lockTables,
          unread: (detail: string) => void told.push(detail),
        };
  const holds = ({ operation, since }: StateLock) =>
    !HARMLESS.includes(operation ?? '') && Math.abs(now.getTime() - since.getTime()) < DAY_MS;
  try {
    const { source } = await cloud.open(settings, null, timely);
    if (!source.locks) return looked();
    for await (const lock of source.locks(asked, timely)) if (holds(lock)) return looked(lock);
    return looked();
  } catch (error) {
    const late = timely.aborted && !signal.aborted;
    if (late) told.unshift(`Not all locks could be checked within ${PATIENCE_MS / 1000} seconds.`);
    if (error instanceof SourceProblem || late) return looked();
    throw error;
  }
}
