import { amount, blocks, cases, flag, items, opaque, policy, value, type Subject } from './phrase.ts';

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
const FILE = [value('file_permission', 'the permissions of the file')];
const QUEUES = ['id', 'queue_arn', 'topic_arn', 'lambda_function_arn'];

/** Buckets, file systems, disks, images. */
export const STORAGE: readonly Subject[] = [
  {
    type: 'aws_s3_bucket',
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
  },
  {
    type: 'aws_s3_bucket_policy',
    noun: 'bucket policy',
    so: 'what it granted and what it denied no longer holds',
    phrases: [BUCKET_POLICY],
  },
  {
    type: 'aws_s3_bucket_public_access_block',
    noun: 'bucket public access block',
    so: 'it no longer blocks public access to the bucket',
    phrases: [
      flag('block_public_acls', 'the block on public ACLs'),
      flag('block_public_policy', 'the block on public bucket policies'),
      flag('ignore_public_acls', 'the ignoring of public ACLs'),
      flag('restrict_public_buckets', 'the restriction of public buckets'),
    ],
  },
  {
    type: 'aws_s3_bucket_versioning',
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
  {
    type: 'aws_s3_bucket_lifecycle_configuration',
    noun: 'bucket lifecycle configuration',
    so: 'objects neither expire nor move to cheaper storage',
    phrases: [
      ...LIFECYCLE('rule'),
      flag('rule.status', 'the lifecycle rule', {
        on: 'the lifecycle rule was enabled',
        off: 'the lifecycle rule was disabled',
      }),
      amount(
        'rule.abort_incomplete_multipart_upload.days_after_initiation',
        'the clean-up of incomplete uploads',
        'days',
      ),
      blocks('rule', 'the lifecycle rule', ['id']),
    ],
  },
  {
    type: 'aws_s3_bucket_server_side_encryption_configuration',
    noun: 'bucket encryption configuration',
    so: 'new objects get the default encryption only',
    phrases: ENCRYPTION('rule'),
  },
  {
    type: 'aws_s3_bucket_logging',
    noun: 'bucket access logging',
    gone: 'was switched off',
    so: 'reads and writes are no longer logged',
    phrases: [
      value('target_bucket', 'the bucket for access logs'),
      value('target_prefix', 'the prefix of access logs'),
    ],
  },
  { type: 'aws_s3_bucket_acl', noun: 'bucket ACL', phrases: [ACL] },
  {
    type: 'aws_s3_bucket_cors_configuration',
    noun: 'bucket CORS configuration',
    so: 'browsers of other sites are refused',
    phrases: [
      items('cors_rule.allowed_origins', 'the allowed CORS origin'),
      items('cors_rule.allowed_methods', 'the allowed CORS method'),
    ],
  },
  {
    type: 'aws_s3_bucket_notification',
    noun: 'bucket event notification',
    so: 'nothing is told of new objects',
    phrases: [
      blocks('queue', 'the queue notification', QUEUES),
      blocks('topic', 'the topic notification', QUEUES),
      blocks('lambda_function', 'the function notification', QUEUES),
      flag('eventbridge', 'event notification by EventBridge'),
    ],
  },
  {
    type: 'aws_s3_bucket_replication_configuration',
    noun: 'bucket replication',
    so: 'objects are no longer copied to the other bucket',
    phrases: [
      flag('rule.status', 'replication to the other bucket'),
      value('rule.destination.bucket', 'the bucket that objects are replicated to'),
    ],
  },
  {
    type: 'aws_s3_bucket_website_configuration',
    noun: 'bucket website configuration',
    so: 'the static website is down',
    phrases: [],
  },
  {
    type: 'aws_s3_object',
    noun: 'S3 object',
    so: 'whoever reads it gets an error',
    phrases: [
      opaque(['etag', 'content', 'content_base64', 'source_hash', 'version_id'], 'the content of the object'),
      value('content_type', 'the content type of the object'),
    ],
  },
  { type: 'local_file', noun: 'file', gone: 'was deleted or given another content', phrases: FILE },
  { type: 'local_sensitive_file', noun: 'file', gone: 'was deleted or given another content', phrases: FILE },
  {
    type: 'aws_efs_file_system',
    noun: 'EFS file system',
    so: 'its files are gone',
    phrases: [
      value('throughput_mode', 'the throughput mode'),
      amount('provisioned_throughput_in_mibps', 'the provisioned throughput', 'MiB/s'),
      value('lifecycle_policy.transition_to_ia', 'the age at which files move to infrequent access'),
    ],
  },
  {
    type: 'aws_ebs_volume',
    noun: 'EBS volume',
    so: 'the data on the disk is gone',
    phrases: [
      amount('size', 'the size of the disk', 'GB'),
      value('type', 'the type of the disk'),
      amount('iops', 'the IOPS of the disk'),
      amount('throughput', 'the throughput of the disk', 'MiB/s'),
    ],
  },
  {
    type: 'aws_ecr_repository',
    noun: 'container image repository',
    so: 'its images can no longer be pulled',
    phrases: [
      cases('image_tag_mutability', 'the mutability of image tags', {
        MUTABLE: 'image tags were made mutable',
        IMMUTABLE: 'image tags were made immutable',
      }),
      flag('image_scanning_configuration.scan_on_push', 'vulnerability scanning of images on push'),
    ],
  },
  {
    type: 'aws_ecr_repository_policy',
    noun: 'image repository policy',
    so: 'what it granted no longer holds',
    phrases: [policy('policy', 'the repository policy')],
  },
  {
    type: 'aws_ecr_lifecycle_policy',
    noun: 'image lifecycle policy',
    so: 'old images are kept for ever',
    phrases: [opaque('policy', 'the expiry of container images')],
  },
  {
    type: 'aws_backup_vault',
    noun: 'backup vault',
    so: 'the recovery points in it are gone',
    phrases: [value('kms_key_arn', 'the encryption key of the backups')],
  },
];
