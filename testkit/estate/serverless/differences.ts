import type { Difference } from '../estate.ts';

const COUNTER =
  'computed-only: the cloud counts or stamps it, nobody sets it; it moves with the drift that is reported';
const ECHO = 'the parent mirrors a managed child, and the drift is told of the child';

export const differences: Difference[] = [
  {
    address: 'aws_kms_alias.orders',
    attributes: ['target_key_arn'],
    because: 'computed-only: it follows target_key_id',
  },
  { address: 'aws_lambda_event_source_mapping.orders', attributes: ['last_modified'], because: COUNTER },
  { address: 'aws_s3_object.script', attributes: ['version_id'], because: COUNTER },
  { address: 'aws_ssm_parameter.settings["limits/[max]"]', attributes: ['version'], because: COUNTER },
  { address: 'aws_ssm_parameter.token', attributes: ['version'], because: COUNTER },
  { address: 'aws_wafv2_ip_set.office', attributes: ['lock_token'], because: COUNTER },
  {
    address: 'aws_iam_role.function',
    attributes: ['inline_policy'],
    because: `${ECHO}: aws_iam_role_policy.function`,
  },
  {
    address: 'aws_s3_bucket.data',
    attributes: [
      'acceleration_status',
      'cors_rule',
      'lifecycle_rule',
      'logging',
      'policy',
      'server_side_encryption_configuration',
      'versioning',
    ],
    because: `${ECHO}: the resources for each of them`,
  },
  {
    address: 'aws_s3_bucket.site',
    attributes: ['website'],
    because: `${ECHO}: aws_s3_bucket_website_configuration.site`,
  },
  {
    address: 'aws_secretsmanager_secret.gateway',
    attributes: ['policy'],
    because: `${ECHO}: aws_secretsmanager_secret_policy.gateway`,
  },
  { address: 'aws_sns_topic.events', attributes: ['policy'], because: `${ECHO}: aws_sns_topic_policy.events` },
  { address: 'aws_sqs_queue.orders', attributes: ['policy'], because: `${ECHO}: aws_sqs_queue_policy.orders` },
];
