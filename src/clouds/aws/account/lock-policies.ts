import type { JsonObject } from '../../../base/json.ts';
import type { LockTable } from '../../../base/state-source.ts';
import { allow, decryptVia, deny } from './statements.ts';

/** The only action on a table: it reads one lock. */
export const READ_LOCK = 'dynamodb:GetItem';

/** Tables of an account, and the pattern of the keys of their items. */
export type Locks = { partition: string; account: string; tables: readonly LockTable[]; ids: string };

/** Characters of all ARNs; with more, any table is allowed, and the pattern of the keys has to do. */
const MAX_TABLE_ARNS = 400;

function arnsOf({ partition, account, tables }: Locks): string[] {
  const arns = tables.map(({ table, region = '*' }) =>
    table.startsWith('arn:') ? table : `arn:${partition}:dynamodb:${region}:${account}:table/${table}`,
  );
  const distinct = [...new Set(arns)].toSorted();
  return distinct.join('').length > MAX_TABLE_ARNS ? [`arn:${partition}:dynamodb:*:*:table/*`] : distinct;
}

/**
 * Locks of the states, and no other item of their tables: Terraform calls an item `<bucket>/<key>`. A table that is encrypted with a
 * key of its own is decrypted with the role's permissions.
 */
export function lockStatements(locks: Locks): JsonObject[] {
  const names = arnsOf(locks).map((arn) => arn.slice(arn.indexOf('/') + 1));
  const ownItems = { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': locks.ids } } };
  return [
    allow('ReadLocks', READ_LOCK, arnsOf(locks), ownItems),
    decryptVia('DecryptLocks', 'dynamodb.*', { 'kms:EncryptionContext:aws:dynamodb:tableName': names }),
  ];
}

/** Denies all items, of any table, that are not named as locks are, whatever else is attached to the role. */
export const lockDenial = ({ ids }: Locks): JsonObject =>
  deny(
    'NeverOtherItems',
    READ_LOCK,
    { Resource: '*' },
    {
      Condition: { 'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': ids } },
    },
  );
