import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ask } from '../../api/client.ts';
import { useApi, useChange, useLack, useOrg } from '../../api/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/form.tsx';
import { Choice, TextField, wrongAt } from '../../ui/field.tsx';
import { visible } from '../../ui/text.tsx';
import { ProblemNote } from '../../ui/notes.tsx';
import { choosableQuery } from '../repositories/queries.ts';

function StartForm({ onClose }: { onClose: () => void }) {
  const [repository, setRepository] = useState('');
  const [prefix, setPrefix] = useState('');
  const api = useApi();
  const org = useOrg();
  const navigate = useNavigate();
  const { data: repositories = [] } = useQuery(choosableQuery(api, org));
  const start = useChange(
    () =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/analyses', {
          params: { path: { org_id: org } },
          body: {
            ...(repository !== '' && { repo_id: repository }),
            ...(prefix !== '' && { state_prefix: prefix }),
          },
        }),
      ),
    {
      stale: [
        [org, 'analyses'],
        [org, 'overview'],
      ],
      onSuccess: ({ id }) => void navigate({ to: '/o/$org/analyses/$id', params: { org, id } }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <form onSubmit={submit}>
      <p>It compares the states with the cloud, and changes nothing.</p>
      {repositories.length > 0 && (
        <Choice
          label="States"
          value={repository}
          onChoose={setRepository}
          options={[['', 'All'], ...repositories.map((one) => [one.id, `Those of ${visible(one.full_name)}`] as const)]}
          wrong={wrongAt(start.error, '/repo_id')}
        />
      )}
      <TextField
        label="Key prefix"
        help="Such as network/, below the organization’s own prefix. Blank = all keys."
        maxLength={900}
        value={prefix}
        onChange={({ target }) => setPrefix(target.value)}
        wrong={wrongAt(start.error, '/state_prefix')}
      />
      {start.error !== null && <ProblemNote error={start.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main" type="submit" busy={start.isPending}>
          Start
        </Button>
      </DialogActions>
    </form>
  );
}

/** Starts an analysis, of everything or of a part, and goes to it. */
export function StartAnalysis() {
  const [open, setOpen] = useState(false);
  const lack = useLack('write');
  return (
    <div>
      <Button look="main" unavailable={lack} onClick={() => setOpen(true)}>
        Start analysis
      </Button>
      <Dialog title="Start analysis" open={open} onClose={() => setOpen(false)}>
        <StartForm onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}
