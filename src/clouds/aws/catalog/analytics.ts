import type { Catalog } from '../../contract/entry.ts';
import { childBy, documentOf } from '../../contract/overlaps.ts';
import { amount, blocks, cases, entries, flag, items, opaque, value } from '../../contract/phrases.ts';

const LAKE_ENCRYPTION = 'data_catalog_encryption_settings.encryption_at_rest';
const LAKE_PASSWORDS = 'data_catalog_encryption_settings.connection_password_encryption';
const OPEN_PORTS = 'permitted_public_security_group_rule_range';

/** Data lakes (Glue, Athena), streams, search engines, and machine learning models. */
export const ANALYTICS: Catalog = {
  aws_athena_prepared_statement: {
    noun: 'Athena prepared statement',
    phrases: [value('query_statement', 'the query of the prepared statement')],
  },
  aws_elasticsearch_domain: {
    overlaps: [documentOf('access_policies', childBy('aws_elasticsearch_domain_policy', 'domain_name', 'domain_name'))],
  },
  aws_emr_block_public_access_configuration: {
    noun: 'EMR block on public access',
    phrases: [
      flag('block_public_security_group_rules', 'the block on public access to EMR clusters'),
      amount(`${OPEN_PORTS}.max_range`, 'the highest port that may be open to the internet'),
      amount(`${OPEN_PORTS}.min_range`, 'the lowest port that may be open to the internet'),
    ],
  },
  aws_glue_crawler: {
    noun: 'Glue crawler',
    so: 'new data no longer gets into the Glue Data Catalog',
    phrases: [value('schedule', 'the schedule of the crawler')],
  },
  aws_glue_data_catalog_encryption_settings: {
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
  aws_glue_schema: { noun: 'Glue schema', phrases: [value('compatibility', 'the compatibility mode of the schema')] },
  aws_glue_security_configuration: { noun: 'Glue security configuration', so: 'jobs and crawlers that name it fail' },
  aws_glue_trigger: {
    noun: 'Glue trigger',
    so: 'it no longer starts its jobs',
    phrases: [
      flag('enabled', 'the Glue trigger', ['enabled', 'disabled']),
      value('schedule', 'the schedule of the Glue trigger'),
    ],
  },
  aws_glue_workflow: {
    noun: 'Glue workflow',
    so: 'its jobs are no longer started',
    phrases: [
      entries('default_run_properties', 'the default run property'),
      amount('max_concurrent_runs', 'the maximum of concurrent runs'),
    ],
  },
  aws_kinesis_stream: {
    noun: 'Kinesis stream',
    so: 'records that nobody had read are gone',
    phrases: [
      amount('shard_count', 'the number of shards'),
      amount('retention_period', 'the retention of records', 'hours'),
      value('encryption_type', 'the encryption of the stream'),
      value('stream_mode_details.stream_mode', 'the capacity mode of the stream'),
    ],
  },
  aws_kinesis_stream_consumer: {
    noun: 'Kinesis stream consumer',
    gone: 'was deregistered',
    so: 'its application gets no more records',
  },
  aws_lakeformation_data_lake_settings: {
    noun: 'data lake settings',
    phrases: [
      items('admins', 'the data lake administrator'),
      blocks('create_table_default_permissions', 'the default permission on new tables for', ['principal']),
      blocks('create_database_default_permissions', 'the default permission on new databases for', ['principal']),
    ],
  },
  aws_lakeformation_lf_tag: { noun: 'LF-tag', phrases: [items('values', 'the LF-tag value')] },
  aws_lakeformation_permissions: {
    noun: 'Lake Formation permission',
    gone: 'was revoked',
    phrases: [
      items('permissions', 'the permission', { came: 'granted', went: 'revoked' }),
      items('permissions_with_grant_option', 'the right to grant', { came: 'given', went: 'taken back' }),
    ],
  },
  aws_lakeformation_resource: {
    noun: 'Lake Formation location',
    gone: 'was deregistered',
    so: 'Lake Formation no longer controls access to it',
  },
  aws_opensearch_domain: {
    overlaps: [documentOf('access_policies', childBy('aws_opensearch_domain_policy', 'domain_name', 'domain_name'))],
  },
  aws_quicksight_user: { noun: 'QuickSight user', phrases: [value('user_role', 'the role of the QuickSight user')] },
  aws_sagemaker_endpoint: { noun: 'SageMaker endpoint', so: 'requests to its model fail' },
  aws_sagemaker_notebook_instance: { noun: 'SageMaker notebook instance', so: 'what was stored on its volume is gone' },
  aws_sagemaker_pipeline: {
    noun: 'SageMaker pipeline',
    phrases: [
      opaque('pipeline_definition', 'the definition of the pipeline'),
      value('pipeline_display_name', 'the display name of the pipeline'),
    ],
  },
};
