import type { Catalog } from '../../contract/entry.ts';
import { childBy, PARTIAL, type Overlap, type Parts } from '../../contract/overlaps.ts';
import { document, documentField, field, listed } from '../../contract/parts.ts';
import { amount, blocks, cases, flag, items, opaque, policy, value } from '../../contract/phrases.ts';
import { versioning, versioningResource, website, websiteResource } from './bucket-parts.ts';

const FOREVER = { '0': 'never', '': 'never' };
const LIFECYCLE = (rule: string) => [
  amount(`${rule}.expiration.days`, 'the expiration of objects', 'days', FOREVER),
  amount(
    [`${rule}.noncurrent_version_expiration.noncurrent_days`, `${rule}.noncurrent_version_expiration.days`],
    'the expiration of old object versions',
    'days',
    FOREVER,
  ),
  amount(`${rule}.transition.days`, 'the age at which objects move to cheaper storage', 'days'),
  value(`${rule}.transition.storage_class`, 'the storage class that objects move to'),
];
const ENCRYPTION = (rule: string) => [
  value(`${rule}.apply_server_side_encryption_by_default.sse_algorithm`, 'the encryption of the bucket'),
  value(`${rule}.apply_server_side_encryption_by_default.kms_master_key_id`, 'the encryption key of the bucket'),
  flag(`${rule}.bucket_key_enabled`, 'the bucket key for encryption'),
];
const READ = 'the bucket was opened to the internet for reading (ACL public-read)';
const WRITE = 'the bucket was opened to the internet for reading and writing (ACL public-read-write)';
const ACL = cases('acl', 'the ACL of the bucket', {
  'public-read': READ,
  '->public-read': READ,
  'public-read-write>public-read':
    'the bucket was closed to the internet for writing, not for reading (ACL public-read)',
  'public-read-write': WRITE,
  '->public-read-write': WRITE,
  'public-read>public-read-write': 'the bucket was opened to the internet for writing, too (ACL public-read-write)',
  'authenticated-read': 'the bucket was opened to every AWS account for reading (ACL authenticated-read)',
  'public-read>authenticated-read': 'the bucket was closed to who has no AWS account (ACL authenticated-read)',
  'public-read-write>authenticated-read':
    'the bucket was closed to the internet for writing, and to who has no AWS account (ACL authenticated-read)',
  private: 'the ACL of the bucket was made private',
});
const BUCKET_POLICY = policy('policy', 'the bucket policy');
const QUEUES = ['id', 'queue_arn', 'topic_arn', 'lambda_function_arn'];

const bucketPart = (attributes: string[], type: string, parts: Parts = PARTIAL): Overlap => ({
  attributes,
  children: [childBy(type, 'bucket', 'id', 'arn')],
  parts,
  why: `${type} manages this part of the bucket`,
});

