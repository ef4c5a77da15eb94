import { Link } from '@tanstack/react-router';
import { SEVERITIES } from '../../api/severities.ts';
import { Badge, SEVERITY_SIGNS, SeverityBadge, StatusBadge } from '../../ui/badge.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { capital, many, Name, When } from '../../ui/text.tsx';
import { isUnderWay } from '../analyses/queries.ts';
import { progressText, unseenOf } from '../analyses/words.ts';
import { IncidentLink } from '../links.tsx';
import { unknownText } from './state-status.ts';
import type { Overview } from './queries.ts';
import styles from './overview.module.css';

const SCHEDULES = { off: 'No schedule', '1h': 'Every hour', '6h': 'Every 6 hours', '24h': 'Every day' } as const;

/** The number of open incidents of each severity, linked to them. */
function Severities({ open: { severities } }: Pick<Overview, 'open'>) {
  return (
    <span className={styles.severities}>
      {SEVERITIES.filter((one) => severities[one] > 0).map((severity) => {
        const [tone, icon] = SEVERITY_SIGNS[severity];
        return (
          <Link key={severity} to="/o/$org/incidents" from="/o/$org" search={{ severity }}>
            <Badge sign={[tone, icon, `${severities[severity].toLocaleString('en')} ${severity}`]} />
          </Link>
        );
      })}
    </span>
  );
}

/** The worst open drift, one line per resource, worst first. */
function Worst({ worst, open: { total } }: Pick<Overview, 'worst' | 'open'>) {
  return (
    <div className={styles.worst}>
      <ul className={styles.plain} aria-label="The worst drift">
        {worst.map(({ id, resource, severity, summary, opened_at: at }) => (
          <li key={id} className={styles.line}>
            <SeverityBadge severity={severity} />
            <IncidentLink id={id} mono line text={resource} />
            <Name line text={summary} />
            <span className={styles.muted}>
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
      {total > worst.length && (
        <p>
          <Link to="/o/$org/incidents" from="/o/$org">
            View all {total.toLocaleString('en')}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The next steps, most urgent first, each with a link to its page. */
function Steps({ overview: { open, states, last_analysis: last, schedule } }: { overview: Overview }) {
  const { critical, high } = open.severities;
  const [urgent, first] = critical > 0 ? (['critical', critical] as const) : (['high', high] as const);
  const rest = open.total - first;
  const unseen = unseenOf(states.counts);
  const isNothing = open.total + unseen + states.unreadable + states.proposed === 0 && schedule !== 'off';
  return (
    <div className={styles.todo}>
      <h3>What to do</h3>
      {isNothing && <p>Nothing.</p>}
      <ol>
        {first > 0 && (
          <li>
            <Link to="/o/$org/incidents" from="/o/$org" search={{ severity: urgent }}>
              Revert the {first === 1 ? `${urgent} one` : `${first.toLocaleString('en')} ${urgent} ones`}
            </Link>{' '}
            first, unless intended
          </li>
        )}
        {rest > 0 && (
          <li>
            <Link to="/o/$org/incidents" from="/o/$org">
              Decide on {first === 0 ? many(rest, 'incident') : `the other ${rest.toLocaleString('en')}`}
            </Link>
            : revert, or update the code
          </li>
        )}
        {unseen > 0 && last !== null && (
          <li>
            <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id: last.id }} search={{ view: 'coverage' }}>
              See why {many(unseen, 'resource')} {unseen === 1 ? 'was' : 'were'} not checked
            </Link>
          </li>
        )}
        {states.unreadable > 0 && (
          <li>
            <Link to="/o/$org/repositories" from="/o/$org" search={{ status: 'unreadable' }}>
              See why {many(states.unreadable, 'state')} could not be read
            </Link>
          </li>
        )}
        {states.proposed > 0 && (
          <li>
            <Link to="/o/$org/repositories" from="/o/$org" search={{ view: 'proposals' }}>
              Review proposals
            </Link>
            : pull requests do not show the drift of {many(states.proposed, 'claimed state')} yet
          </li>
        )}
        {schedule === 'off' && (
          <li>
            <Link to="/o/$org/settings/schedule" from="/o/$org">
              Set a schedule
            </Link>
            , so that new drift is found by itself
          </li>
        )}
      </ol>
    </div>
  );
}

function LastAnalysis({ last }: { last: NonNullable<Overview['last_analysis']> }) {
  const { id, status, created_at: asked, finished_at: end, progress } = last;
  return (
    <>
      <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id }}>
        <When at={end ?? asked} />
      </Link>{' '}
      <StatusBadge status={status} />
      {isUnderWay(last) && <div>{progressText(progress)}</div>}
    </>
  );
}

/** `57 of 60 resources, 3 not checked`. */
function checkedText(counts: Overview['states']['counts']): string {
  const [all, unseen] = [counts.resources - counts.skipped, unseenOf(counts)];
  if (unseen === 0) return `All of ${many(all, 'resource')}`;
  return `${(all - unseen).toLocaleString('en')} of ${many(all, 'resource')}, ${unseen.toLocaleString('en')} not checked`;
}

/** The open drift with its severities and age, the share of checked resources, and the next steps. */
export function Answer({ overview }: { overview: Overview }) {
  const { open, states, oldest, changed, next_run_at: next, schedule, last_skipped: skipped } = overview;
  const gap = unknownText(states);
  const title =
    open.total > 0 ? `${many(open.total, 'resource')} drifted` : gap === undefined ? 'No drift' : capital(gap);
  return (
    <Section large title={title} actions={<Severities open={open} />}>
      <div className={open.total > 0 ? styles.answer : undefined}>
        {open.total > 0 && <Worst worst={overview.worst} open={open} />}
        <Steps overview={overview} />
      </div>
      <Facts
        facts={{
          'Oldest open': oldest && (
            <>
              <When at={oldest.opened_at} /> <IncidentLink id={oldest.id} mono line text={oldest.resource} />
            </>
          ),
          Checked: states.in_all > 0 && (
            <>
              {checkedText(states.counts)}
              {states.unreadable > 0 && `; ${many(states.unreadable, 'state')} not read`}
            </>
          ),
          'Last 24 hours': changed.opened + changed.resolved > 0 && (
            <Link to="/o/$org/incidents" from="/o/$org" search={{ status: 'all', since: changed.since.slice(0, 10) }}>
              {changed.opened.toLocaleString('en')} opened, {changed.resolved.toLocaleString('en')} resolved
            </Link>
          ),
          'Last analysis': overview.last_analysis && <LastAnalysis last={overview.last_analysis} />,
          'Next analysis': (
            <>
              {schedule === null ? 'Not connected' : SCHEDULES[schedule]}
              <When before=", next " at={next} />
              <When before="; skipped " at={skipped?.at} />
              <Name before=": " text={skipped?.detail} />
            </>
          ),
        }}
      />
    </Section>
  );
}
