import { useState } from 'react';
import { Confirm } from '../../../ui/dialog.tsx';
import { Choice, wrongAt } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { Name } from '../../../ui/name.tsx';
import { useRevokeKey, useRotateKey, type CreatedKey, type Key } from './queries.ts';

const GRACES = [
  ['0', 'it stops at once'],
  ['3600', 'one more hour'],
  ['86400', 'one more day'],
  ['604800', 'one more week'],
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
      title="Rotate the key"
      onClose={onClose}
      action="Rotate it"
      change={rotate}
      fields={['/grace_seconds']}
      onSubmit={() => rotate.mutate({ id: apiKey.id, grace: Number(grace) })}
    >
      <p>
        A new key with the same name, scope and expiry takes the place of <Name>{apiKey.name}</Name> …{apiKey.hint}.
      </p>
      <Choice
        label="The old key works for"
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
      title="Revoke the key?"
      open
      onClose={onClose}
      action="Revoke the key"
      change={revoke}
      onConfirm={() => revoke.mutate(apiKey.id)}
    >
      <p>
        Whatever uses <Name>{apiKey.name}</Name> …{apiKey.hint} is refused from now on, and whoever signed in with it is
        signed out. It cannot be taken back.
      </p>
    </Confirm>
  );
}
