import type { LockTable } from '../../base/state-source.ts';
import type { BackendSettings } from './facts.ts';

/** A table's name, or its ARN, which the S3 backend passes on as it is. */
const TABLE = /^(?:arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/)?[\w.-]{1,255}$/;
const REGION = /^[a-z]{2,4}(?:-[a-z]+)+-\d{1,2}$/;

/** Where a backend with these settings locks its states, if in DynamoDB: nothing but what can be the name of a table. */
export function lockOf({ dynamodb_table: table, region }: BackendSettings): LockTable | undefined {
  if (typeof table !== 'string' || !TABLE.test(table)) return undefined;
  return { table, ...(typeof region === 'string' && REGION.test(region) && { region }) };
}

/**
 * The table, and its region, that a backend without one gets from files for `-backend-config` that name no state of their
 * own. The first of the `groups` that names one counts, and only where it names a single one. A table that is not the right
 * one has no lock of the state.
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
