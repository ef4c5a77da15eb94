import type { JsonObject } from '../../../base/json.ts';
import type { LockTable } from '../../../base/state-source.ts';
import { allow, decryptVia, deny } from './statements.ts';

/** The only action that is allowed on a lock table: it reads one item. */
export const READ_LOCK = 'dynamodb:GetItem';

/** The lock tables of an account, and the pattern of their locks' keys. */
export type Locks = { partition: string; account: string; tables: readonly LockTable[]; ids: string };

/** Maximum length of all table ARNs; above it, any table is allowed and only the key pattern limits access. */
const MAX_TABLE_ARNS = 400;

function arnsOf({ partition, account, tables }: Locks): string[] {
  const arns = tables.map(({ table, region = '*' }) =>
    table.startsWith('arn:') ? table : `arn:${partition}:dynamodb:${region}:${account}:table/${table}`,
  );
  const distinct = [...new Set(arns)].toSorted();
  return distinct.join('').length > MAX_TABLE_ARNS ? [`arn:${partition}:dynamodb:*:*:table/*`] : distinct;
}

/**
 * Allows reading the locks of the states, and no other item of their tables: Terraform names an item `<bucket>/<key>`.
 * A table with its own encryption key is decrypted with the role's permissions.
 */
export function lockStatements(locks: Locks): JsonObject[] {
  const names = arnsOf(locks).map((arn) => arn.slice(arn.indexOf('/') + 1));
  const ownItems = { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': locks.ids } } };
  return [
    allow('ReadLocks', READ_LOCK, arnsOf(locks), ownItems),
    decryptVia('DecryptLocks', 'dynamodb.*', { 'kms:EncryptionContext:aws:dynamodb:tableName': names }),
  ];
}

/** Denies all items of any table whose key is no lock's, whatever else is attached to the role. */
export const lockDenial = ({ ids }: Locks): JsonObject =>
  deny(
    'NeverOtherItems',
    READ_LOCK,
    { Resource: '*' },
    {
      Condition: { 'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': ids } },
    },
  );
