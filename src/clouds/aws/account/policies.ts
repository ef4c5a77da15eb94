import type { JsonObject } from '../../../base/json.ts';
import type { LockTable } from '../../../base/state-source.ts';
import { lockDenial, lockStatements, READ_LOCK, type Locks } from './lock-policies.ts';
import { READ_CONFIGURATION, READ_CONTENTS } from './reading-actions.ts';
import { accountRoles } from './session-policy.ts';
import { allow, decryptVia, deny, policyOf } from './statements.ts';

/** An ARN has some 50 characters, and the policy 10,240, of which it needs half. */
const MAX_ACCOUNTS = 50;
/** Of the prefix, in what the policy says of locks: with the bucket that is narrow enough, and a prefix may be long. */
const MAX_OF_PREFIX = 100;
const BUCKET_PLACEHOLDER = '<bucket of your states>';

/** In a policy `*`, `?` and `$` mean something; as variables they stand for themselves. */
function literal(text: string): string {
  return text.replace(/[*?$]/g, '${$&}');
}

/**
 * Trust policy of the role that an organization creates: only Plumbline's account (or one principal of it), and only
 * together with this organization's external id, without which one customer of Plumbline could point it at the role of
 * another. An account id alone is that account's root, in every partition.
 */
export function trustPolicy(
  of: ({ accountId: string } | { principalArn: string }) & { externalId: string },
): JsonObject {
  const principal = 'principalArn' in of ? of.principalArn : of.accountId;
  return policyOf([
    {
      Sid: 'PlumblineWithExternalId',
      Effect: 'Allow',
      Principal: { AWS: principal },
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'sts:ExternalId': of.externalId } },
    },
  ]);
}

function stateStatements(bucketArn: string, prefix: string, stateKey: string | null): JsonObject[] {
  const objects = `${bucketArn}/${prefix}*`;
  const underPrefix = { Condition: { StringLike: { 's3:prefix': `${prefix}*` } } };
  return [
    allow('ListStates', 's3:ListBucket', bucketArn, prefix === '' ? {} : underPrefix),
    allow('ReadStates', 's3:GetObject', objects),
    // With a bucket key the context names the bucket, without one the object.
    decryptVia('DecryptStates', 's3.*', { 'kms:EncryptionContext:aws:s3:arn': [bucketArn, objects] }),
    // The data keys of states that OpenTofu encrypts are decrypted by calls of our own.
    ...(stateKey === null ? [] : [allow('DecryptStateKeys', 'kms:Decrypt', stateKey)]),
  ];
}

/** Services whose secrets are decrypted on the way to whoever may read them. */
const SECRETS_VIA = ['secretsmanager.*', 'ssm.*'];
const SECRET_VALUES = ['secretsmanager:GetSecretValue'];

/** The permissions for reading the values of secrets; reading a SecureString is reading a parameter, and decrypting it. */
const secretStatements = (): JsonObject[] => [
  allow('ReadSecretValues', SECRET_VALUES, '*'),
  decryptVia('DecryptSecretValues', SECRETS_VIA),
];

/** Reading buckets' names takes the permission that lists what is in them. */
const HEAD_BUCKET = 's3:ListBucket';

/** @param reads the actions that may read; by default all known ones */
function cloudStatements(reads: readonly string[] = [...READ_CONFIGURATION, HEAD_BUCKET]): JsonObject[] {
  const functions = reads.some((action) => action.startsWith('lambda:'));
  const actions = reads.filter((action) => action !== HEAD_BUCKET);
  return [
    ...(actions.length > 0 ? [allow('ReadConfiguration', actions, '*')] : []),
    // Refused this, Lambda answers without any environment: every function with a key of its own would seem to have lost it.
    ...(functions ? [decryptVia('ReadFunctionEnvironments', 'lambda.*')] : []),
    // HeadBucket, by which a bucket is looked up, needs the permission to list but asks for no prefix.
    ...(reads.includes(HEAD_BUCKET)
      ? [allow('HeadBuckets', HEAD_BUCKET, '*', { Condition: { Null: { 's3:prefix': 'true' } } })]
      : []),
  ];
}

type Own = { roleArn?: string | null; reads?: readonly string[] | undefined };

