import { useState } from 'react';
import { Choice, TextField, wrongAt } from '../../../ui/field.tsx';
import { Confirm, FormDialog } from '../../../ui/form.tsx';
import { type CreatedKey, type Key, type NewKey, useCreateKey, useRevokeKey, useRotateKey } from './queries.ts';
import { Name } from '../../../ui/text.tsx';

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

/** Makes a key, which is then shown this once. */
export function CreateKey({ onClose, onMade }: { onClose: () => void; onMade: (key: CreatedKey) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [days, setDays] = useState('90');
  const create = useCreateKey(onMade);
  return (
    <FormDialog
      title="New API key"
      onClose={onClose}
      action="Create"
      change={create}
      fields={['/name', '/scopes', '/expires_at']}
      onSubmit={() =>
        create.mutate({
          name: name.trim(),
          scopes: [scope],
          expires_at: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        })
      }
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        wrong={wrongAt(create.error, '/name')}
        help="Who or what uses it, as the audit log shows it."
      />
      <Choice
        label="Scope"
        name="scope"
        value={scope}
        options={SCOPES}
        onChoose={setScope}
        wrong={wrongAt(create.error, '/scopes')}
        help="Each includes the ones before it."
      />
      <Choice
        label="Lifetime"
        name="lifetime"
        value={days}
        options={LIFETIMES}
        onChoose={setDays}
        wrong={wrongAt(create.error, '/expires_at')}
      />
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
export function Rotate({
  apiKey,
  onClose,
  onMade,
}: {
  apiKey: Key;
  onClose: () => void;
  onMade: (key: CreatedKey) => void;
}) {
  const [grace, setGrace] = useState('86400');
  const rotate = useRotateKey(onMade);
  return (
    <FormDialog
      title="Key rotation"
      onClose={onClose}
      action="Rotate key"
      change={rotate}
      fields={['/grace_seconds']}
      onSubmit={() => rotate.mutate({ id: apiKey.id, grace: Number(grace) })}
    >
      <p>
        A new key with the same name, scope and expiry takes the place of <Name>{apiKey.name}</Name> …{apiKey.hint}.
      </p>
      <Choice
        label="Old key expires"
        name="grace"
        value={grace}
        options={GRACES}
        onChoose={setGrace}
        wrong={wrongAt(rotate.error, '/grace_seconds')}
      />
    </FormDialog>
  );
}

/** Ends a key, after asking. */
export function Revoke({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const revoke = useRevokeKey(onClose);
  return (
    <Confirm
      title="Revoke key?"
      open
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
