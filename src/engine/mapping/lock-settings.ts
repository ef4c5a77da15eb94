import type { LockTable } from '../../base/state-source.ts';
import type { BackendSettings } from './types.ts';

/** A table's name, or its ARN, which the S3 backend passes on unchanged. */
const TABLE = /^(?:arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/)?[\w.-]{1,255}$/;
const REGION = /^[a-z]{2,4}(?:-[a-z]+)+-\d{1,2}$/;

/** The DynamoDB lock table of a backend with these settings; undefined for invalid names. */
export function lockOf({ dynamodb_table: table, region }: BackendSettings): LockTable | undefined {
  if (typeof table !== 'string' || !TABLE.test(table)) return undefined;
  return { table, ...(typeof region === 'string' && REGION.test(region) && { region }) };
}

/**
 * The lock table and region for a backend without one, from `-backend-config` files that name no state. Uses the first
 * group of files that names a table, if it names only one. A wrong table does no harm, because it contains no lock of
 * the state.
 */
export function lockSettings(
  { bucket, dynamodb_table: own }: BackendSettings,
  groups: readonly (readonly { settings: BackendSettings }[])[],
): Pick<BackendSettings, 'dynamodb_table' | 'region'> {
  if (own !== undefined) return {};
  for (const group of groups) {
    const naming = group.filter(
      ({ settings: one }) =>
        one.key === undefined &&
        typeof one.dynamodb_table === 'string' &&
        (one.bucket ?? bucket) === (bucket ?? one.bucket),
    );
    const tables = new Map(naming.map(({ settings: one }) => [`${one.region ?? ''} ${one.dynamodb_table ?? ''}`, one]));
    const [one] = tables.values();
    if (!one) continue;
    if (tables.size > 1) return {};
    const { dynamodb_table, region } = one;
    return { dynamodb_table, ...(region !== undefined && { region }) };
  }
  return {};
}
