import { useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import { useLack } from '../../../api/use-api.ts';
import { Button } from '../../../ui/button.tsx';
import { orNull, TextField, wrongAt } from '../../../ui/field.tsx';
import { Name, When } from '../../../ui/text.tsx';
import { Note, ProblemNote } from '../../../ui/notes.tsx';
import { type Cloud, useSaveCloud } from './queries.ts';
import { Form } from '../../../ui/form.tsx';
import { Step } from '../layout.tsx';

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

/** Which role it was that was made. */
export function RoleArn({ cloud }: { cloud: Cloud }) {
  const [arn, setArn] = useState(cloud.role_arn ?? '');
  const [reason, setReason] = useState('');
  // From the first refusal until a role is saved.
  const [refused, setRefused] = useState(false);
  const save = useSaveCloud();
  const lack = useLack('admin');
  return (
    <Step
      number={3}
      title="Role ARN"
      done={cloud.role_arn !== null}
      about="Terraform prints it as plumbline_role_arn; CloudFormation lists it in the stack’s outputs."
    >
      <AcceptedRole cloud={cloud} />
      <Form
        action="Save"
        change={save}
        fields={['/role_arn', '/external_id_override']}
        done="Saved."
        unavailable={lack}
        onSubmit={() =>
          save.mutate(
            {
              role_arn: orNull(arn),
              ...(refused && reason.trim() !== '' && { external_id_override: { reason: reason.trim() } }),
            },
            {
              onSuccess: () => {
                setRefused(false);
                setReason('');
              },
              onError: (error) => {
                if (isExposed(error)) setRefused(true);
              },
            },
          )
        }
      >
        <TextField
          label="Role ARN"
          name="role_arn"
          value={arn}
          placeholder="arn:aws:iam::123456789012:role/plumbline"
          onChange={(event) => setArn(event.target.value)}
          wrong={wrongAt(save.error, '/role_arn')}
        />
        {refused && <AcceptReason reason={reason} error={save.error} onType={setReason} />}
      </Form>
    </Step>
  );
}
