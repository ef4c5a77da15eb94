import { useLack } from '../../../api/use-api.ts';
import { orNull, TextArea, TextField } from '../../../ui/field.tsx';
import { Fields, SaveForm, useForm } from '../../../ui/form.tsx';
import { Section } from '../../../ui/page.tsx';
import { useSaveCloud, useSetup, type Cloud, type CloudPatch } from './queries.ts';
import { Placeholders, RoleWays } from './role-texts.tsx';

function accountsOf(text: string): string[] | null {
  const accounts = text.split(/[\s,;]+/).filter((one) => one !== '');
  return accounts.length === 0 ? null : accounts;
}

/** The typed JSON; undefined if it is invalid. */
function parsed(text: string): CloudPatch['provider_settings'] | undefined {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as CloudPatch['provider_settings'];
  } catch {
    return undefined;
  }
}

/** Optional settings: other accounts, encrypted states, provider tags. */
export function Accounts({ cloud }: { cloud: Cloud }) {
  const save = useSaveCloud();
  const form = useForm(
    {
      account_role_arn: cloud.account_role_arn ?? '',
      accounts: (cloud.accounts ?? []).join('\n'),
      state_key_arn: cloud.state_key_arn ?? '',
      provider_settings: cloud.provider_settings === null ? '' : JSON.stringify(cloud.provider_settings, null, 2),
    },
    save,
  );
  const { values, text, patch } = form;
  const lack = useLack('write');
  const notAdmin = useLack('admin');
  const readOnly = notAdmin !== undefined;
  const setup = useSetup();
  const isJson = parsed(values.provider_settings) !== undefined;
  const send = { account_role_arn: orNull, accounts: accountsOf, state_key_arn: orNull, provider_settings: parsed };
  return (
    <Section
      title="More accounts, encryption, tags"
      about="Optional. Other accounts are read with a role of the same name in each, which the first role assumes."
    >
      <SaveForm
        form={form}
        input={isJson ? { body: patch(send) } : undefined}
        done="Saved. Update the role: its permissions may have changed."
        unavailable={lack}
      >
        <Fields>
          <TextField
            {...text('account_role_arn')}
            label="Role in other accounts"
            placeholder="arn:aws:iam::{account}:role/plumbline"
            readOnly={readOnly}
            help={notAdmin ?? 'With {account} in place of the account id.'}
          />
          <TextField
            {...text('state_key_arn')}
            label="KMS key of the states"
            readOnly={readOnly}
            help={notAdmin ?? 'Where OpenTofu encrypts the states with AWS KMS: the ARN of the key.'}
          />
          <TextArea
            {...text('accounts')}
            label="Only these accounts"
            readOnly={readOnly}
            help={notAdmin ?? 'Ids of 12 digits, one a line. Blank = whichever a state names.'}
          />
          <TextArea
            {...text('provider_settings')}
            {...(!isJson && { wrong: 'Invalid JSON. Check brackets, commas and quotes.' })}
            label="Provider tags (JSON)"
            placeholder={'{ "*": { "ignore_tags": { "keys": ["cost-center"] } } }'}
            help="ignore_tags and default_tags by provider configuration: aws, aws.west, or * for all."
          />
        </Fields>
      </SaveForm>
      {setup.data?.account_role && (
        <>
          <h3>Role for other accounts</h3>
          <Placeholders missing={setup.data.missing} />
          <RoleWays role={setup.data.account_role} label="The role of other accounts" />
        </>
      )}
    </Section>
  );
}
