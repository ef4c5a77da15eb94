import { accountsIn } from '../../base/accounts.ts';
import type { StateInstance } from '../state/parse.ts';
import type { Named } from '../../gateway/call/types.ts';
import { isAws } from '../state/provider-address.ts';

/** ARNs of buckets, and of access points, at whose hosts the account stands behind the name. */
const BUCKET_ARN = /^arn:[\w-]+:s3:::([^/]+)/;
const ACCESS_POINT_ARN = /^arn:[\w-]+:s3[\w-]*:[\w-]*:(\d*):(?:outpost\/([\w-]+)\/)?accesspoint\/([\w.-]+)$/;

/** How S3's addresses have what an attribute says: a name, an ARN. */
function bucketOf(value: string): string {
  const [, bucket] = BUCKET_ARN.exec(value) ?? [];
  if (bucket !== undefined) return bucket;
  const [, account, outpost, name] = ACCESS_POINT_ARN.exec(value) ?? [];
  if (name === undefined || name.endsWith('.mrap')) return name ?? value;
  return `${name}-${account}${outpost === undefined ? '' : `.${outpost}`}`;
}

const textsOf = (...values: unknown[]) => values.filter((one) => typeof one === 'string' && one !== '') as string[];

/**
 * What AWS's resources of a state name, so that their provider may ask about it: numbers of accounts wherever they stand; buckets that
 * a resource of S3 is, or is a part of (no other resource is read from a bucket); and tables of which there are items.
 */
export function namedIn(instances: readonly StateInstance[]): Named {
  const [accounts, buckets, tables] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { mode, type, provider, attributes, values, identity } of instances) {
    if (mode === 'data' || !isAws(provider.source)) continue;
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
