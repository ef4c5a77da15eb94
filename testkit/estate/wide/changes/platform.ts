import type { Change } from '../../change.ts';

const logs = { service: 'logs' };
const events = { service: 'events' };
const ssm = { service: 'ssm' };
const secrets = { service: 'secretsmanager' };

function alarm(name: string, metric: string, namespace: string, rest: Record<string, string>): Record<string, string> {
  return {
    AlarmName: name,
    MetricName: metric,
    Namespace: namespace,
    ComparisonOperator: 'GreaterThanThreshold',
    ...rest,
  };
}

export const platformChanges: readonly Change[] = [
  {
    what: 'a secret gets another value',
    shows: { 'aws_secretsmanager_secret_version.database': ['version_stages'] },
    run: ({ json }) =>
      json(secrets, 'secretsmanager.PutSecretValue', {
        SecretId: 'prod/database',
        ClientRequestToken: '5f0a1c36-3d1c-4a4e-8f4a-6a1b2c3d4e5f',
        SecretString: 'canary-secret-version-2',
      }),
  },
  {
    what: 'a secure parameter gets another value',
    shows: { 'aws_ssm_parameter.token': ['value'] },
    secret: true,
    run: ({ json }) =>
      json(ssm, 'AmazonSSM.PutParameter', {
        Name: '/prod/token',
        Type: 'SecureString',
        Value: 'canary-parameter-2',
        Overwrite: true,
      }),
  },
  {
    what: 'a plain parameter gets another value',
    shows: { 'aws_ssm_parameter.settings["log.level"]': ['insecure_value'] },
    run: ({ json }) =>
      json(ssm, 'AmazonSSM.PutParameter', {
        Name: '/prod/settings/log.level',
        Type: 'String',
        Value: 'trace',
        Overwrite: true,
      }),
  },
  {
    what: 'a value that the configuration marks sensitive is changed',
    shows: { 'aws_ssm_parameter.pager': ['value'] },
    secret: true,
    run: ({ json }) =>
      json(ssm, 'AmazonSSM.PutParameter', {
        Name: '/prod/pager',
        Type: 'String',
        Value: 'canary-variable-2',
        Description: 'canary-variable-1',
        Overwrite: true,
      }),
  },
  {
    what: 'a parameter of a module is deleted',
    shows: { 'module.service["search \\"v2\\""].aws_ssm_parameter.timeout': 'deleted' },
    run: ({ json }) => json(ssm, 'AmazonSSM.DeleteParameter', { Name: '/service/search-v2/timeout' }),
  },
  {
    what: 'a key is not rotated any more',
    shows: { 'aws_kms_key.data': ['enable_key_rotation'] },
    run: ({ json, of }) =>
      json({ service: 'kms' }, 'TrentService.DisableKeyRotation', { KeyId: of('aws_kms_key.data', 'key_id') }),
  },
  {
    what: 'logs are kept for a shorter time',
    shows: { 'module.service["pay.ments"].aws_cloudwatch_log_group.this': ['retention_in_days'] },
    run: ({ json }) =>
      json(logs, 'Logs_20140328.PutRetentionPolicy', { logGroupName: '/service/pay-ments', retentionInDays: 1 }),
  },
  {
    what: 'a default tag of a log group is changed',
    shows: { 'aws_cloudwatch_log_group.app["/app/web"]': ['tags_all'] },
    run: ({ json, of }) =>
      json(logs, 'Logs_20140328.TagResource', {
        resourceArn: of('aws_cloudwatch_log_group.app["/app/web"]', 'arn'),
        tags: { owner: 'nobody' },
      }),
  },
  {
    what: 'a tag of its own is removed from a log group with default tags',
    shows: { 'aws_cloudwatch_log_group.app["/app/worker [blue]"]': ['tags'] },
    run: ({ json, of }) =>
      json(logs, 'Logs_20140328.UntagResource', {
        resourceArn: of('aws_cloudwatch_log_group.app["/app/worker [blue]"]', 'arn'),
        tagKeys: ['stream'],
      }),
  },
  {
    what: 'an alarm is raised later',
    shows: { 'aws_cloudwatch_metric_alarm.cpu': ['threshold'] },
    run: ({ query, of }) =>
      query(
        { service: 'monitoring' },
        'PutMetricAlarm',
        alarm('cpu', 'CPUUtilization', 'AWS/EC2', {
          EvaluationPeriods: '2',
          Period: '60',
          Statistic: 'Average',
          Threshold: '99',
          'AlarmActions.member.1': of('aws_sns_topic.alerts', 'arn'),
        }),
      ),
  },
  {
    what: 'a default tag of an alarm is removed',
    shows: { 'aws_cloudwatch_metric_alarm.cpu': ['tags_all'] },
    run: ({ query, of }) =>
      query({ service: 'monitoring' }, 'UntagResource', {
        ResourceARN: of('aws_cloudwatch_metric_alarm.cpu', 'arn'),
        'TagKeys.member.1': 'cost-unit',
      }),
  },
  {
    what: 'an alarm of the second region is deleted',
    shows: { 'module.archive.aws_cloudwatch_metric_alarm.size': 'deleted' },
    run: ({ query }) =>
      query({ service: 'monitoring', region: 'us-west-2' }, 'DeleteAlarms', { 'AlarmNames.member.1': 'cold-size' }),
  },
  {
    what: 'a dashboard is redrawn',
    shows: { 'aws_cloudwatch_dashboard.main': ['dashboard_body'] },
    run: ({ query }) =>
      query({ service: 'monitoring' }, 'PutDashboard', {
        DashboardName: 'main',
        DashboardBody: JSON.stringify({ widgets: [] }),
      }),
  },
  {
    what: 'a schedule is switched off',
    shows: { 'aws_cloudwatch_event_rule.stopped': ['state'] },
    run: ({ json }) => json(events, 'AWSEvents.DisableRule', { Name: 'stopped' }),
  },
  {
    what: 'the target of a schedule is removed',
    shows: { 'aws_cloudwatch_event_target.nightly': 'deleted' },
    run: ({ json }) => json(events, 'AWSEvents.RemoveTargets', { Rule: 'nightly', Ids: ['topic'] }),
  },
];
