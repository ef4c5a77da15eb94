import { useNavigate } from '@tanstack/react-router';
import { useChange, useLack, useOrg } from '../../api/use-api.ts';
import { FormDialog, Opener } from '../../ui/form.tsx';

function StartDialog({ onClose }: { onClose: () => void }) {
  const org = useOrg();
  const navigate = useNavigate();
  const start = useChange(
    'post',
    '/api/v1/orgs/{org_id}/analyses',
    ['analyses', 'overview', 'inventory'],
    ({ id }) => void navigate({ to: '/o/$org/analyses/$id', params: { org, id } }),
  );
  return (
    <FormDialog
      title="Start inventory"
      onClose={onClose}
      action="Start"
      change={start}
      onSubmit={() => start.mutate({ body: { unmanaged: true } })}
    >
      <p>
        It analyses all states first, then lists what the cloud has and compares it with them. That takes more API calls
        than an analysis, and changes nothing.
      </p>
    </FormDialog>
  );
}

/** Starts an analysis with an inventory, and goes to it. */
export function StartInventory() {
  return (
    <div>
      <Opener look="main" unavailable={useLack('write')} label="Start inventory">
        {(close) => <StartDialog onClose={close} />}
      </Opener>
    </div>
  );
}
