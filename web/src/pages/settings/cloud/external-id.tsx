import { Problem } from '../../../api/problem.ts';
import { useLack } from '../../../api/use-api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField, wrongAt } from '../../../ui/field.tsx';
import { Name } from '../../../ui/name.tsx';
import { Note, ProblemNote } from '../../../ui/notes.tsx';
import { When } from '../../../ui/when.tsx';
import { useSaveCloud, type Cloud } from './queries.ts';

/** Who accepted that the role can be assumed without the external id, and the way back. */
export function AcceptedRole({ cloud }: { cloud: Cloud }) {
  const save = useSaveCloud();
  const lack = useLack('admin');
  const { external_id_override: accepted } = cloud;
  if (accepted === null) return null;
  return (
    <Note>
      <p>
        <strong>External ID enforced: no.</strong> <Name>{accepted.by}</Name> accepted that <When at={accepted.at} />:{' '}
        <Name>{accepted.reason}</Name>
      </p>
      <Button
        small
        unavailable={lack}
        busy={save.isPending}
        onClick={() => save.mutate({ external_id_override: null })}
      >
        Require the external ID
      </Button>
      {save.error !== null && <ProblemNote error={save.error} />}
    </Note>
  );
}

/** Whether the server refused a role because it can be assumed without the external id. */
export const isExposed = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'external_id_not_required';

/** The reason to use a role all the same. */
export function AcceptReason({
  reason,
  error,
  onType,
}: {
  reason: string;
  error: unknown;
  onType: (reason: string) => void;
}) {
  return (
    <TextField
      label="Reason to use it anyway"
      name="external_id_override"
      maxLength={500}
      value={reason}
      onChange={({ target }) => onType(target.value)}
      wrong={wrongAt(error, '/external_id_override')}
      help="Better: fix the trust policy and save again. The reason is kept in the audit log and ends with this role."
    />
  );
}
