import { Link } from '@tanstack/react-router';
import { useOrg } from '../../api/use-api.ts';
import { SeverityBadge } from '../../ui/badge.tsx';
import { many, Name, When } from '../../ui/text.tsx';
import { Section } from '../../ui/page.tsx';
import { IncidentLink } from '../links.tsx';
import styles from './overview.module.css';
import type { Overview } from './queries.ts';

export function Changed({ changed: { opened, resolved, latest } }: Pick<Overview, 'changed'>) {
  const org = useOrg();
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
                  <IncidentLink id={id} mono>
                    {resource}
                  </IncidentLink>
                  <Name muted>{summary}</Name>
                </div>
                <span className={styles.muted}>
                  {status === 'open' || end === null ? (
                    <>
                      opened <When at={at} />
                    </>
                  ) : (
                    <>
                      resolved <When at={end} />
                    </>
                  )}
                  {state !== null && (
                    <Name mono line>
                      {state}
                    </Name>
                  )}
                </span>
              </li>
            ),
          )}
        </ul>
      )}
      {rest > 0 && (
        <p>
          <Link to="/o/$org/incidents" params={{ org }}>
            View {rest.toLocaleString('en')} more
          </Link>
        </p>
      )}
    </Section>
  );
}
