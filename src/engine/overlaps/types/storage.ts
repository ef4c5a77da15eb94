import { document, documentField, field, listed } from '../match/parts.ts';
import { versioning, versioningResource, website, websiteResource } from '../match/bucket-parts.ts';
import { PARTIAL, type Overlap, type Parts } from '../match/overlap.ts';

const bucket = (attributes: string[], type: string, parts: Parts = PARTIAL): Overlap => ({
  parent: 'aws_s3_bucket',
  attributes,
  children: [{ type, by: 'bucket', to: ['id', 'arn'] }],
  parts,
  why: `${type} manages this part of the bucket`,
});

/** Buckets and tables. */
export const STORAGE: Overlap[] = [
  bucket(['versioning'], 'aws_s3_bucket_versioning', { ofParent: versioning, ofChild: versioningResource }),
  bucket(['website'], 'aws_s3_bucket_website_configuration', { ofParent: website, ofChild: websiteResource }),
  bucket(['policy'], 'aws_s3_bucket_policy', {
    ofParent: document('policy'),
    ofChild: documentField('policy', 'policy'),
  }),
  bucket(['acceleration_status'], 'aws_s3_bucket_accelerate_configuration', {
    ofParent: listed,
    ofChild: field('status'),
  }),
  bucket(['request_payer'], 'aws_s3_bucket_request_payment_configuration', {
    ofParent: listed,
    ofChild: field('payer'),
  }),
  bucket(['logging'], 'aws_s3_bucket_logging'),
  bucket(['cors_rule'], 'aws_s3_bucket_cors_configuration'),
  bucket(['acl', 'grant'], 'aws_s3_bucket_acl'),
  bucket(['lifecycle_rule'], 'aws_s3_bucket_lifecycle_configuration'),
  bucket(['server_side_encryption_configuration'], 'aws_s3_bucket_server_side_encryption_configuration'),
  bucket(['replication_configuration'], 'aws_s3_bucket_replication_configuration'),
  bucket(['object_lock_configuration'], 'aws_s3_bucket_object_lock_configuration'),
  {
    parent: 'aws_dynamodb_table',
    attributes: ['replica'],
    children: [{ type: 'aws_dynamodb_table_replica', by: 'global_table_arn', to: ['arn'] }],
    parts: PARTIAL,
    why: 'the table lists the replicas that replica resources manage',
  },
];
