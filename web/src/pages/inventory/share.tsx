import { Link } from '@tanstack/react-router';
import { nameOfDay } from '../../ui/day-name.ts';
import { Days } from '../../ui/days.tsx';
import type { InventoryRun } from './queries.ts';
import { percent } from './words.ts';

type Day = { day: string; share: number; run: InventoryRun };

/** The last inventory of each day that has a result, the oldest first. */
function daysOf(runs: readonly InventoryRun[]): Day[] {
  const days = new Map<string, Day>();
  for (const run of runs) {
    const { finished_at: end, share_managed: share } = run;
    if (end === null || share === null || run.status === 'failed') continue;
    const day = end.slice(0, 10);
    days.set(day, { day, share, run });
  }
  return [...days.values()];
}

const openOf = ({ counts }: InventoryRun) => counts.added + counts.unmanaged;

const sentence = ({ day, share, run }: Day) =>
  `${nameOfDay(day)}: ${percent(share)} managed, ${openOf(run).toLocaleString('en')} in no state${run.at_least ? ' or more' : ''}`;

/** The share of managed objects by day, once there are two days to compare. */
export function ShareHistory({ runs }: { runs: readonly InventoryRun[] }) {
  const days = daysOf(runs);
  if (days.length < 2) return null;
  return (
    <Days
      title="Share managed"
      chart={{
        days,
        parts: [{ name: 'managed by a state', look: 'low', of: ({ share }: Day) => share }],
        top: 1,
        numberText: percent,
        sentence,
        label: 'Share managed by day',
        link: ({ run }, props) => (
          <Link
            {...props}
            to="/o/$org/analyses/$id"
            from="/o/$org"
            params={{ id: run.analysis_id }}
            tabIndex={-1}
            aria-hidden="true"
          />
        ),
      }}
      table={{
        caption: 'Share of managed objects by day, the latest first',
        rows: days.toReversed(),
        keyOf: ({ day }) => day,
        columns: [
          {
            head: 'Day (UTC)',
            cell: ({ day, run }) => (
              <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id: run.analysis_id }}>
                {day}
              </Link>
            ),
          },
          { head: 'Managed', number: true, cell: ({ share }) => percent(share) },
          { head: 'In no state', number: true, cell: ({ run }) => openOf(run).toLocaleString('en') },
          { head: 'Lists not read', number: true, cell: ({ run }) => run.not_listed.toLocaleString('en') },
        ],
      }}
    />
  );
}
