import { Choice, TextField } from '../../../ui/field.tsx';
import { Confirm, FormDialog, useForm } from '../../../ui/form.tsx';
import { Name } from '../../../ui/text.tsx';
import { useCreateKey, useRevokeKey, useRotateKey, type CreatedKey, type Key, type NewKey } from './queries.ts';

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

/** Creates a key, which is then shown this once. */
export function CreateKey({ onClose, onMade }: Made) {
  const create = useCreateKey(onMade);
  const { values, text, choice, props } = useForm({ name: '', scopes: 'read' as Scope, expires_at: '90' }, create);
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
