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
  /** The reason for the severity, if the message does not contain it. */
  reason?: string | undefined;
  facts: ReactNode;
  /** Null if no finding is stored, as of an imported incident; undefined if a person wrote the incident. */
  finding: Finding | null | undefined;
  /** Absent if nothing is left to do. */
  steps: NextSteps | null | undefined;
  incident: components['schemas']['Incident'] | undefined;
  children?: ReactNode;
};

/** The drift of one resource: its change, its severity and the next steps, followed by all details. */
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
