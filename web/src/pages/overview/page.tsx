import { Link } from '@tanstack/react-router';
import { SEVERITIES, totalOf } from '../../api/severities.ts';
import { nameOfDay } from '../../ui/day-name.ts';
import { Days } from '../../ui/days.tsx';
import { Asked } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';
import { type Day, useOverview } from './queries.ts';
import { StartAnalysis } from '../analyses/start.tsx';
import { Trouble } from '../analyses/trouble.tsx';
import { Answer } from './answer.tsx';
import { States } from './picture.tsx';
import { isSetUp, SetupSteps } from './setup-steps.tsx';

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

const daySentence = ({ day, severities }: Day) =>
  `${nameOfDay(day)}: ${
    totalOf(severities) === 0
      ? 'no open incidents'
      : SEVERITIES.filter((one) => severities[one] > 0)
          .map((one) => `${severities[one].toLocaleString('en')} ${one}`)
          .join(', ')
  }`;

/** Open drift by day. */
export function History({ days: all }: { days: readonly Day[] }) {
  const days = daysToShow(all);
  if (days.length === 0) return null;
  return (
    <Days
      title={`Open drift over ${days.length} days`}
      chart={{
        days,
        parts: SEVERITIES.map((severity) => ({
          name: severity,
          look: severity,
          of: ({ severities }: Day) => severities[severity],
        })),
        top: 4,
        sentence: daySentence,
        label: 'Open drift by day',
        // Keyboard users have the same links in the table.
        link: ({ day }, props) => (
          <Link
            {...props}
            to="/o/$org/incidents"
            from="/o/$org"
            search={{ status: 'all', since: day }}
            tabIndex={-1}
            aria-hidden="true"
          />
        ),
      }}
      table={{
        caption: 'Open drift by day, the latest first; days on which nothing changed are left out',
        rows: turning(days).toReversed(),
        keyOf: ({ day }) => day,
        columns: [
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
        ],
      }}
    />
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
