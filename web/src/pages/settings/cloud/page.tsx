import { useLack } from '../../../api/use-api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmButton, Fields, SaveForm, useForm } from '../../../ui/form.tsx';
import { Section } from '../../../ui/page.tsx';
import styles from '../settings.module.css';
import { type Cloud, useCloud, useSaveCloud } from './queries.ts';
import { orNull, TextField } from '../../../ui/field.tsx';
import { SettingsPage, Step } from '../layout.tsx';
import { Asked } from '../../../ui/notes.tsx';
import { Accounts } from './accounts.tsx';
import { RoleArn } from './role-arn.tsx';
import { RoleTexts } from './role-texts.tsx';
import { isRefused, useVerify, Verify } from './verify.tsx';

/** The setting whether secret values are compared. It is turned on only after a confirmation. */
export function SecretValues({ cloud }: { cloud: Cloud }) {
  const on = cloud.secret_values;
  return (
    <Section
      title="Compare secret values"
      about="Secret versions and SecureString parameters. While this is off, they are reported as not checked."
      actions={<Badge sign={on ? ['medium', 'unknown', 'on'] : ['good', 'hidden', 'off']} />}
    >
      <p className={styles.muted}>Values are masked before they are stored: only that one differs is kept.</p>
      <div>
        <ConfirmButton
          unavailable={useLack('admin')}
          label={on ? 'Turn off' : 'Turn on'}
          title={on ? 'Stop comparing secret values?' : 'Compare secret values?'}
          action={on ? 'Turn off' : 'Turn on'}
          change={useSaveCloud()}
          input={{ body: { secret_values: !on } }}
        >
          {on
            ? 'From the next analysis on they are not checked. Update the permission policy of the role: it then denies reading them.'
            : 'Plumbline’s role may then read every secret’s value in the account, to compare it with the state; it is masked before it is kept. Update the permission policy of the role: it then allows it.'}
        </ConfirmButton>
      </div>
    </Section>
  );
}

export function States({ cloud }: { cloud: Cloud }) {
  const save = useSaveCloud();
  const form = useForm(
    { state_bucket: cloud.state_bucket ?? '', state_prefix: cloud.state_prefix ?? '', region: cloud.region ?? '' },
    save,
  );
  const lack = useLack('write');
  const notAdmin = useLack('admin');
  const send = { state_bucket: orNull, state_prefix: (typed: string) => (typed === '' ? null : typed), region: orNull };
  return (
    <Step
      number={1}
      title="State storage"
      done={cloud.state_bucket !== null}
      about="The S3 bucket that Terraform or OpenTofu writes its states to."
    >
      <SaveForm form={form} input={{ body: form.patch(send) }} unavailable={lack}>
        <Fields>
          <TextField
            {...form.text('state_bucket')}
            label="Bucket"
            placeholder="acme-terraform-states"
            readOnly={notAdmin !== undefined}
            help={notAdmin ?? 'Its name; it may be in any region.'}
          />
          <TextField
            {...form.text('state_prefix')}
            label="Prefix"
            placeholder="prod/"
            help="Only keys that start with it. Blank = the whole bucket."
          />
          <TextField
            {...form.text('region')}
            label="Default region"
            placeholder="eu-west-1"
            help="For resources whose state names no region."
          />
        </Fields>
      </SaveForm>
    </Step>
  );
}

export function Screen() {
  const query = useCloud();
  const verify = useVerify();
  return (
    <SettingsPage
      doc="docs/aws.md"
      title="AWS"
      about="Plumbline reads your account through a role that you create in it. It can read how things are configured, and the states; it can change nothing."
    >
      <Asked query={query} what="the settings" height="40rem">
        {(cloud) => (
          <>
            <States cloud={cloud} />
            <RoleTexts cloud={cloud} refused={isRefused(verify.data)} />
            <RoleArn cloud={cloud} />
            <Verify cloud={cloud} verify={verify} />
            <Accounts cloud={cloud} />
            <SecretValues cloud={cloud} />
          </>
        )}
      </Asked>
    </SettingsPage>
  );
}
