import { READ_CONTENTS } from './reading-actions.ts';

/** Actions with policy statements of their own, and those that are never granted. */
const APART = [
  'kms:Decrypt',
  's3:GetObject',
  's3:GetObjectTorrent',
  's3:GetObjectVersion',
  'secretsmanager:GetSecretValue',
  'sts:AssumeRole*',
];

/** Whether a pattern of IAM takes an action in. */
function takesIn(pattern: string, action: string): boolean {
  const parts = pattern.split('*').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(action);
}

/** Whether an action reads what resources are configured as, rather than what they contain, and has no statement of its own. */
export function isGrantable(action: string): boolean {
  return ![...READ_CONTENTS, ...APART].some((pattern) => takesIn(pattern, action));
}

/** The permissions that a role needs itself, those of the roles in other accounts, and those that neither gets; each once, sorted. */
export function neededBy(
  roleArn: string | null,
  needed: readonly { account: string; permission: string }[],
): { own: string[]; elsewhere: string[]; withheld: string[] } {
  const account = roleArn?.split(':')[4];
  const isOwn = (of: string) => account === undefined || of === '' || of === account;
  const sorted = (some: typeof needed) => [...new Set(some.map(({ permission }) => permission))].sort();
  const grantable = needed.filter(({ permission }) => isGrantable(permission));
  return {
    own: sorted(grantable.filter((one) => isOwn(one.account))),
    elsewhere: sorted(grantable.filter((one) => !isOwn(one.account) || one.account === '')),
    withheld: sorted(needed.filter(({ permission }) => !isGrantable(permission))),
  };
}
