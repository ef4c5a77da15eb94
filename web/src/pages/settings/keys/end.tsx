import { useState } from 'react';
import { Confirm } from '../../../ui/dialog.tsx';
import { Choice, wrongAt } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { Name } from '../../../ui/name.tsx';
import { useRevokeKey, useRotateKey, type CreatedKey, type Key } from './queries.ts';

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
