import type { components } from '../../api/schema.ts';
import { AttributeDriftList } from '../../ui/attribute-drift.tsx';
import { Name } from '../../ui/text.tsx';
import styles from './incident.module.css';

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
