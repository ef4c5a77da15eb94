import { useId, useState } from 'react';
import { useLack } from '../../../api/use-api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField, wrongAt } from '../../../ui/field.tsx';
import { ConfirmButton, Fields, FormDialog, Opener, useForm } from '../../../ui/form.tsx';
import { Asked } from '../../../ui/notes.tsx';
import { Facts, Section } from '../../../ui/page.tsx';
import { Name } from '../../../ui/text.tsx';
import styles from '../settings.module.css';
import {
  type ProviderSettings,
  useDeleteProvider,
  useProviderSettings,
  useSaveProvider,
  useVerifyProvider,
  wrongName,
} from './queries.ts';
import { Verified } from './verified.tsx';

type Config = Record<string, never>;

function linesOf(text: string): string[] | null {
  const lines = text.split('\n').map((line) => line.trim());
  const given = lines.filter((line) => line !== '');
  return given.length === 0 ? null : given;
}

/** The typed JSON; undefined if it is no object. */
function configOf(text: string): Config | undefined {
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Config) : undefined;
  } catch {
    return undefined;
  }
}

type Variable = { name: string; value: string };
type VariablesProps = { variables: readonly Variable[]; error: unknown; onChange: (now: Variable[]) => void };

/** Fields for the environment variables of a provider's process. */
function Variables({ variables, error, onChange }: VariablesProps) {
  const change = (at: number, more: Partial<Variable>) =>
    onChange(variables.map((one, index) => (index === at ? { ...one, ...more } : one)));
  return (
    <fieldset className={styles.group}>
      <legend>Environment variables</legend>
      <p className={styles.muted}>For this provider alone. Encrypted when they are saved, and never shown again.</p>
      {variables.map(({ name, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are only added at the end
        <Fields key={at}>
          <TextField
            label="Variable"
            placeholder="GOOGLE_CREDENTIALS"
            value={name}
            wrong={name === '' ? undefined : wrongAt(error, `/env/${name}`)}
            onChange={({ target }) => change(at, { name: target.value.trim() })}
          />
          <TextField
            label="Value"
            type="password"
            autoComplete="new-password"
            value={value}
            onChange={({ target }) => change(at, { value: target.value })}
          />
        </Fields>
      ))}
      <div>
        <Button label="Add variable" small onClick={() => onChange([...variables, { name: '', value: '' }])} />
      </div>
    </fieldset>
  );
}

type FormProps = { saved?: ProviderSettings; taken: readonly string[]; onClose: () => void };

function ProviderForm({ saved, taken, onClose }: FormProps) {
  const save = useSaveProvider();
  const form = useForm(
    {
      settings: saved?.name ?? '',
      provider: saved?.provider ?? '',
      alias: saved?.alias ?? '',
      states: (saved?.states ?? []).join('\n'),
      reach: (saved?.reach ?? []).join('\n'),
      config: '',
    },
    save,
  );
  const [variables, setVariables] = useState<Variable[]>((saved?.env ?? []).map((name) => ({ name, value: '' })));
  const { values, text, props } = form;
  const name = values.settings.trim();
  const config = configOf(values.config);
  const badName = saved === undefined ? wrongName(name, taken) : undefined;
  function submit() {
    if (config === undefined || badName !== undefined) return;
    const env = Object.fromEntries(variables.flatMap((one) => (one.name === '' ? [] : [[one.name, one.value]])));
    const body = {
      provider: values.provider.trim(),
      alias: values.alias.trim(),
      states: linesOf(values.states),
      reach: linesOf(values.reach),
      config,
      env,
    };
    save.mutate({ settings: name, body }, { onSuccess: onClose });
  }
  return (
    <FormDialog
      {...props}
      fields={[...props.fields, ...variables.map((one) => `/env/${one.name}`)]}
      title={saved === undefined ? 'New provider settings' : 'Replace provider settings'}
      action="Save"
      onSubmit={submit}
      onClose={onClose}
    >
      {saved !== undefined && <p>Configuration and variables are not shown: give all of them again.</p>}
      <Fields>
        {saved === undefined && (
          <TextField
            {...text('settings')}
            {...(badName !== undefined && { wrong: badName })}
            label="Name"
            placeholder="google-prod"
            required
            help="Settings count in the order of their names."
          />
        )}
        <TextField {...text('provider')} label="Provider" placeholder="hashicorp/google" required />
        <TextField {...text('alias')} label="Alias (optional)" placeholder="west" help="Blank = the default one." />
      </Fields>
      <Fields>
        <TextArea
          {...text('states')}
          rows={2}
          label="States (optional)"
          placeholder="gcp-prod://*"
          help="Patterns of keys, one a line. Blank = all."
        />
        <TextArea
          {...text('reach')}
          rows={2}
          label="Further addresses (optional)"
          placeholder="db.example.com:5432"
          help="Where it may connect to beside HTTPS, one a line."
        />
      </Fields>
      <TextArea
        {...text('config')}
        {...(config === undefined && { wrong: 'This is no JSON object. Check brackets, commas and quotes.' })}
        label="Configuration (JSON)"
        autoComplete="off"
        placeholder='{ "project": "acme-prod" }'
        help="What stands inside of provider { }. Encrypted, and never shown again."
      />
      <Variables variables={variables} error={save.error} onChange={setVariables} />
    </FormDialog>
  );
}

function ProviderCard({ saved }: { saved: ProviderSettings }) {
  const id = useId();
  const lack = useLack('admin');
  const remove = useDeleteProvider();
  const verify = useVerifyProvider();
  const { name, provider, alias, states, reach, config, env } = saved;
  const names = (list: readonly string[] | null) =>
    list !== null && list.length > 0 && <Name mono text={list.join(', ')} />;
  return (
    <li className={styles.card} aria-labelledby={id}>
      <h3 id={id}>
        <Name mono text={name} />
      </h3>
      <Facts
        facts={{
          Provider: <Name mono text={provider} />,
          Alias: alias !== '' && <Name mono text={alias} />,
          States: names(states),
          'Further addresses': names(reach),
          Configuration: names(config),
          Variables: names(env),
        }}
      />
      <div className={styles.line}>
        <Button small label="Verify" busy={verify.isPending} onClick={() => verify.mutate(name)} />
        {lack === undefined && (
          <>
            <Opener small label="Replace">
              {(close) => <ProviderForm saved={saved} taken={[]} onClose={close} />}
            </Opener>
            <ConfirmButton
              small
              look="danger"
              label="Delete"
              title="Delete provider settings?"
              action="Delete settings"
              change={remove}
              input={{ settings: name }}
            >
              <p>
                <Name mono text={name} /> is deleted with its configuration and variables. Resources that are read with
                it are then not checked.
              </p>
            </ConfirmButton>
          </>
        )}
      </div>
      <Verified verify={verify} what="This provider" read="Read a resource" />
    </li>
  );
}

/** The organization's settings for its providers. */
export function Providers() {
  const query = useProviderSettings();
  const lack = useLack('admin');
  return (
    <Section
      title="Provider settings"
      about="What providers need to read your resources: their configuration and credentials. Give credentials that may only read."
    >
      <Asked query={query} what="the provider settings">
        {(list) => (
          <>
            <ul className={styles.cards}>
              {list.map((saved) => (
                <ProviderCard key={saved.name} saved={saved} />
              ))}
            </ul>
            <div>
              <Opener label="Add provider settings" unavailable={lack}>
                {(close) => <ProviderForm taken={list.map(({ name }) => name)} onClose={close} />}
              </Opener>
            </div>
          </>
        )}
      </Asked>
    </Section>
  );
}
