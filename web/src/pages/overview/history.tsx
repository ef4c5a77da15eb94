import { lazy, Suspense } from 'react';
import { SEVERITIES } from '../../api/severities.ts';
import { Loading } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './overview.module.css';
import type { Day } from './queries.ts';

const DriftChart = lazy(() => import('./drift-chart.tsx').then(({ DriftChart }) => ({ default: DriftChart })));

/** As high as the chart is, so that nothing jumps when it is there. */
const HEIGHT = '16.5rem';

/** Days on which anything changed: the others are as the day before. */
const turning = (days: readonly Day[]): Day[] =>
  days.filter(
    ({ severities }, index) =>
      index === 0 ||
      index === days.length - 1 ||
      SEVERITIES.some((severity) => severities[severity] !== days[index - 1]?.severities[severity]),
  );

/** Open drift day by day: as a chart, and as a table for whoever reads better than they see. */
export function History({ days }: { days: readonly Day[] }) {
  return (
    <Section title={`Open drift over ${days.length} days`}>
      <div className={styles.chartPlace}>
        <Suspense fallback={<Loading what="the chart" height={HEIGHT} />}>
          <DriftChart days={days} />
        </Suspense>
      </div>
      <details>
        <summary>Table</summary>
        <Table
          caption="Open drift by day, the latest first; days on which nothing changed are left out"
          rows={turning(days).toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { head: 'Day (UTC)', cell: ({ day }) => day },
            ...SEVERITIES.map((severity) => ({
              head: severity,
              number: true,
              cell: ({ severities }: Day) => severities[severity].toLocaleString('en'),
            })),
          ]}
        />
      </details>
    </Section>
  );
}
