import { createHash } from 'node:crypto';
import type { CloudConfigRow } from '../../store/queries/cloud-configs.ts';
import type { Schedule } from '../../store/column-values.ts';

export const DEFAULT_SCHEDULE: Schedule = '24h';

const HOUR_MS = 3600_000;
const PERIODS = { '1h': HOUR_MS, '6h': 6 * HOUR_MS, '24h': 24 * HOUR_MS } as const;

/**
 * The first scheduled time of an organization after `at`. Its times are one period apart, and a hash of its id
 * determines the offset: organizations are spread over the period, and every process computes the same times.
 */
export function slotAfter(orgId: string, schedule: Exclude<Schedule, 'off'>, at: Date): Date {
  const period = PERIODS[schedule];
  const offset = createHash('sha256').update(orgId).digest().readUInt32BE(0) % period;
  const passed = Math.floor((at.getTime() - offset) / period);
  return new Date((passed + 1) * period + offset);
}

/** Leaves time for further changes after a role and a bucket were set. */
const SETTLE_MS = 5 * 60_000;

type Config = Pick<CloudConfigRow, 'org_id' | 'schedule' | 'role_arn' | 'state_bucket' | 'next_run_at'>;

/**
 * The time of the next run after a change of settings; null if the schedule is off, or if there is no source of states.
 */
export function nextRun(before: Config, after: Config, now: Date, hasSources: boolean): Date | null {
  const { org_id, schedule, role_arn, state_bucket } = after;
  if (schedule === 'off' || ((role_arn === null || state_bucket === null) && !hasSources)) return null;
  if (before.schedule === schedule && before.next_run_at !== null) return before.next_run_at;
  return slotAfter(org_id, schedule, new Date(now.getTime() + SETTLE_MS));
}
