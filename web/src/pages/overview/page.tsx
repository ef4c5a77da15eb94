import { lazy, Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { SEVERITIES, totalOf } from '../../api/severities.ts';
import { Asked, Loading } from '../../ui/notes.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './overview.module.css';
import { type Day, useOverview } from './queries.ts';
import { StartAnalysis } from '../analyses/start.tsx';
import { Trouble } from '../analyses/trouble.tsx';
import { Answer } from './answer.tsx';
import { States } from './picture.tsx';
import { isSetUp, SetupSteps } from './setup-steps.tsx';

const DriftChart = lazy(() => import('./drift-chart.tsx').then(({ DriftChart }) => ({ default: DriftChart })));

/** The height of the chart, so that the page does not jump when it loads. */
const HEIGHT = '16.5rem';

/** The days with a change since the day before, with the first and the last day. */
const turning = (days: readonly Day[]): Day[] =>
  days.filter(
    ({ severities }, index) =>
      index === 0 ||
      index === days.length - 1 ||
      SEVERITIES.some((severity) => severities[severity] !== days[index - 1]?.severities[severity]),
  );

/** The days from the day before the first drift. None if there was no drift, or if it began on the last day. */
function daysToShow(days: readonly Day[]): readonly Day[] {
  const first = days.findIndex(({ severities }) => totalOf(severities) > 0);
  return first < 0 || days.length - first < 2 ? [] : days.slice(Math.max(0, first - 1));
}

/** Open drift by day, as a chart and as a table, which screen readers and keyboards can use. */
export function History({ days: all }: { days: readonly Day[] }) {
  const days = daysToShow(all);
  if (days.length === 0) return null;
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
            {
              head: 'Day (UTC)',
              cell: ({ day }) => (
                <Link to="/o/$org/incidents" from="/o/$org" search={{ status: 'all', since: day }}>
                  {day}
                </Link>
              ),
            },
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

/** The overview of an organization, or the steps to its first analysis. */
export function Screen() {
  const query = useOverview();
  const connected = query.data?.setup.cloud_connected === true;
  return (
    <Page title="Overview" doc="docs/dashboard.md#overview" {...(connected && { actions: <StartAnalysis /> })}>
      <Asked query={query} what="the overview" height="40rem">
        {(overview) => (
          <>
            <Trouble last={overview.last_analysis} />
            {!isSetUp(overview) && <SetupSteps setup={overview.setup} last={overview.last_analysis} />}
            {overview.states.in_all + overview.open.total > 0 && (
              <>
                <Answer overview={overview} />
                <States overview={overview} />
                <History days={overview.history} />
              </>
            )}
          </>
        )}
      </Asked>
    </Page>
  );
}
