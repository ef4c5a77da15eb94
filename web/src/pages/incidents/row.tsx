import { memo } from 'react';
import { Link } from '@tanstack/react-router';
import { useOrg } from '../../api/use-api.ts';
import { SeverityBadge } from '../../ui/badge.tsx';
import row from '../../ui/list-row.module.css';
import { Name } from '../../ui/name.tsx';
import { When } from '../../ui/when.tsx';
import styles from './incidents.module.css';
import { StandingBadge, type Incident } from './words.tsx';

/** One incident of a list: where, what, how bad, since when. */
export const IncidentRow = memo(function IncidentRow({ incident }: { incident: Incident }) {
  const org = useOrg();
  const { id, resource, summary, severity, state_key: state, first_seen_at: first, resolved_at: end, date } = incident;
  return (
    <article className={styles.row}>
      <div className={row.badges}>
        {severity !== null && <SeverityBadge severity={severity} />}
        <StandingBadge {...incident} />
      </div>
      <div className={row.what}>
        <h2 className={styles.name}>
          <Link to="/o/$org/incidents/$id" params={{ org, id }}>
            <Name mono>{resource}</Name>
          </Link>
        </h2>
        <p className={row.summary}>
          <Name>{summary}</Name>
        </p>
      </div>
      <p className={row.where}>
        {state !== null && (
          <Name mono line>
            {state}
          </Name>
        )}
        <span>
          {first === null ? date : <When at={first} />}
          {end !== null && (
            <>
              , resolved <When at={end} />
            </>
          )}
          {incident.times_seen > 1 && `, seen ${incident.times_seen} times`}
        </span>
      </p>
    </article>
  );
});
