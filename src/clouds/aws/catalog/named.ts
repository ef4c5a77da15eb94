import { accountsIn } from '../../../base/accounts.ts';
import type { Instance } from '../../contract/cloud.ts';
import { isAwsProvider } from './provider.ts';

/** Accounts and resources that an analysis's states name. Calls about others could leak data to their owners. */
export type Named = {
  /** Account numbers. */
  accounts: ReadonlySet<string>;
  /** Names of buckets and access points, as in S3's hosts and paths. */
  buckets: ReadonlySet<string>;
  /** DynamoDB tables with items in a state. */
  tables: ReadonlySet<string>;
};

/** A resource instance with its stored text. */
type WithText = Instance & {
  provider: { source: string };
  attributes: { json: string } | { flatmap: Record<string, string> };
  identity?: { json: string };
};

/** ARNs of buckets and access points. In an access point's host, the account follows the name. */
const BUCKET_ARN = /^arn:[\w-]+:s3:::([^/]+)/;
const ACCESS_POINT_ARN = /^arn:[\w-]+:s3[\w-]*:[\w-]*:(\d*):(?:outpost\/([\w-]+)\/)?accesspoint\/([\w.-]+)$/;

/** The bucket or access point that an attribute names, as it stands in S3's hosts and paths. */
function bucketOf(value: string): string {
  const [, bucket] = BUCKET_ARN.exec(value) ?? [];
  if (bucket !== undefined) return bucket;
  const [, account, outpost, name] = ACCESS_POINT_ARN.exec(value) ?? [];
  if (name === undefined || name.endsWith('.mrap')) return name ?? value;
  return `${name}-${account}${outpost === undefined ? '' : `.${outpost}`}`;
}

const textsOf = (...values: unknown[]) => values.filter((one) => typeof one === 'string' && one !== '') as string[];

/**
 * The names in a state's AWS resources that their provider may read: account numbers in any attribute; buckets of S3
 * resources (no other resource is read from a bucket); and DynamoDB tables with items.
 */
export function namedIn(instances: readonly WithText[]): Named {
  const [accounts, buckets, tables] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { mode, type, provider, attributes, values, identity } of instances) {
    if (mode === 'data' || !isAwsProvider(provider.source)) continue;
    const text = 'json' in attributes ? attributes.json : JSON.stringify(attributes.flatmap);
    for (const account of accountsIn(`${text}\n${identity?.json ?? ''}`)) accounts.add(account);
    if (type.startsWith('aws_s3_')) {
      const { id, bucket } = values();
      for (const name of textsOf(bucket, type === 'aws_s3_bucket' ? id : undefined)) buckets.add(bucketOf(name));
    }
    if (type === 'aws_dynamodb_table_item') for (const name of textsOf(values().table_name)) tables.add(name);
  }
  return { accounts, buckets, tables };
}
