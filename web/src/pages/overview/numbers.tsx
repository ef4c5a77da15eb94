import { Link } from '@tanstack/react-router';
import { Badge, SeverityBadge, SeverityCounts, StatusBadge } from '../../ui/badge.tsx';
import { Figure, Figures, Section } from '../../ui/page.tsx';
import { many, Name, When } from '../../ui/text.tsx';
import { progressText, verdictsText } from '../analyses/words.ts';
import { isUnderWay } from '../analyses/queries.ts';
import { IncidentLink } from '../links.tsx';
import { unknownText } from './state-status.ts';
import type { Overview } from './queries.ts';
import styles from './overview.module.css';

const SCHEDULES = { off: 'no schedule', '1h': 'every hour', '6h': 'every 6 hours', '24h': 'every day' } as const;

function LastAnalysis({ last }: { last: NonNullable<Overview['last_analysis']> }) {
  const { id, status, created_at: asked, finished_at: end, progress, counts } = last;
  return (
    <Figure
      label="Last analysis"
      value={
        <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id }}>
          <When at={end ?? asked} />
        </Link>
      }
      about={
        <>
          <StatusBadge status={status} /> {isUnderWay(last) ? progressText(progress) : verdictsText(counts)}
        </>
      }
    />
  );
}

export function Numbers({ overview }: { overview: Overview }) {
  const { open, states, oldest, next_run_at: next, schedule, last_skipped: skipped, last_analysis: last } = overview;
  const gap = unknownText(states);
  return (
    <Figures>
      <Figure
        label="Open drift"
        value={many(open.total, 'incident')}
        about={
          open.total > 0 ? (
            <SeverityCounts counts={open.severities} />
          ) : (
            <Badge sign={gap === undefined ? ['good', 'good', 'no drift'] : ['unknown', 'unknown', gap]} />
          )
        }
      />
      <Figure
        label="States"
        value={states.in_all.toLocaleString('en')}
        about={
          states.in_all === 0
            ? 'none yet'
            : states.unreadable === 0
              ? 'all read'
              : `${states.unreadable.toLocaleString('en')} not read`
        }
      />
      {last !== null && <LastAnalysis last={last} />}
      <Figure
        label="Next analysis"
        value={next === null ? 'none' : <When at={next} />}
        about={
          <>
            {schedule === null ? 'not connected' : SCHEDULES[schedule]}
            <When before="; skipped " at={skipped?.at} />
            <Name before=": " text={skipped?.detail} />
          </>
        }
      />
      <Figure
        label="Oldest open incident"
        value={oldest === null ? 'none' : <When at={oldest.opened_at} />}
        about={
          oldest === null ? (gap ?? 'none open') : <IncidentLink id={oldest.id} mono line text={oldest.resource} />
        }
      />
    </Figures>
  );
}

export function Changed({ changed: { opened, resolved, latest } }: Pick<Overview, 'changed'>) {
  const rest = opened + resolved - latest.length;
  return (
    <Section
      title="Since yesterday"
      about={
        opened + resolved === 0
          ? 'No incidents opened or resolved.'
          : `${many(opened, 'incident')} opened, ${many(resolved, 'incident')} resolved.`
      }
    >
      {latest.length > 0 && (
        <ul className={styles.plain}>
          {latest.map(
            ({ id, resource, severity, state_key: state, status, summary, opened_at: at, resolved_at: end }) => (
              <li key={id} className={styles.change}>
                <SeverityBadge severity={severity} />
                <div className={styles.what}>
                  <IncidentLink id={id} mono text={resource} />
                  <Name muted text={summary} />
                </div>
                <span className={styles.muted}>
                  {status === 'open' ? <When before="opened " at={at} /> : <When before="resolved " at={end} />}
                  <Name mono line text={state} />
                </span>
              </li>
            ),
          )}
        </ul>
      )}
      {rest > 0 && (
        <p>
          <Link to="/o/$org/incidents" from="/o/$org">
            View {rest.toLocaleString('en')} more
          </Link>
        </p>
      )}
    </Section>
  );
}
