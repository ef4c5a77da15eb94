import { CloudError } from './http.ts';
import type { XmlChildren } from './xml.ts';

export type StoredObject = { key: string; body: Buffer; etag: string; modified: Date };

type Entry = { prefix: string } | { object: StoredObject };

/** Compares keys in S3's order, by their UTF-8 bytes. */
export function byKeyBytes(a: { key: string }, b: { key: string }): number {
  return Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
}

function limitOf(query: URLSearchParams): number {
  const limit = Number(query.get('max-keys') ?? 1000);
  if (Number.isInteger(limit) && limit >= 0) return Math.min(limit, 1000);
  throw new CloudError(400, 'InvalidArgument', 'max-keys must be a number that is not negative.');
}

function startOf(query: URLSearchParams): string {
  const token = query.get('continuation-token');
  if (token === null) return query.get('start-after') ?? '';
  if (/^[A-Za-z0-9_-]+$/.test(token)) return Buffer.from(token, 'base64url').toString('utf8');
  throw new CloudError(400, 'InvalidArgument', 'The continuation token provided is incorrect');
}

/**
 * The entries of a listing: objects under the prefix; objects with the same part up to the delimiter become one entry.
 */
function entriesOf(objects: readonly StoredObject[], prefix: string, delimiter: string): Entry[] {
  const entries: Entry[] = [];
  let last: string | undefined;
  for (const object of objects) {
    if (!object.key.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    if (end < 0) entries.push({ object });
    else {
      const common = object.key.slice(0, end + delimiter.length);
      if (common !== last) entries.push({ prefix: common });
      last = common;
    }
  }
  return entries;
}

/**
 * One page of ListObjectsV2. `objects` are sorted by `byKeyBytes`. The continuation token is the last key or common
 * prefix of the page before, so a listing continues at the same key even if objects are added or deleted meanwhile.
 */
export function listObjects(bucket: string, objects: readonly StoredObject[], query: URLSearchParams): XmlChildren {
  const [prefix, delimiter, limit, start] = [
    query.get('prefix') ?? '',
    query.get('delimiter') ?? '',
    limitOf(query),
    startOf(query),
  ];
  const name = (entry: Entry): string => ('prefix' in entry ? entry.prefix : entry.object.key);
  const after = Buffer.from(start);
  const rest = entriesOf(objects, prefix, delimiter).filter(
    (entry) => start === '' || Buffer.compare(Buffer.from(name(entry)), after) > 0,
  );
  const page = rest.slice(0, limit);
  const truncated = limit > 0 && rest.length > limit;
  const last = page.at(-1);
  const text = (value: string): string => (query.get('encoding-type') === 'url' ? encodeURIComponent(value) : value);
  return {
    Name: bucket,
    Prefix: text(prefix),
    Delimiter: delimiter === '' ? undefined : text(delimiter),
    EncodingType: query.get('encoding-type') ?? undefined,
    MaxKeys: limit,
    KeyCount: page.length,
    IsTruncated: truncated,
    ContinuationToken: query.get('continuation-token') ?? undefined,
    NextContinuationToken: truncated && last ? Buffer.from(name(last)).toString('base64url') : undefined,
    Contents: page.flatMap((entry) =>
      'prefix' in entry
        ? []
        : {
            Key: text(entry.object.key),
            LastModified: entry.object.modified.toISOString(),
            ETag: entry.object.etag,
            Size: entry.object.body.length,
            StorageClass: 'STANDARD',
          },
    ),
    CommonPrefixes: page.flatMap((entry) => ('prefix' in entry ? { Prefix: text(entry.prefix) } : [])),
  };
}
