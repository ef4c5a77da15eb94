import type { JsonObject } from '../../../base/json.ts';

/** The placeholder for an account's id in the name of a role that many accounts have. */
export const ACCOUNT_PLACEHOLDER = '{account}';

/** The role of one account, by the name that it has in all of them. */
export function accountRole(template: string, account: string): string {
  return template.replaceAll(ACCOUNT_PLACEHOLDER, account);
}

/** The roles of these accounts, or of all of them, for a policy. */
export function accountRoles(template: string, accounts: readonly string[] | null): string[] {
  return (accounts ?? ['*']).map((account) => accountRole(template, account));
}

export type SessionPolicy = { policyArns: string[]; policy: JsonObject };

/**
 * What a session may do at most, whatever its role may: a session has what both the role and this allow. AWS's own
 * ReadOnlyAccess and SecurityAudit are named rather than written out, for an inline policy has 2,048 characters, and AWS
 * keeps them up to date with its services. Neither takes in what follows in the inline part; whether the role may do it is for
 * the role to say. `onward` is the role that the session assumes in other accounts.
 */
export function sessionPolicy(roleArn: string, onward: string | undefined): SessionPolicy {
  const partition = roleArn.split(':')[1] ?? 'aws';
  const managed = (name: string) => `arn:${partition}:iam::aws:policy/${name}`;
  const beyond = {
    Effect: 'Allow',
    // The states, and whatever else the role lets us decrypt; secrets only where somebody allowed the role to read them.
    Action: ['kms:Decrypt', 'secretsmanager:GetSecretValue', 's3:GetObject', 's3:ListBucket'],
    Resource: '*',
  };
  const chain = { Effect: 'Allow', Action: 'sts:AssumeRole', Resource: accountRoles(onward ?? '', null) };
  return {
    policyArns: [managed('ReadOnlyAccess'), managed('SecurityAudit')],
    policy: { Version: '2012-10-17', Statement: onward === undefined ? [beyond] : [beyond, chain] },
  };
}
