import type { JsonObject } from '../../../base/json.ts';

/** The placeholder for the account id in the ARN of a role that many accounts have. */
export const ACCOUNT_PLACEHOLDER = '{account}';

/** The role of one account, from the template for all accounts. */
export function accountRole(template: string, account: string): string {
  return template.replaceAll(ACCOUNT_PLACEHOLDER, account);
}

/** The roles of these accounts, or of all of them, for a policy. */
export function accountRoles(template: string, accounts: readonly string[] | null): string[] {
  return (accounts ?? ['*']).map((account) => accountRole(template, account));
}

export type SessionPolicy = { policyArns: string[]; policy: JsonObject };

/**
 * The maximum permissions of a session, whatever its role allows: AWS grants only what both allow. AWS's own
 * ReadOnlyAccess and SecurityAudit are named, not written out: an inline session policy has at most 2,048 characters,
 * and AWS keeps them up to date. The inline part allows further actions that neither includes; the role decides whether
 * it has them. `onward`: the role that the session assumes in other accounts.
 */
export function sessionPolicy(roleArn: string, onward: string | undefined): SessionPolicy {
  const partition = roleArn.split(':')[1] ?? 'aws';
  const managed = (name: string) => `arn:${partition}:iam::aws:policy/${name}`;
  const beyond = {
    Effect: 'Allow',
    // States, and other data that the role may decrypt; secrets only where the role was allowed to read them.
    Action: ['kms:Decrypt', 'secretsmanager:GetSecretValue', 's3:GetObject', 's3:ListBucket'],
    Resource: '*',
  };
  const chain = { Effect: 'Allow', Action: 'sts:AssumeRole', Resource: accountRoles(onward ?? '', null) };
  return {
    policyArns: [managed('ReadOnlyAccess'), managed('SecurityAudit')],
    policy: { Version: '2012-10-17', Statement: onward === undefined ? [beyond] : [beyond, chain] },
  };
}
