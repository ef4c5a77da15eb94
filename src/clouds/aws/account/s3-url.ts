import { AwsProblem } from './problems.ts';

/** Bucket and prefix of `s3://bucket/prefix`; undefined for anything else. Throws `SourceProblem` for a bad bucket name. */
export function parseS3Url(url: string): { bucket: string; prefix: string } | undefined {
  if (!/^s3:\/\//i.test(url)) return undefined;
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)\/?(.*)$/is.exec(url) ?? [];
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return { bucket, prefix };
  throw new AwsProblem(
    'bucket_not_found',
    `${JSON.stringify(bucket)} cannot be the name of a bucket.`,
    'Write s3://bucket or s3://bucket/prefix; names of buckets have 3 to 63 lower-case letters, digits, dots and hyphens.',
  );
}
