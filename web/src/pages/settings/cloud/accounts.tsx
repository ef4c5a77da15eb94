import { useQuery } from '@tanstack/react-query';
import { useApi, useLack, useOrg } from '../../../api/use-api.ts';
import { Fields, Form, useTyped } from '../../../ui/form.tsx';
import { orNull, TextArea, TextField, wrongAt } from '../../../ui/field.tsx';
import { Section } from '../../../ui/page.tsx';
import { type Cloud, type CloudPatch, setupQuery, useSaveCloud } from './queries.ts';
import { Placeholders, RoleWays } from './role-texts.tsx';

const listed = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '');

/** What was typed as JSON; undefined where it is none. */
function parsed(text: string): CloudPatch['provider_settings'] | undefined {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as CloudPatch['provider_settings'];
  } catch {
    return undefined;
  }
}

/** What most do not need: other accounts, encrypted states, tags that others set. */
export function Accounts({ cloud }: { cloud: Cloud }) {
  const { values, typed, type, forget } = useTyped({
    role: cloud.account_role_arn ?? '',
    accounts: (cloud.accounts ?? []).join('\n'),
    stateKey: cloud.state_key_arn ?? '',
    tags: cloud.provider_settings === null ? '' : JSON.stringify(cloud.provider_settings, null, 2),
  });
  const save = useSaveCloud();
  const lack = useLack('write');
  const notAdmin = useLack('admin');
  const readOnly = notAdmin !== undefined;
  const setup = useQuery(setupQuery(useApi(), useOrg()));
  const settings = parsed(values.tags);
  const named = listed(values.accounts);
  return (
    <Section
      title="More accounts, encryption, tags"
      about="Optional. Other accounts are read with a role of the same name in each, which the first role assumes."
    >
      <Form
        action="Save"
        change={save}
        fields={['/account_role_arn', '/accounts', '/state_key_arn', '/provider_settings']}
        done="Saved. Update the role: its permissions may have changed."
        unavailable={lack}
        onSubmit={() => {
          if (settings === undefined) return;
          save.mutate(
            {
              ...(typed.role !== undefined && { account_role_arn: orNull(typed.role) }),
              ...(typed.accounts !== undefined && { accounts: named.length === 0 ? null : named }),
              ...(typed.stateKey !== undefined && { state_key_arn: orNull(typed.stateKey) }),
              ...(typed.tags !== undefined && { provider_settings: settings }),
            },
            { onSuccess: forget },
          );
        }}
      >
        <Fields>
          <TextField
            label="Role in other accounts"
            name="account_role_arn"
            value={values.role}
            placeholder="arn:aws:iam::{account}:role/plumbline"
            onChange={({ target }) => type({ role: target.value })}
            wrong={wrongAt(save.error, '/account_role_arn')}
            readOnly={readOnly}
            help={notAdmin ?? 'With {account} in place of the account id.'}
          />
          <TextField
            label="KMS key of the states"
            name="state_key_arn"
            value={values.stateKey}
            onChange={({ target }) => type({ stateKey: target.value })}
            wrong={wrongAt(save.error, '/state_key_arn')}
            readOnly={readOnly}
            help={notAdmin ?? 'Where OpenTofu encrypts the states with AWS KMS: the ARN of the key.'}
          />
          <TextArea
            label="Only these accounts"
            name="accounts"
            value={values.accounts}
            onChange={({ target }) => type({ accounts: target.value })}
            wrong={wrongAt(save.error, '/accounts')}
            readOnly={readOnly}
            help={notAdmin ?? 'Ids of 12 digits, one a line. Blank = whichever a state names.'}
          />
          <TextArea
            label="Provider tags (JSON)"
            name="provider_settings"
            value={values.tags}
            placeholder={'{ "*": { "ignore_tags": { "keys": ["cost-center"] } } }'}
            onChange={({ target }) => type({ tags: target.value })}
            wrong={
              settings === undefined
                ? 'Invalid JSON. Check brackets, commas and quotes.'
                : wrongAt(save.error, '/provider_settings')
            }
            help="ignore_tags and default_tags by provider configuration: aws, aws.west, or * for all."
          />
        </Fields>
      </Form>
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
