import { useState } from 'react';
import { Asked, Note } from '../../../ui/notes.tsx';
import { CodeBlock, CopyButton } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import styles from '../settings.module.css';
import { type Cloud, type Setup, useSetup } from './queries.ts';
import { Step } from '../layout.tsx';

type Role = Setup['role'];

const MISSING: Record<Setup['missing'][number], string> = {
  principal:
    'This server has no working AWS credentials of its own yet, so it cannot tell which account to trust: its operator sets AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or runs it in AWS with a role, and starts it anew.',
  state_bucket: 'Set the bucket first: the permissions depend on it.',
  role_arn: 'Set the first role before you create those of other accounts: they trust it.',
};

const json = (policy: unknown) => JSON.stringify(policy, null, 2);

/** A text to create the role. Unknown values are in angle brackets, which occur nowhere else in it. */
function RoleText({ label, children }: { label: string; children: string }) {
  const [placeholder] = /<[a-z][A-Za-z_ ]*>/.exec(children) ?? [];
  return (
    <CodeBlock label={label} warning={placeholder && `Not complete: it still has the placeholder ${placeholder}`}>
      {children}
    </CodeBlock>
  );
}

/** The ways to create a role; all of them create the same role. */
export function RoleWays({ role, label }: { role: Role; label: string }) {
  const [way, setWay] = useState('terraform');
  return (
    <Tabs
      label={label}
      value={way}
      onChange={setWay}
      tabs={[
        {
          id: 'terraform',
          title: 'Terraform',
          content: <RoleText label={`${label}: Terraform`}>{role.terraform}</RoleText>,
        },
        {
          id: 'cloudformation',
          title: 'CloudFormation',
          content: (
            <>
              <RoleText label={`${label}: CloudFormation template`}>{role.cloudformation}</RoleText>
              <p className={styles.muted}>
                Deploy it with <code>--capabilities CAPABILITY_NAMED_IAM</code>: the role has a fixed name.
              </p>
            </>
          ),
        },
        {
          id: 'policies',
          title: 'Policies',
          content: (
            <div className={styles.cards}>
              <h3>Trust policy: who may assume the role</h3>
              <RoleText label={`${label}: trust policy`}>{json(role.trust_policy)}</RoleText>
              <h3>Permission policy: what it may do</h3>
              <RoleText label={`${label}: permission policy`}>{json(role.permission_policy)}</RoleText>
            </div>
          ),
        },
      ]}
    />
  );
}

/** The unknown values in the texts, and what to do about them. */
export function Placeholders({ missing }: { missing: Setup['missing'] }) {
  if (missing.length === 0) return null;
  return (
    <Note>
      {missing.map((one) => (
        <p key={one}>{MISSING[one]}</p>
      ))}
    </Note>
  );
}

function Copied({ text }: { text: string }) {
  return (
    <span className={styles.line}>
      <code>{text}</code> <CopyButton text={text} />
    </span>
  );
}

const ofThisRole = (missing: Setup['missing']) => missing.filter((one) => one !== 'role_arn');

/** The role to create, with all its texts. @param refused whether the last attempt to assume it was refused */
export function RoleTexts({ cloud, refused }: { cloud: Cloud; refused: boolean }) {
  const query = useSetup();
  const isComplete = query.data !== undefined && ofThisRole(query.data.missing).length === 0;
  return (
    <Step
      number={2}
      title="IAM role"
      done={cloud.role_arn !== null && isComplete && !refused}
      about="Create it in the AWS account to read. It trusts Plumbline’s account, and only with your external id, which nobody else has."
    >
      <Asked query={query} what="the role" height="26rem">
        {({ role, external_id: externalId, principal, missing }) => (
          <>
            <div className={styles.copied}>
              <Facts
                facts={{
                  'External ID': <Copied text={externalId} />,
                  'Trusted account': principal === null ? 'unknown yet' : <Copied text={principal} />,
                }}
              />
            </div>
            <Placeholders missing={ofThisRole(missing)} />
            <RoleWays role={role} label="The role" />
          </>
        )}
      </Asked>
    </Step>
  );
}
