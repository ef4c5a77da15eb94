import { Link, useParams } from '@tanstack/react-router';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { many, Name, visible, When } from '../../ui/text.tsx';
import { type Incident, IncidentBadge, RESOLUTION_WORDS } from '../incidents/row.tsx';
import { Asked, ProblemNote } from '../../ui/notes.tsx';
import { SeverityBadge } from '../../ui/badge.tsx';
import { reasonOf } from '../finding/parts.tsx';
import { Drift } from '../finding/drift.tsx';
import { IncidentLink } from '../links.tsx';
import styles from './incident.module.css';
import { useFinding, useIncident } from './queries.ts';

const when = (at: string | null) => at && <When at={at} />;
const name = (text: string | null) => text && <Name text={text} />;

export function IncidentFacts({ incident }: { incident: Incident }) {
  const { state_key: state, type, region, account_id: account, times_seen: times, analyses, date } = incident;
  const [latest] = analyses;
  const other = (id: string | null, words: string) => id && <IncidentLink id={id} text={words} />;
  return (
    <Facts
      facts={{
        'Resource type': name(type),
        State: state && (
          <Link to="/o/$org/incidents" from="/o/$org" search={{ state, status: 'all' }}>
            <Name mono text={state} />
          </Link>
        ),
        Region: name(region),
        Account: name(account),
        Kind: incident.kind,
        'First seen': when(incident.first_seen_at) ?? date,
        'Last seen': when(incident.last_seen_at),
        Resolved: when(incident.resolved_at),
        'Found by': times === 0 ? null : many(times, 'analysis', 'analyses'),
        'Latest analysis': latest && (
          <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id: latest }}>
            <Name mono text={latest} />
          </Link>
        ),
        'Previous incident': other(incident.previous_id, 'The same drift, earlier'),
        'Next incident': other(incident.next_id, 'The same drift, later'),
      }}
    />
  );
}

function Whole({ incident }: { incident: Incident }) {
  const { id, status, resolution, source, severity, details } = incident;
  const isDrift = source === 'drift';
  const query = useFinding(id, undefined, isDrift);
  const found = query.data;
  return (
    <>
      <ProblemNote error={query.error} retry={() => void query.refetch()} />
      <Drift
        badges={
          <>
            {severity !== null && <SeverityBadge severity={severity} />}
            <IncidentBadge {...incident} />
          </>
        }
        message={found?.finding?.message ?? incident.summary}
        reason={
          status === 'resolved' && resolution !== null
            ? RESOLUTION_WORDS[resolution][1]
            : found?.finding
              ? reasonOf(found.finding)
              : undefined
        }
        facts={<IncidentFacts incident={incident} />}
        finding={found?.finding}
        steps={status === 'open' ? found?.next_steps : undefined}
        incident={incident}
      >
        {!isDrift && details !== null && (
          <Section title="Notes">
            <p className={styles.text}>{details.split('\n').map(visible).join('\n')}</p>
          </Section>
        )}
      </Drift>
    </>
  );
}

export function Screen() {
  const { id } = useParams({ from: '/signed-in/o/$org/incidents/$id' });
  const query = useIncident(id);
  const resource = query.data?.resource;
  return (
    <Page
      doc="docs/dashboard.md#incidents"
      title={resource === undefined ? 'Incident' : `Incident: ${visible(resource).slice(0, 100)}`}
      heading={resource === undefined ? 'Incident' : <Name mono text={resource} />}
      above={
        <Link to="/o/$org/incidents" from="/o/$org">
          Incidents
        </Link>
      }
    >
      <Asked query={query} what="the incident" height="60vh">
        {(incident) => <Whole incident={incident} />}
      </Asked>
    </Page>
  );
}
