import type { JsonObject } from '../../../base/json.ts';
import type { LockTable } from '../../../base/state-source.ts';
import { lockDenial, lockStatements, READ_LOCK, type Locks } from './lock-policies.ts';
import { READ_CONFIGURATION, READ_CONTENTS } from './reading-actions.ts';
import { accountRoles } from './session-policy.ts';
import { allow, decryptVia, deny, policyOf } from './statements.ts';

/** Maximum of named accounts: an ARN has 50 characters, and half of the policy's 10,240 are for the rest. */
const MAX_ACCOUNTS = 50;
/** Maximum length of the prefix in statements about locks. With the bucket, that is narrow enough. */
const MAX_OF_PREFIX = 100;
const BUCKET_PLACEHOLDER = '<bucket of your states>';

/** Escapes `*`, `?` and `$`, which are special in policies, as policy variables. */
function literal(text: string): string {
  return text.replace(/[*?$]/g, '${$&}');
}

/**
 * The trust policy of an organization's role: it trusts only Plumbline's account (or one principal of it), and only
 * with this organization's external id. Without that, one customer of Plumbline could point it at another's role. An
 * account id alone means that account's root, in every partition.
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
    // With a bucket key, the encryption context names the bucket, otherwise the object.
    decryptVia('DecryptStates', 's3.*', { 'kms:EncryptionContext:aws:s3:arn': [bucketArn, objects] }),
    // Plumbline itself decrypts the data keys of states that OpenTofu encrypts.
    ...(stateKey === null ? [] : [allow('DecryptStateKeys', 'kms:Decrypt', stateKey)]),
  ];
}

/** Services that decrypt secrets for callers with permission to read them. */
const SECRETS_VIA = ['secretsmanager.*', 'ssm.*'];
const SECRET_VALUES = ['secretsmanager:GetSecretValue'];

/** Allows reading the values of secrets. A SecureString is read as a parameter and decrypted. */
const secretStatements = (): JsonObject[] => [
  allow('ReadSecretValues', SECRET_VALUES, '*'),
  decryptVia('DecryptSecretValues', SECRETS_VIA),
];

/** HeadBucket requires the permission that lists a bucket's objects. */
const HEAD_BUCKET = 's3:ListBucket';

/** @param reads the actions that are allowed; default: all known reads */
function cloudStatements(reads: readonly string[] = [...READ_CONFIGURATION, HEAD_BUCKET]): JsonObject[] {
  const functions = reads.some((action) => action.startsWith('lambda:'));
  const actions = reads.filter((action) => action !== HEAD_BUCKET);
  return [
    ...(actions.length > 0 ? [allow('ReadConfiguration', actions, '*')] : []),
    // Without this, Lambda omits the environment: every function with its own key would seem to have lost it.
    ...(functions ? [decryptVia('ReadFunctionEnvironments', 'lambda.*')] : []),
    // HeadBucket, which finds a bucket, needs the permission to list, but sends no prefix.
    ...(reads.includes(HEAD_BUCKET)
      ? [allow('HeadBuckets', HEAD_BUCKET, '*', { Condition: { Null: { 's3:prefix': 'true' } } })]
      : []),
  ];
}

type Own = { roleArn?: string | null; reads?: readonly string[] | undefined };

/** Allows the role to simulate its own policies, to find missing permissions. Default reads include this. */
const ownStatements = ({ roleArn, reads }: Own): JsonObject[] =>
  roleArn && reads ? [allow('CheckItself', 'iam:SimulatePrincipalPolicy', roleArn)] : [];

/** Allows assuming the roles of other accounts, subject to their own trust policies. */
function chainStatements({ accountRole, accounts }: { accountRole: string | null; accounts: string[] | null }) {
  if (accountRole === null) return [];
  // More accounts would not fit into the policy.
  const named = accounts !== null && accounts.length > 0 && accounts.length <= MAX_ACCOUNTS ? accounts : null;
  return [allow('AssumeAccountRoles', 'sts:AssumeRole', accountRoles(accountRole, named))];
}

type Excepted = { secretValues?: boolean; locks?: Locks | undefined; stateKey?: string | null };

/** Denials override every permission, here or in a managed policy that is also attached. */
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
 * The inline policy of the role, in three parts: the states, read-only access to configuration, and denials that hold
 * whatever else is attached. Configuration may be read, data may not, and secret values only with `secretValues`:
 * otherwise a secret's version, a SecureString parameter, an item of a table and an object of a bucket are reported but
 * never compared. Fits an inline policy (10,240 characters without white space); AWS's managed policies are attached
 * beside it.
 */
export function permissionPolicy(states: {
  bucket: string | null;
  prefix: string | null;
  roleArn?: string | null;
  /** The KMS key that OpenTofu encrypts the states with. */
  stateKey?: string | null;
  /** The role in other accounts, with `{account}` as placeholder, and the only accounts that it is assumed in. */
  accountRole?: string | null;
  accounts?: string[] | null;
  secretValues?: boolean;
  /** Terraform's lock tables. */
  lockTables?: readonly LockTable[];
  /** The only reads of configuration that are allowed; default: all known ones. */
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

/** The inline policy of roles in other accounts, without the states, whose bucket is in the first account. */
export function accountPermissionPolicy(secretValues = false, reads?: readonly string[]): JsonObject {
  return policyOf([
    ...cloudStatements(reads),
    ...(secretValues ? secretStatements() : []),
    ...denials({ Resource: '*' }, { secretValues }),
  ]);
}
