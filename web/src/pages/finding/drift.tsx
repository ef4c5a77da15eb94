import type { ReactNode } from 'react';
import { Section } from '../../ui/page.tsx';
import { Note } from '../../ui/notes.tsx';
import { capital, Name } from '../../ui/text.tsx';
import type { components } from '../../api/schema.ts';
import { Matches } from '../incidents/recall.tsx';
import { Timeline } from '../incident/timeline.tsx';
import styles from './finding.module.css';
import { Changes } from './parts.tsx';
import type { Finding, NextSteps } from './queries.ts';
import { Ways } from './ways.tsx';

type Props = {
  badges: ReactNode;
  message: string;
  /** Why it is that bad, where the message does not say so. */
  reason?: string | undefined;
  facts: ReactNode;
  /** Null where nothing is stored of it; undefined where a person wrote it. */
  finding: Finding | null | undefined;
  /** Absent where nothing is to be done any more. */
  steps: NextSteps | null | undefined;
  incident: components['schemas']['Incident'] | undefined;
  children?: ReactNode;
};

/** One drift of one resource: what drifted, how bad that is, and what to do, then all that is known of it. */
export function Drift({ badges, message, reason, facts, finding, steps, incident, children }: Props) {
  return (
    <div className={styles.drift}>
      <div className={styles.main}>
        <Section title="What drifted">
          <div className={styles.badges}>{badges}</div>
          <p className={styles.lead}>
            <Name text={message} />
          </p>
          <Name block text={reason && capital(reason)} />
        </Section>
      </div>
      {finding && steps && (
        <div className={styles.side}>
          <Ways finding={finding} steps={steps} />
        </div>
      )}
      <div className={styles.main}>
        {finding !== undefined && (
          <Section title="Changes">
            {finding === null ? (
              <Note>No finding is stored: the incident was imported.</Note>
            ) : (
              <Changes finding={finding} />
            )}
          </Section>
        )}
        {children}
        <Section title="Details">{facts}</Section>
        {incident && (
          <>
            <Section title="Similar incidents">
              <Matches matches={incident.similar} resource={incident.resource} />
            </Section>
            <Section title="Timeline" about="Incidents of this resource, the latest first.">
              <Timeline id={incident.id} />
            </Section>
          </>
        )}
      </div>
    </div>
  );
}
