import { READ_CONTENTS } from './reading-actions.ts';

/** Actions that have policy statements of their own, or are never granted. */
const APART = [
  'kms:Decrypt',
  's3:GetObject',
  's3:GetObjectTorrent',
  's3:GetObjectVersion',
  'secretsmanager:GetSecretValue',
  'sts:AssumeRole*',
];

/** True where an IAM action pattern matches an action. */
function takesIn(pattern: string, action: string): boolean {
  const parts = pattern.split('*').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(action);
}

/** True for actions that read configuration, not contents, and have no policy statement of their own. */
export function isGrantable(action: string): boolean {
  return ![...READ_CONTENTS, ...APART].some((pattern) => takesIn(pattern, action));
}

/** Splits permissions into the role's own, those of other accounts' roles, and those never granted; unique, sorted. */
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
