import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField, wrongAt } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { useCreateOrganization } from './queries.ts';

/** Makes an organization, and goes on to connecting its cloud. */
export function MakeOrganization() {
  const [making, setMaking] = useState(false);
  return (
    <>
      <Button look="main" onClick={() => setMaking(true)}>
        Create organization
      </Button>
      {making && <Create onClose={() => setMaking(false)} />}
    </>
  );
}

function Create({ onClose }: { onClose: () => void }) {
  const [login, setLogin] = useState('');
  const navigate = useNavigate();
  const create = useCreateOrganization(({ id }) => {
    onClose();
    void navigate({ to: '/o/$org/settings/cloud', params: { org: id } });
  });
  return (
    <FormDialog
      title="New organization"
      onClose={onClose}
      action="Create"
      change={create}
      fields={['/login']}
      onSubmit={() => create.mutate({ login: login.trim() })}
    >
      <TextField
        label="Name"
        name="login"
        required
        value={login}
        onChange={(event) => setLogin(event.target.value)}
        wrong={wrongAt(create.error, '/login')}
        help="Its name on the code host, or any unused name: letters, digits, and . _ - inside."
      />
    </FormDialog>
  );
}
