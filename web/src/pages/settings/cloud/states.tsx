import { useLack } from '../../../api/use-api.ts';
import { orNull, TextField } from '../../../ui/field.tsx';
import { Fields, Form, useForm } from '../../../ui/form.tsx';
import { Step } from '../layout.tsx';
import { useSaveCloud, type Cloud } from './queries.ts';

export function States({ cloud }: { cloud: Cloud }) {
  const save = useSaveCloud();
  const { text, patch, forget, props } = useForm(
    { state_bucket: cloud.state_bucket ?? '', state_prefix: cloud.state_prefix ?? '', region: cloud.region ?? '' },
    save,
  );
  const lack = useLack('write');
  const notAdmin = useLack('admin');
  const submit = () =>
    save.mutate(
      patch({ state_bucket: orNull, state_prefix: (typed: string) => (typed === '' ? null : typed), region: orNull }),
      { onSuccess: forget },
    );
  return (
    <Step
      number={1}
      title="State bucket"
      done={cloud.state_bucket !== null}
      about="The S3 bucket that Terraform or OpenTofu writes its states to."
    >
      <Form {...props} action="Save" done="Saved." unavailable={lack} onSubmit={submit}>
        <Fields>
          <TextField
            {...text('state_bucket')}
            label="Bucket"
            placeholder="acme-terraform-states"
            readOnly={notAdmin !== undefined}
            help={notAdmin ?? 'Its name; it may be in any region.'}
          />
          <TextField
            {...text('state_prefix')}
            label="Prefix"
            placeholder="prod/"
            help="Only keys that start with it. Blank = the whole bucket."
          />
          <TextField
            {...text('region')}
            label="Default region"
            placeholder="eu-west-1"
            help="For resources whose state names no region."
          />
        </Fields>
      </Form>
    </Step>
  );
}
