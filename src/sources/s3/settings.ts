import type { SourceForm } from '../contract/kind.ts';
import { address, field, form, optional } from '../contract/fields.ts';

/** States in an S3-compatible store: MinIO, Cloudflare R2, Ceph. AWS's own buckets are in the AWS settings. */
export const S3: SourceForm = {
  title: 'S3-compatible store',
  grants: `{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Action": "s3:ListBucket", "Resource": "arn:aws:s3:::terraform-states" },
    { "Effect": "Allow", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::terraform-states/*" }
  ]
}`,
  settings: form({
    endpoint: address('The store', 'https://minio.acme.example'),
    bucket: field('The bucket', 'terraform-states', { pattern: '^[A-Za-z0-9._-]{3,255}$' }),
    region: optional(field('Its region; us-east-1 where none is named', 'us-east-1', { pattern: '^[a-z0-9-]+$' })),
    prefix: optional(field('Only states whose names begin with it', 'platform/')),
  }),
  credentials: form({
    access_key: optional(field('The access key', 'AKIAIOSFODNN7EXAMPLE')),
    secret_key: optional(field('Its secret key', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')),
  }),
};
