import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice, TextField } from '../../../ui/field.tsx';
import { Confirm, FormDialog, ShownOnce, useForm } from '../../../ui/form.tsx';
import { isPast, Name, When } from '../../../ui/text.tsx';
import {
  type CreatedKey,
  type Key,
  keysQuery,
  type NewKey,
  useCreateKey,
  useRevokeKey,
  useRotateKey,
} from './queries.ts';
import { Badge, type Sign } from '../../../ui/badge.tsx';
import styles from '../settings.module.css';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty, Rows } from '../../../ui/notes.tsx';
import { Section } from '../../../ui/page.tsx';
import { Table } from '../../../ui/table.tsx';
import { Needs, SettingsPage } from '../layout.tsx';

type Scope = NewKey['scopes'][number];

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

type Typed = { name: string; scopes: Scope; expires_at: string };

/** Creates a key, which is then shown this once. */
export function CreateKey({ onClose, onMade }: Made) {
  const create = useCreateKey(onMade);
  const { values, text, choice, props } = useForm<Typed>({ name: '', scopes: 'read', expires_at: '90' }, create);
  const { name, scopes, expires_at: days } = values;
  function submit() {
    const expires_at = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    create.mutate({ name: name.trim(), scopes: [scopes], expires_at });
  }
  return (
    <FormDialog {...props} title="New API key" onClose={onClose} action="Create key" onSubmit={submit}>
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

/** Has a new key take the place of one. */
export function Rotate({ apiKey, onClose, onMade }: Made & { apiKey: Key }) {
  const rotate = useRotateKey(onMade);
  const { values, choice, props } = useForm({ grace_seconds: '86400' }, rotate);
  return (
    <FormDialog
      {...props}
      title="Key rotation"
      onClose={onClose}
      action="Rotate key"
      onSubmit={() => rotate.mutate({ id: apiKey.id, grace: Number(values.grace_seconds) })}
    >
      <p>
        A new key with the same name, scope and expiry takes the place of <Name>{apiKey.name}</Name> …{apiKey.hint}.
      </p>
      <Choice {...choice('grace_seconds')} label="Old key expires" options={GRACES} />
    </FormDialog>
  );
}

/** Ends a key, after asking. */
export function Revoke({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const revoke = useRevokeKey(onClose);
  return (
    <Confirm
      title="Revoke key?"
      onClose={onClose}
      action="Revoke key"
      change={revoke}
      onConfirm={() => revoke.mutate(apiKey.id)}
    >
      <p>
        Whatever uses <Name>{apiKey.name}</Name> …{apiKey.hint} is refused from now on, and whoever signed in with it is
        signed out. This cannot be undone.
      </p>
    </Confirm>
  );
}

export const isAlive = ({ revoked_at, expires_at }: Key): boolean =>
  revoked_at === null && (expires_at === null || !isPast(expires_at));

function keyStatus(key: Key): Sign {
  if (key.revoked_at !== null) return ['unknown', 'stopped', 'revoked'];
  if (!isAlive(key)) return ['unknown', 'waiting', 'expired'];
  return key.rotated_to === null ? ['good', 'good', 'active'] : ['medium', 'waiting', 'replaced'];
}

/** The status of a key, and until when it is active. */
export function KeyBadge({ apiKey }: { apiKey: Key }) {
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

export function KeysPage() {
  return (
    <SettingsPage
      title="API keys"
      about="What scripts, agents and people sign in with. A key belongs to this organization and can do what its scope says."
    >
      <Needs scope="admin" what="Only administrators of the organization see and create keys.">
        <Keys />
      </Needs>
    </SettingsPage>
  );
}

type Open = { what: 'create' } | { what: 'rotate' | 'revoke'; key: Key } | undefined;

function Keys() {
  const query = useInfiniteQuery(keysQuery(useApi(), useOrg()));
  const [open, setOpen] = useState<Open>();
  const [made, setMade] = useState<CreatedKey>();
  const close = () => setOpen(undefined);
  function show(key: CreatedKey) {
    close();
    setMade(key);
  }
  const create = (
    <Button look="main" onClick={() => setOpen({ what: 'create' })}>
      Create key
    </Button>
  );
  return (
    <>
      <Section title="Keys" actions={create}>
        <Rows
          query={query}
          what="the keys"
          more="keys"
          height="16rem"
          empty={<Empty title="No keys yet">Create one for each script, agent and person.</Empty>}
        >
          {(keys) => <KeyTable keys={keys} onOpen={setOpen} />}
        </Rows>
      </Section>
      {open?.what === 'create' && <CreateKey onClose={close} onMade={show} />}
      {open?.what === 'rotate' && <Rotate apiKey={open.key} onClose={close} onMade={show} />}
      {open?.what === 'revoke' && <Revoke apiKey={open.key} onClose={close} />}
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

function KeyTable({ keys, onOpen }: { keys: readonly Key[]; onOpen: (open: Open) => void }) {
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
              <Name>{name}</Name> <code className={styles.muted}>…{hint}</code>
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
                  <Button small aria-label={`Rotate ${key.name}`} onClick={() => onOpen({ what: 'rotate', key })}>
                    Rotate
                  </Button>
                )}
                <Button
                  small
                  look="danger"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => onOpen({ what: 'revoke', key })}
                >
                  Revoke
                </Button>
              </span>
            ),
        },
      ]}
    />
  );
}
