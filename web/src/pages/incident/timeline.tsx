import type { ReactNode } from 'react';
import type { components } from '../../api/schema.ts';
import { Name, When } from '../../ui/text.tsx';
import styles from './incident.module.css';
import { Asked, Note, Rows } from '../../ui/notes.tsx';
import { SeverityBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, Opener } from '../../ui/form.tsx';
import { IncidentBadge, RESOLUTION_WORDS } from '../incidents/row.tsx';
import { Changes, reasonOf } from '../finding/parts.tsx';
import { IncidentLink } from '../links.tsx';
import { useFinding, useTimeline } from './queries.ts';

function Drifted({ finding }: { finding: components['schemas']['Finding'] }) {
  return (
    <>
      <Name block text={finding.message} />
      <Name block muted before="Severity reason: " text={reasonOf(finding)} />
      <Changes finding={finding} />
    </>
  );
}

type TimelineIncident = components['schemas']['TimelineIncident'];
type Event = TimelineIncident['events'][number];

function wordsOf({ event, times, until, resolution }: Event): ReactNode {
  if (event === 'written') return 'Recorded manually';
  if (event === 'resolved')
    return resolution === null
      ? 'Resolved'
      : `Resolved: ${RESOLUTION_WORDS[resolution][0]}. ${RESOLUTION_WORDS[resolution][1]}`;
  return (
    <>
      {event === 'opened' ? 'Opened' : 'Changed'}
      {times > 1 && <When before={`; found by ${times} analyses, last `} at={until} />}
    </>
  );
}

function EventItem({ event, incident }: { event: Event; incident: string }) {
  const { at, analysis_id: analysis, message } = event;
  return (
    <li className={styles.event} data-event={event.event}>
      <When at={at} />
      <div className={styles.stack}>
        <span>{wordsOf(event)}</span>
        <Name muted text={message} />
        {analysis !== null && message !== null && (
          <span>
            <Opener small look="quiet" label="View changes">
              {(close) => <FindingDialog incident={incident} analysis={analysis} onClose={close} />}
            </Opener>
          </span>
        )}
      </div>
    </li>
  );
}

function IncidentItem({ incident, current }: { incident: TimelineIncident; current: string }) {
  return (
    <li className={styles.told} aria-current={incident.id === current || undefined}>
      <div className={styles.badges}>
        {incident.severity !== null && <SeverityBadge severity={incident.severity} />}
        <IncidentBadge {...incident} />
        {incident.id === current ? (
          <strong>This incident</strong>
        ) : (
          <IncidentLink id={incident.id} text={`Incident of ${incident.date}`} />
        )}
      </div>
      <ol className={styles.events}>
        {incident.events.map((event, at) => (
          <EventItem key={`${event.event} ${event.at} ${at}`} event={event} incident={incident.id} />
        ))}
      </ol>
      {incident.omitted > 0 && <p className={styles.muted}>{incident.omitted} more changes are not shown.</p>}
    </li>
  );
}

type DialogProps = { incident: string; analysis: string; onClose: () => void };

function FindingDialog({ incident, analysis, onClose }: DialogProps) {
  const query = useFinding(incident, analysis);
  return (
    <Dialog title="Changes then" onClose={onClose}>
      <Asked query={query} what="the changes">
        {({ finding }) => (finding === null ? <Note>No longer stored.</Note> : <Drifted finding={finding} />)}
      </Asked>
      <DialogActions>
        <Button label="Close" onClick={onClose} />
      </DialogActions>
    </Dialog>
  );
}

/** The incidents of a resource, the latest first. */
export const Timeline = ({ id }: { id: string }) => (
  <Rows query={useTimeline(id)} what="incidents" height="14rem" empty={null}>
    {(incidents) => (
      <ol className={styles.timeline}>
        {incidents.map((incident) => (
          <IncidentItem key={incident.id} incident={incident} current={id} />
        ))}
      </ol>
    )}
  </Rows>
);
