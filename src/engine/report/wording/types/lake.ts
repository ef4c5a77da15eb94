import { amount, blocks, cases, entries, flag, items, opaque, value, type Subject } from './phrase.ts';

const LAKE_ENCRYPTION = 'data_catalog_encryption_settings.encryption_at_rest';
const LAKE_PASSWORDS = 'data_catalog_encryption_settings.connection_password_encryption';
const OPEN_PORTS = 'permitted_public_security_group_rule_range';

/** The catalogue of a data lake, what fills it and what reads it, and what databases are brought back from. */
export const LAKE: readonly Subject[] = [
  {
    type: 'aws_glue_data_catalog_encryption_settings',
    noun: 'encryption of the Glue Data Catalog',
    phrases: [
      cases(`${LAKE_ENCRYPTION}.catalog_encryption_mode`, 'the encryption of the Glue Data Catalog', {
        DISABLED: 'encryption at rest of the Glue Data Catalog was switched off',
        'DISABLED>SSE-KMS': 'encryption at rest of the Glue Data Catalog was switched on',
      }),
      value(`${LAKE_ENCRYPTION}.sse_aws_kms_key_id`, 'the encryption key of the Glue Data Catalog'),
      flag(`${LAKE_PASSWORDS}.return_connection_password_encrypted`, 'encryption of connection passwords'),
      value(`${LAKE_PASSWORDS}.aws_kms_key_id`, 'the encryption key of connection passwords'),
    ],
  },
  {
    type: 'aws_glue_crawler',
    noun: 'Glue crawler',
    so: 'new data no longer gets into the Glue Data Catalog',
    phrases: [value('schedule', 'the schedule of the crawler')],
  },
  {
    type: 'aws_glue_trigger',
    noun: 'Glue trigger',
    so: 'it no longer starts its jobs',
    phrases: [
      flag('enabled', 'the Glue trigger', {
        on: 'the Glue trigger was enabled',
        off: 'the Glue trigger was disabled',
      }),
      value('schedule', 'the schedule of the Glue trigger'),
    ],
  },
  {
    type: 'aws_glue_security_configuration',
    noun: 'Glue security configuration',
    so: 'jobs and crawlers that name it fail',
    phrases: [],
  },
  {
    type: 'aws_glue_schema',
    noun: 'Glue schema',
    phrases: [value('compatibility', 'the compatibility mode of the schema')],
  },
  {
    type: 'aws_glue_workflow',
    noun: 'Glue workflow',
    so: 'its jobs are no longer started',
    phrases: [
      entries('default_run_properties', 'the default run property'),
      amount('max_concurrent_runs', 'the maximum of concurrent runs'),
    ],
  },
  {
    type: 'aws_sagemaker_pipeline',
    noun: 'SageMaker pipeline',
    phrases: [
      opaque('pipeline_definition', 'the definition of the pipeline'),
      value('pipeline_display_name', 'the display name of the pipeline'),
    ],
  },
  { type: 'aws_dynamodb_tag', noun: 'tag of a DynamoDB table', phrases: [value('value', 'the value of the tag')] },
  {
    type: 'aws_athena_prepared_statement',
    noun: 'Athena prepared statement',
    phrases: [value('query_statement', 'the query of the prepared statement')],
  },
  {
    type: 'aws_lakeformation_resource',
    noun: 'Lake Formation location',
    gone: 'was deregistered',
    so: 'Lake Formation no longer controls access to it',
    phrases: [],
  },
  {
    type: 'aws_lakeformation_data_lake_settings',
    noun: 'data lake settings',
    phrases: [
      items('admins', 'the data lake administrator'),
      blocks('create_table_default_permissions', 'the default permission on new tables for', ['principal']),
      blocks('create_database_default_permissions', 'the default permission on new databases for', ['principal']),
    ],
  },
  {
    type: 'aws_lakeformation_lf_tag',
    noun: 'LF-tag',
    phrases: [items('values', 'the LF-tag value')],
  },
  {
    type: 'aws_lakeformation_permissions',
    noun: 'Lake Formation permission',
    gone: 'was revoked',
    phrases: [
      items('permissions', 'the permission', { came: 'granted', went: 'revoked' }),
      items('permissions_with_grant_option', 'the right to grant', { came: 'given', went: 'taken back' }),
    ],
  },
  {
    type: 'aws_quicksight_user',
    noun: 'QuickSight user',
    phrases: [value('user_role', 'the role of the QuickSight user')],
  },
  {
    type: 'aws_emr_block_public_access_configuration',
    noun: 'EMR block on public access',
    phrases: [
      flag('block_public_security_group_rules', 'the block on public access to EMR clusters'),
      amount(`${OPEN_PORTS}.max_range`, 'the highest port that may be open to the internet'),
      amount(`${OPEN_PORTS}.min_range`, 'the lowest port that may be open to the internet'),
    ],
  },
  {
    type: 'aws_backup_vault_lock_configuration',
    noun: 'lock of the backup vault',
    so: 'recovery points can be deleted before their time',
    phrases: [
      amount('min_retention_days', 'the minimum retention of the vault lock', 'days', { '0': 'none' }),
      amount('max_retention_days', 'the maximum retention of the vault lock', 'days', { '0': 'none' }),
    ],
  },
  {
    type: 'aws_s3_bucket_inventory',
    noun: 'bucket inventory',
    phrases: [
      value('destination.bucket.bucket_arn', 'the bucket that the inventory goes to'),
      value('destination.bucket.format', 'the format of the inventory'),
      value('schedule.frequency', 'the frequency of the inventory'),
    ],
  },
  { type: 'aws_db_snapshot', noun: 'RDS snapshot', so: 'nothing can be restored from it', phrases: [] },
  { type: 'aws_db_cluster_snapshot', noun: 'Aurora snapshot', so: 'nothing can be restored from it', phrases: [] },
  { type: 'aws_memorydb_snapshot', noun: 'MemoryDB snapshot', so: 'nothing can be restored from it', phrases: [] },
  { type: 'aws_db_option_group', noun: 'RDS option group', so: 'nothing new can be made with it', phrases: [] },
  {
    type: 'aws_db_event_subscription',
    noun: 'RDS event subscription',
    so: 'nobody is notified of those events',
    phrases: [],
  },
  {
    type: 'aws_db_proxy_target',
    noun: 'RDS Proxy target',
    gone: 'was deregistered',
    so: 'the proxy no longer leads to the database',
    phrases: [],
  },
  {
    type: 'aws_dax_cluster',
    noun: 'DAX cluster',
    so: 'reads through it fail',
    phrases: [amount('replication_factor', 'the number of DAX nodes')],
  },
  { type: 'aws_efs_access_point', noun: 'EFS access point', so: 'mounts through it fail', phrases: [] },
  { type: 'aws_sagemaker_endpoint', noun: 'SageMaker endpoint', so: 'requests to its model fail', phrases: [] },
  {
    type: 'aws_sagemaker_notebook_instance',
    noun: 'SageMaker notebook instance',
    so: 'what was stored on its volume is gone',
    phrases: [],
  },
  {
    type: 'aws_kinesis_stream_consumer',
    noun: 'Kinesis stream consumer',
    gone: 'was deregistered',
    so: 'its application gets no more records',
    phrases: [],
  },
];
