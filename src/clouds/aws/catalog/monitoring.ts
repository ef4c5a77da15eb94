import type { Catalog } from '../../contract/entry.ts';
import { amount, flag, items, opaque, value } from '../../contract/phrases.ts';

const SECONDS = 'seconds';

/** Metrics, logs, trails, AWS Config, threat detectors, and CodeBuild. */
export const MONITORING: Catalog = {
  aws_cloudtrail: {
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
  aws_cloudwatch_dashboard: {
    noun: 'CloudWatch dashboard',
    phrases: [opaque('dashboard_body', 'the content of the dashboard')],
  },
  aws_cloudwatch_log_group: {
    noun: 'log group',
    so: 'its logs are gone',
    phrases: [
      amount('retention_in_days', 'the log retention', 'days', { '0': 'unlimited', '': 'unlimited' }),
      value('kms_key_id', 'the encryption key of the logs'),
    ],
  },
  aws_cloudwatch_log_metric_filter: {
    noun: 'log metric filter',
    so: 'its metric is no longer counted and alarms on it stay silent',
    phrases: [value('pattern', 'the pattern of the log metric filter')],
  },
  aws_cloudwatch_metric_alarm: {
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
  aws_codebuild_project: { noun: 'CodeBuild project', so: 'its builds can no longer run' },
  aws_config_aggregate_authorization: {
    noun: 'AWS Config aggregation authorization',
    so: 'the other account no longer sees the records of this one',
  },
  aws_config_configuration_recorder: {
    noun: 'AWS Config recorder',
    so: 'configuration changes are no longer recorded',
    phrases: [
      flag('recording_group.all_supported', 'recording of all resource types'),
      flag('recording_group.include_global_resource_types', 'recording of global resource types'),
      items('recording_group.resource_types', 'the recorded resource type'),
    ],
  },
  aws_config_configuration_recorder_status: {
    noun: 'AWS Config recorder status',
    phrases: [flag('is_enabled', 'the AWS Config recorder', ['started', 'stopped'])],
  },
  aws_config_delivery_channel: {
    noun: 'AWS Config delivery channel',
    so: 'configuration changes are no longer delivered',
    phrases: [
      value('snapshot_delivery_properties.delivery_frequency', 'the delivery frequency of configuration snapshots'),
    ],
  },
  aws_config_retention_configuration: {
    noun: 'AWS Config retention',
    phrases: [amount('retention_period_in_days', 'the retention of configuration records', 'days')],
  },
  aws_directory_service_log_subscription: {
    noun: 'log subscription of the directory',
    so: 'security events of the directory are no longer logged',
  },
  aws_grafana_workspace_api_key: { isNeverRead: true },
  aws_guardduty_detector: {
    noun: 'GuardDuty detector',
    so: 'threats are no longer detected',
    phrases: [
      flag('enable', 'threat detection (GuardDuty)'),
      value('finding_publishing_frequency', 'the publishing frequency of findings'),
    ],
  },
  aws_guardduty_filter: { noun: 'GuardDuty filter', so: 'what it archived is shown again' },
  aws_inspector2_enabler: {
    noun: 'Amazon Inspector activation',
    so: 'nothing is scanned for vulnerabilities',
    phrases: [
      items('account_ids', 'vulnerability scanning (Inspector) of account', {
        came: 'switched on',
        went: 'switched off',
      }),
      items('resource_types', 'vulnerability scanning (Inspector) of resource type', {
        came: 'switched on',
        went: 'switched off',
      }),
    ],
  },
};
