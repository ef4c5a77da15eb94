import { lazy, Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { SEVERITIES } from '../../api/severities.ts';
import { Asked, Loading, Note } from '../../ui/notes.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './overview.module.css';
import { type Day, type Overview, useOverview } from './queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { oneOrMany } from '../../ui/text.tsx';
import { StartAnalysis } from '../analyses/start.tsx';
import { Changed, Numbers } from './numbers.tsx';
import { isSetUp, SetupSteps } from './setup-steps.tsx';
import { Tiles } from './tiles.tsx';

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

/** Claims that nobody has accepted: until then, no repository shows the drift of these states. */
export function Proposals({ states: { proposed } }: Pick<Overview, 'states'>) {
  if (proposed === 0) return null;
  return (
    <Note>
      <p>
        {oneOrMany(proposed, 'state')} claimed by a repository and not accepted yet: pull requests do not show their
        drift.{' '}
        <Link
          className={buttonClass('plain', true)}
          to="/o/$org/repositories"
          from="/o/$org"
          search={{ view: 'proposals' }}
        >
          Review proposals
        </Link>
      </p>
    </Note>
  );
}

/** The overview of an organization, or the steps to its first analysis. */
export function Screen() {
  const query = useOverview();
  const connected = query.data?.setup.cloud_connected === true;
  return (
    <Page title="Overview" {...(connected && { actions: <StartAnalysis /> })}>
      <Asked query={query} what="the overview" height="40rem">
        {(overview) => (
          <>
            {!isSetUp(overview) && <SetupSteps setup={overview.setup} last={overview.last_analysis} />}
            <Proposals states={overview.states} />
            {(overview.setup.analysed || overview.open.total > 0) && (
              <>
                <Numbers overview={overview} />
                <History days={overview.history} />
                <Tiles states={overview.states} />
                <Changed changed={overview.changed} />
              </>
            )}
          </>
        )}
      </Asked>
    </Page>
  );
}
