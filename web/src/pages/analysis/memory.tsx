import { Name } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { isUnderWay } from '../analyses/queries.ts';
import { Matches } from '../incidents/recall.tsx';
import { IncidentLink } from '../links.tsx';
import styles from './analysis.module.css';
import type { Analysis } from './queries.ts';

/** Earlier incidents that resemble new ones, and suggested settings. */
export function Memory({ analysis }: { analysis: Analysis }) {
  const { similar, suggestions } = analysis;
  return (
    <>
      {suggestions.length > 0 && (
        <Section title="Suggestions">
          <ul className={styles.gaps}>
            {suggestions.map(({ key, provider, detail }) => (
              <li key={`${provider} ${key}`} className={styles.gap}>
                <Name text={detail} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {similar.length === 0 ? (
        <Empty title={isUnderWay(analysis) ? 'Not known yet' : 'No similar incidents'}>
          {isUnderWay(analysis)
            ? 'New incidents are compared with earlier ones when the analysis ends.'
            : 'No incident that this analysis opened resembles an earlier one.'}
        </Empty>
      ) : (
        <Section
          title="Similar incidents"
          about="Incidents that this analysis opened, with earlier ones that resemble them."
        >
          <ul className={styles.gaps}>
            {similar.map(({ resource, state_key: state, incident_id: incident, matches }) => (
              <li key={incident} className={styles.gap}>
                <h3>
                  <IncidentLink id={incident} mono text={resource} />
                </h3>
                <Name block muted mono text={state} />
                <Matches matches={matches} resource={resource} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
