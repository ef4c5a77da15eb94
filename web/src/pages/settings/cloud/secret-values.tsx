import { useState } from 'react';
import { useLack } from '../../../api/use-api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/form.tsx';
import { Section } from '../../../ui/page.tsx';
import styles from '../settings.module.css';
import { type Cloud, useSaveCloud } from './queries.ts';

/** Whether secret values are compared: turned on only after a confirmation. */
export function SecretValues({ cloud }: { cloud: Cloud }) {
  const [asking, setAsking] = useState(false);
  const save = useSaveCloud();
  const lack = useLack('admin');
  const on = cloud.secret_values;
  const change = () => save.mutate({ secret_values: !on }, { onSuccess: () => setAsking(false) });
  return (
    <Section
      title="Compare secret values"
      about="Secret versions and SecureString parameters. While this is off, they are reported as not checked."
      actions={<Badge sign={on ? ['medium', 'unknown', 'on'] : ['good', 'hidden', 'off']} />}
    >
      <p className={styles.muted}>Values are masked before they are stored: only that one differs is kept.</p>
      <div>
        <Button unavailable={lack} onClick={() => setAsking(true)}>
          {on ? 'Turn off' : 'Turn on'}
        </Button>
      </div>
      <Confirm
        title={on ? 'Stop comparing secret values?' : 'Compare secret values?'}
        open={asking}
        onClose={() => setAsking(false)}
        action={on ? 'Turn off' : 'Turn on'}
        change={save}
        onConfirm={change}
      >
        {on
          ? 'From the next analysis on they are not checked. Update the permission policy of the role: it then denies reading them.'
          : 'Plumbline’s role may then read every secret’s value in the account, to compare it with the state; it is masked before it is kept. Update the permission policy of the role: it then allows it.'}
      </Confirm>
    </Section>
  );
}
