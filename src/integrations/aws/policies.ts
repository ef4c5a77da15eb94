import type { JsonObject } from '../../base/json.ts';
import type { LockTable } from '../../base/state-source.ts';
import { lockDenial, lockStatements, READ_LOCK, type Locks } from './lock-policies.ts';
import { READ_CONFIGURATION, READ_CONTENTS } from './reading-actions.ts';
import { accountRoles } from './session-policy.ts';

/** An ARN has some 50 characters, and the policy 10,240, of which it needs half. */
const MOST_ACCOUNTS = 50;
/** Of the prefix, in what the policy says of locks: with the bucket that is narrow enough, and a prefix may be long. */
const MOST_OF_PREFIX = 100;
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
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'PlumblineWithExternalId',
        Effect: 'Allow',
        Principal: { AWS: principal },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': of.externalId } },
      },
    ],
  };
}

function stateStatements(bucketArn: string, prefix: string, stateKey: string | null): JsonObject[] {
  const objects = `${bucketArn}/${prefix}*`;
  return [
    {
      Sid: 'ListStates',
      Effect: 'Allow',
      Action: 's3:ListBucket',
      Resource: bucketArn,
      ...(prefix !== '' && { Condition: { StringLike: { 's3:prefix': `${prefix}*` } } }),
    },
    { Sid: 'ReadStates', Effect: 'Allow', Action: 's3:GetObject', Resource: objects },
    {
      Sid: 'DecryptStates',
      Effect: 'Allow',
      Action: 'kms:Decrypt',
      Resource: '*',
      // With a bucket key the context names the bucket, without one the object.
      Condition: {
        StringLike: {
          'kms:ViaService': 's3.*',
          'kms:EncryptionContext:aws:s3:arn': [bucketArn, objects],
        },
      },
    },
    // Asked for directly: the data keys of the states that OpenTofu encrypts.
    ...(stateKey === null
      ? []
      : [{ Sid: 'DecryptStateKeys', Effect: 'Allow', Action: 'kms:Decrypt', Resource: stateKey }]),
  ];
}

/** Services whose secrets are decrypted on the way to whoever may read them. */
const SECRETS_VIA = ['secretsmanager.*', 'ssm.*'];
const SECRET_VALUES = ['secretsmanager:GetSecretValue'];

/** What reading the values of secrets takes; reading a SecureString is reading a parameter, and decrypting it. */
function secretStatements(): JsonObject[] {
  return [
    { Sid: 'ReadSecretValues', Effect: 'Allow', Action: [...SECRET_VALUES], Resource: '*' },
    {
      Sid: 'DecryptSecretValues',
      Effect: 'Allow',
      Action: 'kms:Decrypt',
      Resource: '*',
      Condition: { StringLike: { 'kms:ViaService': [...SECRETS_VIA] } },
    },
  ];
}

/** Reading buckets' names takes the permission that lists what is in them. */
const HEAD_BUCKET = 's3:ListBucket';

/** @param reads the actions that may read; all that is known of, if it is absent */
function cloudStatements(reads: readonly string[] = [...READ_CONFIGURATION, HEAD_BUCKET]): JsonObject[] {
  const functions = reads.some((action) => action.startsWith('lambda:'));
  const actions = reads.filter((action) => action !== HEAD_BUCKET);
  const statements: (JsonObject | undefined)[] = [
    actions.length > 0 ? { Sid: 'ReadConfiguration', Effect: 'Allow', Action: actions, Resource: '*' } : undefined,
    functions ? READ_ENVIRONMENTS : undefined,
    reads.includes(HEAD_BUCKET) ? HEAD_BUCKETS : undefined,
  ];
  return statements.filter((one) => one !== undefined);
}

/** By this the role can be asked what it lacks; among all reads it is anyhow. */
function ownStatements({
  roleArn,
  reads,
}: {
  roleArn?: string | null;
  reads?: readonly string[] | undefined;
}): JsonObject[] {
  if (!roleArn || !reads) return [];
  return [{ Sid: 'CheckItself', Effect: 'Allow', Action: 'iam:SimulatePrincipalPolicy', Resource: roleArn }];
}