/** Lets the role simulate its own policies, to find what it lacks; among all reads this is included. */
const ownStatements = ({ roleArn, reads }: Own): JsonObject[] =>
  roleArn && reads ? [allow('CheckItself', 'iam:SimulatePrincipalPolicy', roleArn)] : [];

/** The roles of other accounts; which of them the role may become, their trust policies have a say in, too. */
function chainStatements({ accountRole, accounts }: { accountRole: string | null; accounts: string[] | null }) {
  if (accountRole === null) return [];
  // So many fit the policy with all the rest.
  const named = accounts !== null && accounts.length > 0 && accounts.length <= MAX_ACCOUNTS ? accounts : null;
  return [allow('AssumeAccountRoles', 'sts:AssumeRole', accountRoles(accountRole, named))];
}

type Excepted = { secretValues?: boolean; locks?: Locks | undefined; stateKey?: string | null };

/** Denials win over everything that is allowed, here or by a managed policy that is attached beside this one. */
function denials(objects: JsonObject, { secretValues = false, locks, stateKey = null }: Excepted): JsonObject[] {
  const contents = READ_CONTENTS.filter(
    (action) => !(secretValues && SECRET_VALUES.includes(action)) && !(locks && action === READ_LOCK),
  );
  const via = ['s3.*', 'lambda.*', ...(secretValues ? SECRETS_VIA : []), ...(locks ? ['dynamodb.*'] : [])];
  return [
    deny('NeverSecretsAndContents', contents, { Resource: '*' }),
    ...(locks ? [lockDenial(locks)] : []),
    deny('NeverDecryptElsewhere', 'kms:Decrypt', stateKey === null ? { Resource: '*' } : { NotResource: stateKey }, {
      Condition: { StringNotLikeIfExists: { 'kms:ViaService': via } },
    }),
    deny('NeverOtherObjects', ['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectTorrent'], objects),
  ];
}

/**
 * Inline policy of that role, in three parts: the states, the configuration of the cloud read-only, and what is denied
 * whatever else is attached. Configuration may be read, data may not, and secret values only where `secretValues` says so: a
 * secret's version, a SecureString parameter, an item of a table and an object of a bucket are otherwise reported, never compared.
 * Fits an inline policy (10,240 characters without white space); AWS's managed policies go beside it, not into it.
 */
export function permissionPolicy(states: {
  bucket: string | null;
  prefix: string | null;
  roleArn?: string | null;
  /** The KMS key that OpenTofu encrypts the states with. */
  stateKey?: string | null;
  /** The role in other accounts, with `{account}` in it, and the only accounts that it is assumed in. */
  accountRole?: string | null;
  accounts?: string[] | null;
  /** The values of secrets may be read. */
  secretValues?: boolean;
  /** Where Terraform locks the states. */
  lockTables?: readonly LockTable[];
  /** The only actions that read configuration; by default all known ones. */
  reads?: readonly string[] | undefined;
}): JsonObject {
  const { secretValues = false, stateKey = null, lockTables: tables = [] } = states;
  const [, partition = 'aws', , , account = '*'] = states.roleArn?.split(':') ?? [];
  const bucket = states.bucket ?? BUCKET_PLACEHOLDER;
  const bucketArn = `arn:${partition}:s3:::${bucket}`;
  const prefix = literal(states.prefix ?? '');
  const ids = `${bucket}/${literal((states.prefix ?? '').slice(0, MAX_OF_PREFIX))}*`;
  const locks = tables.length === 0 ? undefined : { partition, account, tables, ids };
  return policyOf([
    ...stateStatements(bucketArn, prefix, stateKey),
    ...(locks ? lockStatements(locks) : []),
    ...chainStatements({ accountRole: states.accountRole ?? null, accounts: states.accounts ?? null }),
    ...cloudStatements(states.reads),
    ...ownStatements(states),
    ...(secretValues ? secretStatements() : []),
    ...denials({ NotResource: `${bucketArn}/${prefix}*` }, { secretValues, locks, stateKey }),
  ]);
}

/** Inline policy of the roles in other accounts: the same without the states, which lie in a bucket of the first account. */
export function accountPermissionPolicy(secretValues = false, reads?: readonly string[]): JsonObject {
  return policyOf([
    ...cloudStatements(reads),
    ...(secretValues ? secretStatements() : []),
    ...denials({ Resource: '*' }, { secretValues }),
  ]);
}