/** Buckets and their objects, file systems, backups. */
export const STORAGE: Catalog = {
  aws_backup_vault: {
    noun: 'backup vault',
    so: 'the recovery points in it are gone',
    phrases: [value('kms_key_arn', 'the encryption key of the backups')],
  },
  aws_backup_vault_lock_configuration: {
    noun: 'lock of the backup vault',
    so: 'recovery points can be deleted before their time',
    phrases: [
      amount('min_retention_days', 'the minimum retention of the vault lock', 'days', { '0': 'none' }),
      amount('max_retention_days', 'the maximum retention of the vault lock', 'days', { '0': 'none' }),
    ],
  },
  aws_efs_access_point: { noun: 'EFS access point', so: 'mounts through it fail' },
  aws_efs_file_system: {
    noun: 'EFS file system',
    so: 'its files are gone',
    phrases: [
      value('throughput_mode', 'the throughput mode'),
      amount('provisioned_throughput_in_mibps', 'the provisioned throughput', 'MiB/s'),
      value('lifecycle_policy.transition_to_ia', 'the age at which files move to infrequent access'),
    ],
  },
  aws_s3_bucket: {
    noun: 'S3 bucket',
    so: 'its objects are gone',
    phrases: [
      ACL,
      BUCKET_POLICY,
      flag('versioning.enabled', 'object versioning'),
      flag('versioning.mfa_delete', 'MFA delete'),
      value('logging.target_bucket', 'the bucket for access logs'),
      flag('force_destroy', 'deletion of the bucket together with its objects'),
      ...LIFECYCLE('lifecycle_rule'),
      ...ENCRYPTION('server_side_encryption_configuration.rule'),
      opaque('website', 'the website of the bucket'),
      items('cors_rule.allowed_origins', 'the allowed CORS origin'),
    ],
    overlaps: [
      bucketPart(['versioning'], 'aws_s3_bucket_versioning', { ofParent: versioning, ofChild: versioningResource }),
      bucketPart(['website'], 'aws_s3_bucket_website_configuration', { ofParent: website, ofChild: websiteResource }),
      bucketPart(['policy'], 'aws_s3_bucket_policy', {
        ofParent: document('policy'),
        ofChild: documentField('policy', 'policy'),
      }),
      bucketPart(['acceleration_status'], 'aws_s3_bucket_accelerate_configuration', {
        ofParent: listed,
        ofChild: field('status'),
      }),
      bucketPart(['request_payer'], 'aws_s3_bucket_request_payment_configuration', {
        ofParent: listed,
        ofChild: field('payer'),
      }),
      bucketPart(['logging'], 'aws_s3_bucket_logging'),
      bucketPart(['cors_rule'], 'aws_s3_bucket_cors_configuration'),
      bucketPart(['acl', 'grant'], 'aws_s3_bucket_acl'),
      bucketPart(['lifecycle_rule'], 'aws_s3_bucket_lifecycle_configuration'),
      bucketPart(['server_side_encryption_configuration'], 'aws_s3_bucket_server_side_encryption_configuration'),
      bucketPart(['replication_configuration'], 'aws_s3_bucket_replication_configuration'),
      bucketPart(['object_lock_configuration'], 'aws_s3_bucket_object_lock_configuration'),
    ],
    isSlow: true,
  },
  aws_s3_bucket_acl: { noun: 'bucket ACL', phrases: [ACL] },
  aws_s3_bucket_cors_configuration: {
    noun: 'bucket CORS configuration',
    so: 'browsers of other sites are refused',
    phrases: [
      items('cors_rule.allowed_origins', 'the allowed CORS origin'),
      items('cors_rule.allowed_methods', 'the allowed CORS method'),
    ],
  },
  aws_s3_bucket_inventory: {
    noun: 'bucket inventory',
    phrases: [
      value('destination.bucket.bucket_arn', 'the bucket that the inventory goes to'),
      value('destination.bucket.format', 'the format of the inventory'),
      value('schedule.frequency', 'the frequency of the inventory'),
    ],
  },
  aws_s3_bucket_lifecycle_configuration: {
    noun: 'bucket lifecycle configuration',
    so: 'objects neither expire nor move to cheaper storage',
    phrases: [
      ...LIFECYCLE('rule'),
      flag('rule.status', 'the lifecycle rule', ['enabled', 'disabled']),
      amount(
        'rule.abort_incomplete_multipart_upload.days_after_initiation',
        'the clean-up of incomplete uploads',
        'days',
      ),
      blocks('rule', 'the lifecycle rule', ['id']),
    ],
  },
  aws_s3_bucket_logging: {
    noun: 'bucket access logging',
    gone: 'was switched off',
    so: 'reads and writes are no longer logged',
    phrases: [
      value('target_bucket', 'the bucket for access logs'),
      value('target_prefix', 'the prefix of access logs'),
    ],
  },
  aws_s3_bucket_notification: {
    noun: 'bucket event notification',
    so: 'nothing is notified of new objects',
    phrases: [
      blocks('queue', 'the queue notification', QUEUES),
      blocks('topic', 'the topic notification', QUEUES),
      blocks('lambda_function', 'the function notification', QUEUES),
      flag('eventbridge', 'event notification by EventBridge'),
    ],
  },
  aws_s3_bucket_policy: {
    noun: 'bucket policy',
    so: 'what it granted and what it denied no longer holds',
    phrases: [BUCKET_POLICY],
  },
  aws_s3_bucket_public_access_block: {
    noun: 'bucket public access block',
    so: 'it no longer blocks public access to the bucket',
    phrases: [
      flag('block_public_acls', 'the block on public ACLs'),
      flag('block_public_policy', 'the block on public bucket policies'),
      flag('ignore_public_acls', 'the ignoring of public ACLs'),
      flag('restrict_public_buckets', 'the restriction of public buckets'),
    ],
  },
  aws_s3_bucket_replication_configuration: {
    noun: 'bucket replication',
    so: 'objects are no longer copied to the other bucket',
    phrases: [
      flag('rule.status', 'replication to the other bucket'),
      value('rule.destination.bucket', 'the bucket that objects are replicated to'),
    ],
  },
  aws_s3_bucket_server_side_encryption_configuration: {
    noun: 'bucket encryption configuration',
    so: 'new objects get the default encryption only',
    phrases: ENCRYPTION('rule'),
  },
  aws_s3_bucket_versioning: {
    noun: 'bucket versioning',
    so: 'objects that are overwritten or deleted from now on cannot be brought back',
    phrases: [
      cases('versioning_configuration.status', 'object versioning', {
        Enabled: 'object versioning was switched on',
        'Enabled>Suspended': 'object versioning was suspended',
        '->Enabled': 'object versioning was switched on',
      }),
      flag('versioning_configuration.mfa_delete', 'MFA delete'),
    ],
  },
  aws_s3_bucket_website_configuration: { noun: 'bucket website configuration', so: 'the static website is down' },
  aws_s3_object: {
    noun: 'S3 object',
    so: 'whoever reads it gets an error',
    phrases: [
      opaque(['etag', 'content', 'content_base64', 'source_hash', 'version_id'], 'the content of the object'),
      value('content_type', 'the content type of the object'),
    ],
  },
};
