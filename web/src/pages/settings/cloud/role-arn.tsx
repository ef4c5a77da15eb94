import { useState } from 'react';
import { useLack } from '../../../api/use-api.ts';
import { orNull, TextField, wrongAt } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { AcceptedRole, AcceptReason, isExposed } from './external-id.tsx';
import { useSaveCloud, type Cloud } from './queries.ts';
import { Step } from './step.tsx';

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
