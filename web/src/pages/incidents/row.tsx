import { memo } from 'react';
import type { components } from '../../api/schema.ts';
import { Badge, SeverityBadge } from '../../ui/badge.tsx';
import row from '../../ui/list-row.module.css';
import { Name, When } from '../../ui/text.tsx';
import { IncidentLink } from '../links.tsx';
import styles from './incidents.module.css';

export type Incident = components['schemas']['Incident'];
export type Resolution = NonNullable<Incident['resolution']>;

/** The label of each resolution, and a sentence about it. */
export const RESOLUTION_WORDS: Record<Resolution, readonly [word: string, sentence: string]> = {
  reverted: ['reverted', 'The cloud matches the state again.'],
  codified: ['codified', 'The state was updated to match the cloud.'],
  removed_from_state: ['removed from state', 'No state has this resource any more.'],
  source_removed: ['source removed', 'Its state source was removed.'],
  ignored: ['ignored', 'An ignore rule hides it.'],
  superseded: ['superseded', 'It continues as another incident.'],
};

/** The status of an incident, or its resolution. */
export function IncidentBadge({ status, resolution, source }: Pick<Incident, 'status' | 'resolution' | 'source'>) {
  if (source === 'manual') return <Badge sign={['unknown', 'copy', 'manual']} />;
  return status === 'open' ? (
    <Badge sign={['plain', 'waiting', 'open']} />
  ) : (
    <Badge sign={['good', 'good', resolution === null ? 'resolved' : RESOLUTION_WORDS[resolution][0]]} />
  );
}

export const IncidentRow = memo(function IncidentRow({ incident }: { incident: Incident }) {
  const { id, resource, summary, severity, state_key: state, first_seen_at: first, resolved_at: end, date } = incident;
  return (
    <article className={styles.row}>
      <div className={row.badges}>
        {severity !== null && <SeverityBadge severity={severity} />}
        <IncidentBadge {...incident} />
      </div>
      <div className={row.what}>
        <h2 className={styles.name}>
          <IncidentLink id={id} mono text={resource} />
        </h2>
        <p className={row.summary}>
          <Name text={summary} />
        </p>
      </div>
      <p className={row.where}>
        <Name mono line text={state} />
        <span>
          {first === null ? date : <When at={first} />}
          <When before=", resolved " at={end} />
          {incident.times_seen > 1 && `, seen ${incident.times_seen} times`}
        </span>
      </p>
    </article>
  );
});
