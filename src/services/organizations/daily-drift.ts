import { bySeverity, type BySeverity } from '../../engine/model/analysis.ts';
import type { DriftDays } from '../../store/queries/open-drift.ts';

/** How many incidents lasted at the end of a day (UTC), which for today is now. */
export type DriftDay = { day: string; severities: BySeverity };

const DAY_MS = 24 * 3600_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Counts day by day, from `from` to `now`, what lasted: opened on that day or before, and not ended on it. */
export function dailyDrift(found: readonly DriftDays[], from: Date, now: Date): DriftDay[] {
  const days: string[] = [];
  for (let at = from.getTime(); dayOf(new Date(at)) <= dayOf(now); at += DAY_MS) days.push(dayOf(new Date(at)));
  const begun = Map.groupBy(found, ({ opened }) => opened);
  const ended = Map.groupBy(found, ({ resolved }) => resolved ?? '');
  const open = bySeverity(() => 0);
  return days.map((day) => {
    for (const { severity, count } of begun.get(day) ?? []) open[severity] += count;
    for (const { severity, count } of ended.get(day) ?? []) open[severity] -= count;
    return { day, severities: { ...open } };
  });
}
