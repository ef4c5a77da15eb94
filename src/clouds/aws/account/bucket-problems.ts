import { SourceProblem } from '../../../base/state-source.ts';
import { refusedCredentials, unreachable, whereTo, AwsProblem, causeOf, failureOf } from './problems.ts';
import type { AwsSettings } from './settings.ts';

function general(error: unknown, settings: AwsSettings, subject: string): AwsProblem {
  const { kind, name } = failureOf(error);
  if (kind === 'bad_credentials') return refusedCredentials(name, error);
  if (kind === 'unreachable') return unreachable(settings, 'S3', error);
  return new AwsProblem(
    'source_unreachable',
    `${whereTo(settings, 'S3')} refuses to give ${subject} (${name}).`,
    'Check the name of the bucket, the region and the endpoint.',
    causeOf(error),
  );
}

/** The problem of a failed listing. */
export function bucketProblem(error: unknown, settings: AwsSettings, bucket: string): SourceProblem {
  if (error instanceof SourceProblem) return error;
  const { kind } = failureOf(error);
  if (kind === 'no_bucket')
    return new AwsProblem(
      'bucket_not_found',
      `There is no bucket named ${bucket}.`,
      'Check its name, and that it lies in the account and partition that the credentials belong to.',
      causeOf(error),
    );
  if (kind === 'denied')
    return new AwsProblem(
      'access_denied',
      `The bucket ${bucket} may not be listed with these credentials.`,
      `Allow s3:ListBucket on arn:aws:s3:::${bucket} for the prefix in question, and look for a bucket policy that denies it.`,
      causeOf(error),
    );
  return general(error, settings, `the list of bucket ${bucket}`);
}

/** The problem of a failed read. */
export function objectProblem(error: unknown, settings: AwsSettings, bucket: string, key: string): SourceProblem {
  if (error instanceof SourceProblem) return error;
  const { kind } = failureOf(error);
  const object = `${key} in bucket ${bucket}`;
  if (kind === 'no_bucket') return bucketProblem(error, settings, bucket);
  if (kind === 'no_object')
    return new AwsProblem('not_found', `There is no ${object} any more.`, 'Scan again.', causeOf(error));
  if (kind === 'archived')
    return new AwsProblem(
      'access_denied',
      `${object} is archived and cannot be read at once.`,
      'Restore it, or exempt states from the lifecycle rule that archives them.',
      causeOf(error),
    );
  if (kind === 'denied')
    return new AwsProblem(
      'access_denied',
      `${object} may not be read with these credentials.`,
      'Allow s3:GetObject on it and, if the bucket is encrypted with a KMS key, kms:Decrypt on that key.',
      causeOf(error),
    );
  return general(error, settings, object);
}

/** The problem with an object that is too large to be a state. */
export function tooLarge(key: string, size: number, maxBytes: number): AwsProblem {
  const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  return new AwsProblem(
    'too_large',
    `${key} has ${mb(size)}, more than the ${mb(maxBytes)} that are read of one state.`,
    'Split the state, or leave it out with a narrower prefix.',
  );
}
