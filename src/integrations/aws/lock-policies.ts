import type { JsonObject } from '../../base/json.ts';
import type { LockTable } from '../../base/state-source.ts';

/** By which a lock in a table is looked at, and nothing else of it. */
export const READ_LOCK = 'dynamodb:GetItem';

/** Where the locks are: tables of an account, and the pattern of what their items are called by. */
export type Locks = { partition: string; account: string; tables: readonly LockTable[]; ids: string };

/** Characters of their ARNs; with more, what the items are called by has to do. */
const MOST_OF_TABLES = 400;

function arnsOf({ partition, account, tables }: Locks): string[] {
  const arns = tables.map(({ table, region = '*' }) =>
    table.startsWith('arn:') ? table : `arn:${partition}:dynamodb:${region}:${account}:table/${table}`,
  );
  const distinct = [...new Set(arns)].toSorted();
  return distinct.join('').length > MOST_OF_TABLES ? [`arn:${partition}:dynamodb:*:*:table/*`] : distinct;
}

/**
 * Locks of the states, and no other item of their tables: Terraform calls an item `<bucket>/<key>`. A table that is encrypted with a
 * key of its own is decrypted with the role's permissions.
 */
export function lockStatements(locks: Locks): JsonObject[] {
  const names = arnsOf(locks).map((arn) => arn.slice(arn.indexOf('/') + 1));
  return [
    {
      Sid: 'ReadLocks',
      Effect: 'Allow',
      Action: READ_LOCK,
      Resource: arnsOf(locks),
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': locks.ids } },
    },
    {
      Sid: 'DecryptLocks',
      Effect: 'Allow',
      Action: 'kms:Decrypt',
      Resource: '*',
      Condition: {
        StringLike: { 'kms:ViaService': 'dynamodb.*', 'kms:EncryptionContext:aws:dynamodb:tableName': names },
      },
    },
  ];
}

/** All items, of any table, that are not called as locks are, whatever else is attached to the role. */
export function lockDenial({ ids }: Locks): JsonObject {
  return {
    Sid: 'NeverOtherItems',
    Effect: 'Deny',
    Action: READ_LOCK,
    Resource: '*',
    Condition: { 'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': ids } },
  };
}
