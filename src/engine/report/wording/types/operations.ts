import { amount, blocks, cases, choice, entries, flag, items, opaque, policy, value, type Subject } from './phrase.ts';

const SECONDS = 'seconds';
const RULE = { on: 'the event rule was enabled', off: 'the event rule was disabled' };

/** Queues, alarms, logs, audit, what stands at the edge. */
export const OPERATIONS: readonly Subject[] = [
  {
    type: 'aws_sqs_queue',
    noun: 'SQS queue',
    so: 'messages in it are lost and senders fail',
    phrases: [
      amount('visibility_timeout_seconds', 'the visibility timeout', SECONDS),
      amount('message_retention_seconds', 'the retention of messages', SECONDS),
      amount('redrive_policy.maxReceiveCount', 'the number of receives before a message goes to the dead-letter queue'),
      value('redrive_policy.deadLetterTargetArn', 'the dead-letter queue'),
      amount('delay_seconds', 'the delivery delay', SECONDS),
      amount('receive_wait_time_seconds', 'the long polling time', SECONDS),
      amount('max_message_size', 'the maximum message size', 'bytes'),
      flag('sqs_managed_sse_enabled', 'encryption of the queue'),
      policy('policy', 'the queue policy'),
    ],
  },
  {
    type: 'aws_sqs_queue_policy',
    noun: 'queue policy',
    so: 'those whom it let send or receive are refused',
    phrases: [policy('policy', 'the queue policy')],
  },
  {
    type: 'aws_sns_topic',
    noun: 'SNS topic',
    so: 'nobody gets its notifications',
    phrases: [
      policy('policy', 'the topic policy'),
      value('kms_master_key_id', 'the encryption key of the topic'),
      opaque('delivery_policy', 'the delivery policy (retries)'),
    ],
  },
  {
    type: 'aws_sns_topic_policy',
    noun: 'topic policy',
    so: 'those whom it let publish or subscribe are refused',
    phrases: [policy('policy', 'the topic policy')],
  },
  {
    type: 'aws_sns_topic_subscription',
    noun: 'SNS subscription',
    gone: 'was removed',
    so: 'the subscriber no longer gets the notifications',
    phrases: [
      opaque('filter_policy', 'the filter policy of the subscription'),
      flag('raw_message_delivery', 'raw message delivery'),
      value('redrive_policy.deadLetterTargetArn', 'the dead-letter queue of the subscription'),
    ],
  },
  {
    type: 'aws_cloudwatch_metric_alarm',
    noun: 'CloudWatch alarm',
    so: 'nobody is alerted by it',
    phrases: [
      amount('threshold', 'the alarm threshold'),
      flag('actions_enabled', 'alarm actions (notifications)'),
      items('alarm_actions', 'the alarm action'),
      items('ok_actions', 'the OK action'),
      amount('evaluation_periods', 'the number of evaluation periods'),
      amount('period', 'the period of the metric', SECONDS),
      value('comparison_operator', 'the comparison of the alarm'),
      value('treat_missing_data', 'the treatment of missing data'),
    ],
  },
  {
    type: 'aws_cloudwatch_log_group',
    noun: 'log group',
    so: 'its logs are gone',
    phrases: [
      amount('retention_in_days', 'the log retention', 'days', { '0': 'unlimited', '': 'unlimited' }),
      value('kms_key_id', 'the encryption key of the logs'),
    ],
  },
  {
    type: 'aws_cloudwatch_log_metric_filter',
    noun: 'log metric filter',
    so: 'its metric is no longer counted and alarms on it stay silent',
    phrases: [value('pattern', 'the pattern of the log metric filter')],
  },
  {
    type: 'aws_cloudwatch_event_rule',
    noun: 'EventBridge rule',
    so: 'nothing is triggered by it',
    phrases: [
      flag(['state', 'is_enabled'], 'the event rule', RULE),
      value('schedule_expression', 'the schedule'),
      opaque('event_pattern', 'the event pattern'),
    ],
  },
  {
    type: 'aws_cloudwatch_event_target',
    noun: 'EventBridge target',
    gone: 'was removed',
    so: 'the rule no longer triggers it',
    calls: true,
    phrases: [
      value('arn', 'the target that the rule triggers'),
      opaque(['input', 'input_transformer', 'input_path'], 'the input of the target'),
      value('role_arn', 'the role of the target'),
    ],
  },
  {
    type: 'aws_scheduler_schedule',
    noun: 'EventBridge schedule',
    so: 'nothing is started by it',
    phrases: [
      value('schedule_expression', 'the schedule'),
      flag('state', 'the schedule', { on: 'the schedule was enabled', off: 'the schedule was disabled' }),
    ],
  },
  {
    type: 'aws_cloudwatch_dashboard',
    noun: 'CloudWatch dashboard',
    phrases: [opaque('dashboard_body', 'the content of the dashboard')],
  },
  {
    type: 'aws_cloudtrail',
    noun: 'CloudTrail trail',
    so: 'API activity is no longer recorded by it',
    phrases: [
      flag('enable_logging', 'audit logging (CloudTrail)'),
      flag('is_multi_region_trail', 'recording of all regions'),
      flag('enable_log_file_validation', 'validation of audit log files'),
      flag('include_global_service_events', 'recording of global services such as IAM'),
      value('s3_bucket_name', 'the bucket for audit logs'),
    ],
  },
  {
    type: 'aws_config_configuration_recorder',
    noun: 'AWS Config recorder',
    so: 'configuration changes are no longer recorded',
    phrases: [
      flag('recording_group.all_supported', 'recording of all resource types'),
      flag('recording_group.include_global_resource_types', 'recording of global resource types'),
      items('recording_group.resource_types', 'the recorded resource type'),
    ],
  },
  {
    type: 'aws_config_configuration_recorder_status',
    noun: 'AWS Config recorder status',
    phrases: [
      flag('is_enabled', 'the AWS Config recorder', {
        on: 'the AWS Config recorder was started',
        off: 'the AWS Config recorder was stopped',
      }),
    ],
  },
  {
    type: 'aws_guardduty_detector',
    noun: 'GuardDuty detector',
    so: 'threats are no longer detected',
    phrases: [
      flag('enable', 'threat detection (GuardDuty)'),
      value('finding_publishing_frequency', 'the publishing frequency of findings'),
    ],
  },
  {
    type: 'aws_wafv2_web_acl',
    noun: 'web firewall (WAF)',
    so: 'requests are no longer filtered',
    phrases: [
      blocks('rule', 'the WAF rule', ['name']),
      choice('default_action', 'the default action of the web firewall'),
    ],
  },
  {
    type: 'aws_wafv2_ip_set',
    noun: 'WAF IP set',
    phrases: [items('addresses', 'the address range')],
  },
  {
    type: 'aws_cloudfront_distribution',
    noun: 'CloudFront (CDN) distribution',
    so: 'what it served cannot be reached through it',
    phrases: [
      flag('enabled', 'the CDN distribution', {
        on: 'the CDN distribution was enabled',
        off: 'the CDN distribution was disabled',
      }),
      cases('default_cache_behavior.viewer_protocol_policy', 'the protocol policy for viewers', {
        'allow-all': 'unencrypted HTTP was allowed for viewers',
        'redirect-to-https': 'viewers were redirected to HTTPS',
        'https-only': 'viewers were restricted to HTTPS',
      }),
      cases('ordered_cache_behavior.viewer_protocol_policy', 'the protocol policy for viewers of some paths', {
        'allow-all': 'unencrypted HTTP was allowed for viewers of some paths',
        'redirect-to-https': 'viewers of some paths were redirected to HTTPS',
        'https-only': 'viewers of some paths were restricted to HTTPS',
      }),
      value('viewer_certificate.minimum_protocol_version', 'the minimum TLS version'),
      value('web_acl_id', 'the web firewall (WAF) of the distribution'),
      items('aliases', 'the domain name'),
      value('price_class', 'the price class'),
      value('restrictions.geo_restriction.restriction_type', 'the geo restriction'),
      items('restrictions.geo_restriction.locations', 'the country', {
        came: 'added to the geo restriction',
        went: 'removed from the geo restriction',
      }),
      value('logging_config.bucket', 'the bucket for access logs'),
    ],
  },
  {
    type: 'aws_acm_certificate',
    noun: 'TLS certificate',
    so: 'HTTPS can no longer use it',
    phrases: [
      items('subject_alternative_names', 'the certificate name'),
      value('options.certificate_transparency_logging_preference', 'certificate transparency logging'),
    ],
  },
  {
    type: 'aws_api_gateway_rest_api',
    noun: 'REST API',
    so: 'its endpoints can no longer be called',
    phrases: [
      policy('policy', 'the resource policy of the API'),
      flag('disable_execute_api_endpoint', 'the default endpoint of the API', {
        on: 'the default endpoint of the API was disabled',
        off: 'the default endpoint of the API was enabled',
      }),
      items('endpoint_configuration.types', 'the endpoint type'),
    ],
  },
  {
    type: 'aws_api_gateway_stage',
    noun: 'API stage',
    so: 'its endpoints can no longer be called',
    phrases: [
      entries('variables', 'the stage variable'),
      flag('xray_tracing_enabled', 'X-Ray tracing'),
      value('access_log_settings.destination_arn', 'the destination of the API access logs'),
      flag('cache_cluster_enabled', 'the cache of the API stage'),
    ],
  },
  {
    type: 'aws_apigatewayv2_api',
    noun: 'HTTP API',
    so: 'its endpoints can no longer be called',
    phrases: [
      items('cors_configuration.allow_origins', 'the allowed CORS origin'),
      items('cors_configuration.allow_methods', 'the allowed CORS method'),
      flag('disable_execute_api_endpoint', 'the default endpoint of the API', {
        on: 'the default endpoint of the API was disabled',
        off: 'the default endpoint of the API was enabled',
      }),
    ],
  },
  {
    type: 'aws_apigatewayv2_route',
    noun: 'HTTP API route',
    so: 'requests to it are refused',
    phrases: [value('target', 'the integration that the route leads to')],
  },
  {
    type: 'aws_cognito_user_pool',
    noun: 'Cognito user pool',
    so: 'its users can no longer sign in',
    phrases: [
      cases('mfa_configuration', 'multi-factor authentication', {
        OFF: 'multi-factor authentication (MFA) was switched off',
        OPTIONAL: 'multi-factor authentication (MFA) was made optional',
        ON: 'multi-factor authentication (MFA) was made mandatory',
      }),
      amount('password_policy.minimum_length', 'the minimum password length', 'characters'),
    ],
  },
];