const READ_ENVIRONMENTS: JsonObject = {
  // Refused this, Lambda answers without any environment: every function with a key of its own would seem to have lost it.
  Sid: 'ReadFunctionEnvironments',
  Effect: 'Allow',
  Action: 'kms:Decrypt',
  Resource: '*',
  Condition: { StringLike: { 'kms:ViaService': 'lambda.*' } },
};

const HEAD_BUCKETS: JsonObject = {
  // HeadBucket, by which a bucket is looked up, needs the permission to list but asks for no prefix.
  Sid: 'HeadBuckets',
  Effect: 'Allow',
  Action: HEAD_BUCKET,
  Resource: '*',
  Condition: { Null: { 's3:prefix': 'true' } },
};

/** The roles of other accounts; which of them the role may become, their trust policies have a say in, too. */
function chainStatements({ accountRole, accounts }: { accountRole: string | null; accounts: string[] | null }) {
  if (accountRole === null) return [];
  // So many fit the policy with all the rest.
  const named = accounts !== null && accounts.length > 0 && accounts.length <= MOST_ACCOUNTS ? accounts : null;
  const Resource = accountRoles(accountRole, named);
  return [{ Sid: 'AssumeAccountRoles', Effect: 'Allow', Action: 'sts:AssumeRole', Resource }];
}

type Excepted = { secretValues?: boolean; locks?: Locks | undefined; stateKey?: string | null };

/** Denials win over everything that is allowed, here or by a managed policy that is attached beside this one. */
function denials(objects: JsonObject, { secretValues = false, locks, stateKey = null }: Excepted): JsonObject[] {
  const contents = READ_CONTENTS.filter(
    (action) => !(secretValues && SECRET_VALUES.includes(action)) && !(locks && action === READ_LOCK),
  );
  const via = ['s3.*', 'lambda.*', ...(secretValues ? SECRETS_VIA : []), ...(locks ? ['dynamodb.*'] : [])];
  return [
    { Sid: 'NeverSecretsAndContents', Effect: 'Deny', Action: contents, Resource: '*' },
    ...(locks ? [lockDenial(locks)] : []),
    {
      Sid: 'NeverDecryptElsewhere',
      Effect: 'Deny',
      Action: 'kms:Decrypt',
      ...(stateKey === null ? { Resource: '*' } : { NotResource: stateKey }),
      Condition: { StringNotLikeIfExists: { 'kms:ViaService': via } },
    },
    {
      Sid: 'NeverOtherObjects',
      Effect: 'Deny',
      Action: ['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectTorrent'],
      ...objects,
    },
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
  /** The only actions that read configuration; all that are known of, if it is absent. */
  reads?: readonly string[] | undefined;
}): JsonObject {
  const secretValues = states.secretValues ?? false;
  const partition = states.roleArn?.split(':')[1] ?? 'aws';
  const bucketArn = `arn:${partition}:s3:::${states.bucket ?? BUCKET_PLACEHOLDER}`;
  const prefix = literal(states.prefix ?? '');
  const { lockTables: tables = [] } = states;
  const account = states.roleArn?.split(':')[4] ?? '*';
  const ids = `${states.bucket ?? BUCKET_PLACEHOLDER}/${literal((states.prefix ?? '').slice(0, MOST_OF_PREFIX))}*`;
  const locks = tables.length === 0 ? undefined : { partition, account, tables, ids };
  return {
    Version: '2012-10-17',
    Statement: [
      ...stateStatements(bucketArn, prefix, states.stateKey ?? null),
      ...(locks ? lockStatements(locks) : []),
      ...chainStatements({ accountRole: states.accountRole ?? null, accounts: states.accounts ?? null }),
      ...cloudStatements(states.reads),
      ...ownStatements(states),
      ...(secretValues ? secretStatements() : []),
      ...denials(
        { NotResource: `${bucketArn}/${prefix}*` },
        { secretValues, locks, stateKey: states.stateKey ?? null },
      ),
    ],
  };
}

/** Inline policy of the roles in other accounts: the same without the states, which lie in a bucket of the first account. */
export function accountPermissionPolicy(secretValues = false, reads?: readonly string[]): JsonObject {
  return {
    Version: '2012-10-17',
    Statement: [
      ...cloudStatements(reads),
      ...(secretValues ? secretStatements() : []),
      ...denials({ Resource: '*' }, { secretValues }),
    ],
  };
}
