import { useState } from 'react';
import { useLack } from '../../../api/use-api.ts';
import { SignBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from '../settings.module.css';
import { useSaveCloud, type Cloud } from './queries.ts';

/** Whether values of secrets may be read: turned on only after it was said what that means. */
export function SecretValues({ cloud }: { cloud: Cloud }) {
  const [asking, setAsking] = useState(false);
  const save = useSaveCloud();
  const lack = useLack('admin');
  const on = cloud.secret_values;
  const change = () => save.mutate({ secret_values: !on }, { onSuccess: () => setAsking(false) });
  return (
    <Section
      title="Values of secrets"
      about="Secret versions and SecureString parameters. Without this they are reported as not read, and never compared."
      actions={<SignBadge sign={on ? ['medium', 'unknown', 'read'] : ['good', 'hidden', 'not read']} />}
    >
      <p className={styles.muted}>
        Values are masked before they are kept: what is stored is that one differs, never what it is.
      </p>
      <div>
        <Button unavailable={lack} onClick={() => setAsking(true)}>
          {on ? 'Read no values of secrets' : 'Have values of secrets read'}
        </Button>
      </div>
      <Confirm
        title={on ? 'Read no values of secrets any more?' : 'Have values of secrets read?'}
        open={asking}
        onClose={() => setAsking(false)}
        action={on ? 'Read none' : 'Have them read'}
        change={save}
        onConfirm={change}
      >
        {on
          ? 'From the next analysis on they are reported as not read. Take the permission policy of the role over again: it then denies reading them.'
          : 'Plumbline’s role may then read every secret’s value in the account, to compare it with the state; it is masked before it is kept. Take the permission policy of the role over again: it then allows it.'}
      </Confirm>
    </Section>
  );
}
