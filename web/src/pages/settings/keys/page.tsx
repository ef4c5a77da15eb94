import { useState } from 'react';
import { Choice, TextField } from '../../../ui/field.tsx';
import { ConfirmButton, FormDialog, Opener, ShownOnce, useForm } from '../../../ui/form.tsx';
import { isPast, Name, When } from '../../../ui/text.tsx';
import { Badge, type Sign } from '../../../ui/badge.tsx';
import styles from '../settings.module.css';
import type { components } from '../../../api/schema.ts';
import { useChange, usePages } from '../../../api/use-api.ts';
import { Empty, Rows } from '../../../ui/notes.tsx';
import { Section } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table.tsx';
import { SettingsPage } from '../layout.tsx';

type Key = components['schemas']['ApiKey'];
type CreatedKey = components['schemas']['CreatedApiKey'];
type Scope = components['schemas']['NewApiKey']['scopes'][number];

const SCOPES: readonly (readonly [Scope, string])[] = [
  ['read', 'read: see everything, and recall'],
  ['write', 'write: and start analyses, change rules and settings'],
  ['admin', 'admin: and keys, notifications, the audit log'],
];

const DAY_MS = 24 * 3600_000;
const LIFETIMES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'no expiry'],
] as const;

type Made = { onClose: () => void; onMade: (key: CreatedKey) => void };

/** Closes the form and shows the new secret in its place. */
const shown =
  ({ onClose, onMade }: Made) =>
  (key: CreatedKey) => {
    onClose();
    onMade(key);
  };

const NEW_KEY: { name: string; scopes: Scope; expires_at: string } = { name: '', scopes: 'read', expires_at: '90' };

/** Creates a key, which is shown once, right after. */
function CreateKey(made: Made) {
  const create = useChange('post', '/api/v1/orgs/{org_id}/keys', ['keys'], shown(made));
  const { values, text, choice, props } = useForm(NEW_KEY, create);
  const { name, scopes, expires_at: days } = values;
  function submit() {
    const expires_at = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    create.mutate({ body: { name: name.trim(), scopes: [scopes], expires_at } });
  }
  return (
    <FormDialog {...props} title="New API key" onClose={made.onClose} action="Create key" onSubmit={submit}>
      <TextField
        {...text('name')}
        label="Name"
        required
        maxLength={100}
        help="Who or what uses it, as the audit log shows it."
      />
      <Choice {...choice('scopes')} label="Scope" options={SCOPES} help="Each includes the ones before it." />
      <Choice {...choice('expires_at')} label="Lifetime" options={LIFETIMES} />
    </FormDialog>
  );
}

const GRACES = [
  ['0', 'at once'],
  ['3600', 'in an hour'],
  ['86400', 'in a day'],
  ['604800', 'in a week'],
] as const;

/** Replaces a key by a new one. */
function Rotate({ apiKey, ...made }: Made & { apiKey: Key }) {
  const rotate = useChange('post', '/api/v1/orgs/{org_id}/keys/{key_id}/rotate', ['keys'], shown(made));
  const { values, choice, props } = useForm({ grace_seconds: '86400' }, rotate);
  return (
    <FormDialog
      {...props}
      title="Key rotation"
      onClose={made.onClose}
      action="Rotate key"
      onSubmit={() => rotate.mutate({ key_id: apiKey.id, body: { grace_seconds: Number(values.grace_seconds) } })}
    >
      <p>
        A new key with the same name, scope and expiry takes the place of <Name text={apiKey.name} /> …{apiKey.hint}.
      </p>
      <Choice {...choice('grace_seconds')} label="Old key expires" options={GRACES} />
    </FormDialog>
  );
}

/** Revokes a key, after a confirmation. */
function RevokeButton({ apiKey: { id, name, hint } }: { apiKey: Key }) {
  return (
    <ConfirmButton
      small
      look="danger"
      aria-label={`Revoke ${name}`}
      label="Revoke"
      title="Revoke key?"
      action="Revoke key"
      change={useChange('delete', '/api/v1/orgs/{org_id}/keys/{key_id}', ['keys', 'sessions'])}
      input={{ key_id: id }}
    >
      <p>
        Whatever uses <Name text={name} /> …{hint} is refused from now on, and whoever signed in with it is signed out.
        This cannot be undone.
      </p>
    </ConfirmButton>
  );
}

const isAlive = ({ revoked_at, expires_at }: Key): boolean =>
  revoked_at === null && (expires_at === null || !isPast(expires_at));

function keyStatus(key: Key): Sign {
  if (key.revoked_at !== null) return ['unknown', 'stopped', 'revoked'];
  if (!isAlive(key)) return ['unknown', 'waiting', 'expired'];
  return key.rotated_to === null ? ['good', 'good', 'active'] : ['medium', 'waiting', 'replaced'];
}

/** The status of a key, with its expiry. */
function KeyBadge({ apiKey }: { apiKey: Key }) {
  const { expires_at } = apiKey;
  return (
    <span className={styles.line}>
      <Badge sign={keyStatus(apiKey)} />
      {expires_at !== null && isAlive(apiKey) && (
        <span className={styles.muted}>
          expires <When at={expires_at} />
        </span>
      )}
    </span>
  );
}

export function Screen() {
  return (
    <SettingsPage
      doc="docs/keys.md"
      title="API keys"
      about="What scripts, agents and people sign in with. A key belongs to this organization and can do what its scope says."
      forAdmins="Only administrators of the organization see and create keys."
    >
      <Keys />
    </SettingsPage>
  );
}

function Keys() {
  const query = usePages('/api/v1/orgs/{org_id}/keys', { limit: 50 });
  const [made, setMade] = useState<CreatedKey>();
  const create = (
    <Opener look="main" label="Create key">
      {(onClose) => <CreateKey onClose={onClose} onMade={setMade} />}
    </Opener>
  );
  return (
    <>
      <Section title="Keys" actions={create}>
        <Rows
          query={query}
          what="keys"
          height="16rem"
          empty={<Empty title="No keys yet">Create one for each script, agent and person.</Empty>}
        >
          {(keys) => <KeyTable keys={keys} onMade={setMade} />}
        </Rows>
      </Section>
      <ShownOnce
        title={`The key ${made?.name ?? ''}`}
        label="The key"
        secret={made?.key}
        onClose={() => setMade(undefined)}
      >
        Give it to whatever is to call the API, as Authorization: Bearer, or in PLUMBLINE_API_KEY.
      </ShownOnce>
    </>
  );
}

function KeyTable({ keys, onMade }: { keys: readonly Key[] } & Pick<Made, 'onMade'>) {
  return (
    <Table
      caption="API keys, newest first"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Name',
          cell: ({ name, hint }) => (
            <>
              <Name text={name} /> <code className={styles.muted}>…{hint}</code>
            </>
          ),
        },
        { head: 'Scope', cell: ({ scopes }) => scopes.join(', ') },
        { head: 'Status', cell: (key) => <KeyBadge apiKey={key} /> },
        { head: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
        { head: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'never' : <When at={at} />) },
        {
          head: 'Actions',
          cell: (key) =>
            isAlive(key) && (
              <span className={styles.line}>
                {key.rotated_to === null && (
                  <Opener small aria-label={`Rotate ${key.name}`} label="Rotate">
                    {(onClose) => <Rotate apiKey={key} onClose={onClose} onMade={onMade} />}
                  </Opener>
                )}
                <RevokeButton apiKey={key} />
              </span>
            ),
        },
      ]}
    />
  );
}
