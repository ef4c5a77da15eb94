import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { chunksOf } from '../../../base/chunks.ts';
import { readLock } from '../../../base/lock-info.ts';
import type { LockTable, LockQuery, StateLock } from '../../../base/state-source.ts';
import { dynamodbClient } from './client.ts';
import { failureOf } from './problems.ts';
import type { AwsSettings } from './settings.ts';

/** Concurrent reads: lock tables often allow a few reads a second, and Terraform needs these, too. */
const AT_ONCE = 4;

type Place = { settings: AwsSettings; bucket: string; region: () => Promise<string> };

/** The region of a table's ARN; a name has none. */
const regionOf = (table: string) => /^arn:[\w-]+:dynamodb:([a-z0-9-]+):/.exec(table)?.[1];

function sentence(error: unknown, table: string, region: string): string {
  const { kind, name } = failureOf(error);
  if (kind === 'denied')
    return `Locks in the table ${table} in ${region} may not be read: take the permission policy over again.`;
  if (name === 'ResourceNotFoundException')
    return `There is no table ${table} in ${region}, as far as the role can see: locks in it are not read.`;
  return `Locks in the table ${table} in ${region} cannot be read (${name}).`;
}

/**
 * Reads the locks of the S3 backend with `dynamodb_table`: the item with the `LockID` `<bucket>/<key>` exists while the
 * state is locked (`<bucket>/<key>-md5`, which stays, is the state's digest). Items are read one by one, as the
 * permission policy allows, and with eventual consistency, which takes half of the table's capacity. A table that could
 * not be read is not tried again.
 */
export function tableLocks({ settings, bucket, region: own }: Place, { tablesOf, unread }: LockQuery) {
  const clients = new Map<string, Promise<DynamoDBClient>>();
  const failed = new Set<string>();

  async function find(key: string, { table, region: named }: LockTable, signal: AbortSignal | undefined) {
    const region = regionOf(table) ?? named ?? (await own());
    const place = `${region} ${table}`;
    if (failed.has(place)) return undefined;
    const loading = clients.get(region) ?? dynamodbClient({ ...settings, region });
    clients.set(region, loading);
    try {
      const [client, { GetItemCommand }] = await Promise.all([loading, import('@aws-sdk/client-dynamodb')]);
      const command = new GetItemCommand({ TableName: table, Key: { LockID: { S: `${bucket}/${key}` } } });
      const { Item } = await client.send(command, { ...(signal && { abortSignal: signal }) });
      const { operation, created } = readLock(Item?.Info?.S ?? '');
      // Every lock of Terraform has a time; an item without one is no lock.
      return created && { key, since: created, operation };
    } catch (error) {
      signal?.throwIfAborted();
      if (!failed.has(place)) unread(sentence(error, table, region));
      failed.add(place);
      return undefined;
    }
  }

  return {
    async *on(keys: readonly string[], signal: AbortSignal | undefined): AsyncGenerator<StateLock> {
      const candidates = keys.flatMap((key) => tablesOf(key).map((table) => ({ key, table })));
      for (const few of chunksOf(candidates, AT_ONCE)) {
        const locks = await Promise.all(few.map(({ key, table }) => find(key, table, signal)));
        yield* locks.filter((lock) => lock !== undefined);
      }
    },
    async close(): Promise<void> {
      for (const client of await Promise.all(clients.values())) client.destroy();
    },
  };
}
