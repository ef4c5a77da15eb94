import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { components } from '../../api/schema.ts';
import { AttributeDriftList } from '../../ui/attribute-drift.tsx';
import { Name, When } from '../../ui/text.tsx';
import styles from './incident.module.css';
import { useApi, useOrg } from '../../api/use-api.ts';
import { Asked, Note, rowsOf } from '../../ui/notes.tsx';
import { SeverityBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/form.tsx';
import { IncidentBadge, RESOLUTION_WORDS } from '../incidents/row.tsx';
import { findingQuery, timelineQuery } from './queries.ts';

export function Drifted({ finding }: { finding: components['schemas']['Finding'] }) {
  const { message, attributes, severity_reason: reason } = finding;
  return (
    <>
      <p>
        <Name>{message}</Name>
      </p>
      {reason !== undefined && !message.slice(1).startsWith(reason.slice(1)) && (
        <p className={styles.muted}>
          Severity reason: <Name>{reason}</Name>
        </p>
      )}
      {attributes.length > 0 && <AttributeDriftList attributes={attributes} label="Changes" />}
    </>
  );
}

type TimelineIncident = components['schemas']['TimelineIncident'];
type Event = TimelineIncident['events'][number];
type Opened = { incident: string; analysis: string };

function wordsOf({ event, times, until, resolution }: Event): ReactNode {
  if (event === 'written') return 'Recorded manually';
  if (event === 'resolved')
    return resolution === null
      ? 'Resolved'
      : `Resolved: ${RESOLUTION_WORDS[resolution][0]}. ${RESOLUTION_WORDS[resolution][1]}`;
  return (
    <>
      {event === 'opened' ? 'Opened' : 'Changed'}
      {times > 1 && until !== null && (
        <>
          ; found by {times} analyses, last <When at={until} />
        </>
      )}
    </>
  );
}

function EventItem({ event, onOpen }: { event: Event; onOpen: (() => void) | undefined }) {
  return (
    <li className={styles.event} data-event={event.event}>
      <When at={event.at} />
      <div className={styles.stack}>
        <span>{wordsOf(event)}</span>
        {event.message !== null && <Name muted>{event.message}</Name>}
        {onOpen && (
          <span>
            <Button small look="quiet" onClick={onOpen}>
              View changes
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}

type IncidentItemProps = { incident: TimelineIncident; current: string; onOpen: (opened: Opened) => void };

function IncidentItem({ incident, current, onOpen }: IncidentItemProps) {
  const org = useOrg();
  return (
    <li className={styles.told} aria-current={incident.id === current || undefined}>
      <div className={styles.badges}>
        {incident.severity !== null && <SeverityBadge severity={incident.severity} />}
        <IncidentBadge {...incident} />
        {incident.id === current ? (
          <strong>This incident</strong>
        ) : (
          <Link to="/o/$org/incidents/$id" params={{ org, id: incident.id }}>
            Incident of {incident.date}
          </Link>
        )}
      </div>
      <ol className={styles.events}>
        {incident.events.map((event, at) => {
          const { analysis_id: analysis, message } = event;
          const canOpen = analysis !== null && message !== null;
          return (
            <EventItem
              key={`${event.event} ${event.at} ${at}`}
              event={event}
              onOpen={canOpen ? () => onOpen({ incident: incident.id, analysis }) : undefined}
            />
          );
        })}
      </ol>
      {incident.untold > 0 && <p className={styles.muted}>{incident.untold} more changes are not shown.</p>}
    </li>
  );
}

function FindingDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const query = useQuery(findingQuery(useApi(), useOrg(), opened.incident, opened.analysis));
  return (
    <Dialog title="Changes then" onClose={onClose}>
      <Asked query={query} what="the changes">
        {({ finding }) => (finding === null ? <Note>No longer stored.</Note> : <Drifted finding={finding} />)}
      </Asked>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The incidents of a resource, the latest first. */
export function Timeline({ id }: { id: string }) {
  const query = useInfiniteQuery(timelineQuery(useApi(), useOrg(), id));
  const [opened, setOpened] = useState<Opened>();
  return (
    <Asked query={query} what="the timeline" height="14rem">
      {(known) => (
        <>
          <ol className={styles.timeline}>
            {rowsOf(known).map((incident) => (
              <IncidentItem key={incident.id} incident={incident} current={id} onOpen={setOpened} />
            ))}
          </ol>
          {query.hasNextPage && (
            <div>
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show earlier
              </Button>
            </div>
          )}
          {opened && <FindingDialog opened={opened} onClose={() => setOpened(undefined)} />}
        </>
      )}
    </Asked>
  );
}
