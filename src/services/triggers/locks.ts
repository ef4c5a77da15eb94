import { SourceProblem, type StateLock } from '../../base/state-source.ts';
import type { CloudPort, UsableCloudSettings } from '../clouds/port.ts';

const DAY_MS = 24 * 3600_000;
/** A plan changes neither the cloud nor the state. */
const HARMLESS = ['OperationTypePlan'];
/** A bucket may hold a million objects, and others wait for their turn. */
const PATIENCE_MS = 60_000;

/**
 * A lock that says that somebody is changing the cloud and has not written the state yet: everything would look like drift.
 * One that is older than a day was forgotten. Where nothing can be looked at there is none; the analysis will say why.
 */
export async function findLock(
  cloud: CloudPort,
  settings: UsableCloudSettings,
  now: Date,
  signal: AbortSignal,
): Promise<StateLock | undefined> {
  const timely = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    const { source } = await cloud.open(settings, null, timely);
    if (!source.locks) return undefined;
    for await (const lock of source.locks(timely))
      if (!HARMLESS.includes(lock.operation ?? '') && now.getTime() - lock.since.getTime() < DAY_MS) return lock;
    return undefined;
  } catch (error) {
    if (error instanceof SourceProblem || (timely.aborted && !signal.aborted)) return undefined;
    throw error;
  }
}
