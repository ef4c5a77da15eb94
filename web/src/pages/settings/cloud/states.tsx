import { useLack } from '../../../api/use-api.ts';
import { Fields, Form, useTyped } from '../../../ui/form.tsx';
import { orNull, TextField, wrongAt } from '../../../ui/field.tsx';
import { type Cloud, useSaveCloud } from './queries.ts';
import { Step } from '../layout.tsx';

/** Where the states lie. */
export function States({ cloud }: { cloud: Cloud }) {
  const { values, typed, type, forget } = useTyped({
    bucket: cloud.state_bucket ?? '',
    prefix: cloud.state_prefix ?? '',
    region: cloud.region ?? '',
  });
  const save = useSaveCloud();
  const lack = useLack('write');
  const notAdmin = useLack('admin');
  return (
    <Step
      number={1}
      title="State bucket"
      done={cloud.state_bucket !== null}
      about="The S3 bucket that Terraform or OpenTofu writes its states to."
    >
      <Form
        action="Save"
        change={save}
        fields={['/state_bucket', '/state_prefix', '/region']}
        done="Saved."
        unavailable={lack}
        onSubmit={() =>
          save.mutate(
            {
              ...(typed.bucket !== undefined && { state_bucket: orNull(typed.bucket) }),
              ...(typed.prefix !== undefined && { state_prefix: typed.prefix === '' ? null : typed.prefix }),
              ...(typed.region !== undefined && { region: orNull(typed.region) }),
            },
            { onSuccess: forget },
          )
        }
      >
        <Fields>
          <TextField
            label="Bucket"
            name="state_bucket"
            value={values.bucket}
            placeholder="acme-terraform-states"
            onChange={({ target }) => type({ bucket: target.value })}
            wrong={wrongAt(save.error, '/state_bucket')}
            readOnly={notAdmin !== undefined}
            help={notAdmin ?? 'Its name; it may lie in any region.'}
          />
          <TextField
            label="Prefix"
            name="state_prefix"
            value={values.prefix}
            placeholder="prod/"
            onChange={({ target }) => type({ prefix: target.value })}
            wrong={wrongAt(save.error, '/state_prefix')}
            help="Only keys that start with it. Blank = the whole bucket."
          />
          <TextField
            label="Default region"
            name="region"
            value={values.region}
            placeholder="eu-west-1"
            onChange={({ target }) => type({ region: target.value })}
            wrong={wrongAt(save.error, '/region')}
            help="For resources whose state names no region."
          />
        </Fields>
      </Form>
    </Step>
  );
}
