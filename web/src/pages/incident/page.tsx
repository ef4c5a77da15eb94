import { Link, useParams } from '@tanstack/react-router';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { many, Name, visible, When } from '../../ui/text.tsx';
import { type Incident, IncidentBadge, RESOLUTION_WORDS } from '../incidents/row.tsx';
import { Asked, Note } from '../../ui/notes.tsx';
import { SeverityBadge } from '../../ui/badge.tsx';
import { IgnoreLink } from '../analysis/finding.tsx';
import { IncidentLink } from '../links.tsx';
import { Matches } from '../incidents/recall.tsx';
import { Drifted, Timeline } from './timeline.tsx';
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

function LatestFinding({ id, isOpen }: { id: string; isOpen: boolean }) {
  const query = useFinding(id);
  return (
    <Asked query={query} what="what drifted" height="10rem">
      {({ finding }) =>
        finding === null ? (
          <Note>No finding is stored: the incident was imported.</Note>
        ) : (
          <>
            <Drifted finding={finding} />
            {isOpen && (
              <p>
                <IgnoreLink finding={finding} />
              </p>
            )}
          </>
        )
      }
    </Asked>
  );
}

function Whole({ incident }: { incident: Incident }) {
  const { id, status, resolution, source, details, similar } = incident;
  return (
    <>
      <Section title="Summary">
        <div className={styles.badges}>
          {incident.severity !== null && <SeverityBadge severity={incident.severity} />}
          <IncidentBadge {...incident} />
        </div>
        <Name block text={incident.summary} />
        {status === 'resolved' && resolution !== null && <p>{RESOLUTION_WORDS[resolution][1]}</p>}
        <IncidentFacts incident={incident} />
      </Section>
      {source === 'drift' ? (
        <Section
          title="Changes"
          about="As the last analysis found them: the state is what Terraform wants, the cloud is what exists."
        >
          <LatestFinding id={id} isOpen={status === 'open'} />
        </Section>
      ) : (
        details !== null && (
          <Section title="Details">
            <p className={styles.text}>{details.split('\n').map(visible).join('\n')}</p>
          </Section>
        )
      )}
      <Section title="Timeline" about="Incidents of this resource, the latest first.">
        <Timeline id={id} />
      </Section>
      <Section title="Similar incidents" about="Earlier incidents. 1.00 is identical, 0.40 and above a strong match.">
        {similar.length === 0 ? <p className={styles.muted}>No similar incidents</p> : <Matches matches={similar} />}
      </Section>
    </>
  );
}

export function Screen() {
  const { id } = useParams({ from: '/signed-in/o/$org/incidents/$id' });
  const query = useIncident(id);
  const resource = query.data?.resource;
  return (
    <Page
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
