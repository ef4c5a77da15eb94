import { useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import { useLack } from '../../../api/use-api.ts';
import { Button } from '../../../ui/button.tsx';
import { orNull, TextField } from '../../../ui/field.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { Note, ProblemNote } from '../../../ui/notes.tsx';
import { Name, When } from '../../../ui/text.tsx';
import { Step } from '../layout.tsx';
import { useSaveCloud, type Cloud } from './queries.ts';

/** A note on who accepted that the role can be assumed without the external id, with a button to withdraw that. */
function AcceptedRole({ cloud }: { cloud: Cloud }) {
  const save = useSaveCloud();
  const lack = useLack('admin');
  const { external_id_override: accepted } = cloud;
  if (accepted === null) return null;
  return (
    <Note>
      <p>
        <strong>External ID enforced: no.</strong> <Name text={accepted.by} /> accepted that <When at={accepted.at} />:{' '}
        <Name text={accepted.reason} />
      </p>
      <Button
        label="Require the external ID"
        small
        unavailable={lack}
        busy={save.isPending}
        onClick={() => save.mutate({ body: { external_id_override: null } })}
      />
      <ProblemNote error={save.error} />
    </Note>
  );
}

/** Whether the server refused a role because it can be assumed without the external id. */
const isExposed = (error: unknown): boolean => error instanceof Problem && error.code === 'external_id_not_required';

export function RoleArn({ cloud }: { cloud: Cloud }) {
  const save = useSaveCloud();
  const { values, text, type, props } = useForm({ role_arn: cloud.role_arn ?? '', external_id_override: '' }, save);
  // From the first refusal until a role is saved.
  const [refused, setRefused] = useState(false);
  const lack = useLack('admin');
  const reason = values.external_id_override.trim();
  function submit() {
    const override = refused && reason !== '' && { external_id_override: { reason } };
    save.mutate(
      { body: { role_arn: orNull(values.role_arn), ...override } },
      {
        onSuccess: () => {
          setRefused(false);
          type({ external_id_override: '' });
        },
        onError: (error) => {
          if (isExposed(error)) setRefused(true);
        },
      },
    );
  }
  return (
    <Step
      number={3}
      title="Role ARN"
      done={cloud.role_arn !== null}
      about="Terraform prints it as plumbline_role_arn; CloudFormation lists it in the stack’s outputs."
    >
      <AcceptedRole cloud={cloud} />
      <Form {...props} action="Save" done="Saved." unavailable={lack} onSubmit={submit}>
        <TextField {...text('role_arn')} label="Role ARN" placeholder="arn:aws:iam::123456789012:role/plumbline" />
        {refused && (
          <TextField
            {...text('external_id_override')}
            label="Reason to use it anyway"
            maxLength={500}
            help="Better: fix the trust policy and save again. The reason is kept in the audit log and ends with this role."
          />
        )}
      </Form>
    </Step>
  );
}
