import { useNavigate } from '@tanstack/react-router';
import { withoutEmpty } from '../../api/search.ts';
import { useChange, useLack, useOrg } from '../../api/use-api.ts';
import { Choice, TextField } from '../../ui/field.tsx';
import { FormDialog, Opener, useForm } from '../../ui/form.tsx';
import { visible } from '../../ui/text.tsx';
import { useChoosable } from '../repositories/queries.ts';

function StartDialog({ onClose }: { onClose: () => void }) {
  const org = useOrg();
  const navigate = useNavigate();
  const { data: repositories = [] } = useChoosable();
  const start = useChange(
    'post',
    '/api/v1/orgs/{org_id}/analyses',
    ['analyses', 'overview'],
    ({ id }) => void navigate({ to: '/o/$org/analyses/$id', params: { org, id } }),
  );
  const { values, text, choice, props } = useForm({ repo_id: '', state_prefix: '' }, start);
  return (
    <FormDialog
      {...props}
      title="Start analysis"
      onClose={onClose}
      action="Start"
      onSubmit={() => start.mutate({ body: withoutEmpty(values) })}
    >
      <p>It compares the states with the cloud, and changes nothing.</p>
      {repositories.length > 0 && (
        <Choice
          {...choice('repo_id')}
          label="States"
          options={[['', 'All'], ...repositories.map((one) => [one.id, `Those of ${visible(one.full_name)}`] as const)]}
        />
      )}
      <TextField
        {...text('state_prefix')}
        label="Key prefix"
        help="Such as network/, below the organization’s own prefix. Blank = all keys."
        maxLength={900}
      />
    </FormDialog>
  );
}

/** Starts an analysis, of everything or of a part, and goes to it. */
export function StartAnalysis() {
  return (
    <div>
      <Opener look="main" unavailable={useLack('write')} label="Start analysis">
        {(close) => <StartDialog onClose={close} />}
      </Opener>
    </div>
  );
}
