import { useState } from 'react';
import { useLack } from '../../../api/use-api.ts';
import { orNull, TextField, wrongAt } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { useSaveCloud, type Cloud } from './queries.ts';
import { Step } from './step.tsx';

/** Which role it was that was made. */
export function RoleArn({ cloud }: { cloud: Cloud }) {
  const [arn, setArn] = useState(cloud.role_arn ?? '');
  const save = useSaveCloud();
  const lack = useLack('write');
  return (
    <Step
      number={3}
      title="Name the role"
      done={cloud.role_arn !== null}
      about="Terraform prints its ARN as plumbline_role_arn, CloudFormation has it among the outputs of the stack."
    >
      <Form
        action="Save"
        change={save}
        fields={['/role_arn']}
        done="Saved."
        unavailable={lack}
        onSubmit={() => save.mutate({ role_arn: orNull(arn) })}
      >
        <TextField
          label="ARN of the role"
          name="role_arn"
          value={arn}
          placeholder="arn:aws:iam::123456789012:role/plumbline"
          onChange={(event) => setArn(event.target.value)}
          wrong={wrongAt(save.error, '/role_arn')}
        />
      </Form>
    </Step>
  );
}
