import { useState } from 'react';
import { Choice, TextField, wrongAt } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { useCreateKey, type CreatedKey, type NewKey } from './queries.ts';

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
