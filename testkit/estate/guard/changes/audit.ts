import type { Change } from '../../change.ts';
import { ACCOUNT, lockToken, policy, waf } from '../calls.ts';

const config = { service: 'config' };
const logs = { service: 'logs' };
const guardduty = { service: 'guardduty' };

export const guardAudit: readonly Change[] = [
  {
    what: 'GuardDuty is switched off',
    shows: { 'aws_guardduty_detector.guard': ['enable'] },
    run: ({ rest, of }) =>
      rest(guardduty, 'POST', `/detector/${of('aws_guardduty_detector.guard')}`, { enable: false }),
  },
  {
    what: 'a filter of GuardDuty is deleted',
    shows: { 'aws_guardduty_filter.guard': 'deleted' },
    run: ({ rest, of }) => rest(guardduty, 'DELETE', `/detector/${of('aws_guardduty_detector.guard')}/filter/guard`),
  },
  {
    what: 'AWS Config records no more',
    shows: { 'aws_config_configuration_recorder_status.guard': ['is_enabled'] },
    run: ({ json }) =>
      json(config, 'StarlingDoveService.StopConfigurationRecorder', { ConfigurationRecorderName: 'guard' }),
  },
  {
    what: 'AWS Config forgets global types',
    shows: { 'aws_config_configuration_recorder.guard': ['recording_group'] },
    run: ({ json, of }) =>
      json(config, 'StarlingDoveService.PutConfigurationRecorder', {
        ConfigurationRecorder: {
          name: 'guard',
          roleARN: of('aws_iam_role.guard', 'arn'),
          recordingGroup: { allSupported: true, includeGlobalResourceTypes: false, resourceTypes: [] },
        },
      }),
  },
  {
    what: 'AWS Config delivers once a day',
    shows: { 'aws_config_delivery_channel.guard': ['snapshot_delivery_properties'] },
    run: ({ json }) =>
      json(config, 'StarlingDoveService.PutDeliveryChannel', {
        DeliveryChannel: {
          name: 'guard',
          s3BucketName: 'guard-records',
          configSnapshotDeliveryProperties: { deliveryFrequency: 'TwentyFour_Hours' },
        },
      }),
  },
  {
    what: 'AWS Config keeps its records for 30 days',
    shows: { 'aws_config_retention_configuration.guard': ['retention_period_in_days'] },
    run: ({ json }) => json(config, 'StarlingDoveService.PutRetentionConfiguration', { RetentionPeriodInDays: 30 }),
  },
  {
    what: 'an account may not collect records any more',
    shows: { 'aws_config_aggregate_authorization.guard': 'deleted' },
    run: ({ json }) =>
      json(config, 'StarlingDoveService.DeleteAggregationAuthorization', {
        AuthorizedAccountId: '210987654321',
        AuthorizedAwsRegion: 'us-east-1',
      }),
  },
  {
    what: 'an aggregator leaves out a region',
    shows: { 'aws_config_configuration_aggregator.guard': ['account_aggregation_source'] },
    run: ({ json }) =>
      json(config, 'StarlingDoveService.PutConfigurationAggregator', {
        ConfigurationAggregatorName: 'guard',
        AccountAggregationSources: [{ AccountIds: ['210987654321'], AwsRegions: ['us-east-1'] }],
      }),
  },
  {
    what: 'a subscription passes everything on',
    shows: { 'aws_cloudwatch_log_subscription_filter.guard': ['filter_pattern'] },
    run: ({ json, of }) =>
      json(logs, 'Logs_20140328.PutSubscriptionFilter', {
        logGroupName: 'guard',
        filterName: 'guard',
        filterPattern: '',
        destinationArn: of('aws_kinesis_stream.guard', 'arn'),
        roleArn: of('aws_iam_role.guard', 'arn'),
      }),
  },
  {
    what: 'a stream of logs is deleted',
    shows: { 'aws_cloudwatch_log_stream.guard': 'deleted' },
    run: ({ json }) => json(logs, 'Logs_20140328.DeleteLogStream', { logGroupName: 'guard', logStreamName: 'guard' }),
  },
  {
    what: 'everybody may send logs',
    shows: { 'aws_cloudwatch_log_destination_policy.guard': ['access_policy'] },
    run: ({ json, of }) =>
      json(logs, 'Logs_20140328.PutDestinationPolicy', {
        destinationName: 'guard',
        accessPolicy: policy({
          Effect: 'Allow',
          Principal: { AWS: '*' },
          Action: 'logs:PutSubscriptionFilter',
          Resource: of('aws_cloudwatch_log_destination.guard', 'arn'),
        }),
      }),
  },
  {
    what: 'a load balancer is behind AWS WAF no more',
    shows: { 'aws_wafv2_web_acl_association.guard': 'deleted' },
    run: (cloud) => waf(cloud, 'DisassociateWebACL', { ResourceArn: cloud.of('aws_lb.guard', 'arn') }),
  },
  {
    what: 'AWS WAF logs no more',
    shows: { 'aws_wafv2_web_acl_logging_configuration.guard': 'deleted' },
    run: (cloud) =>
      waf(cloud, 'DeleteLoggingConfiguration', { ResourceArn: cloud.of('aws_wafv2_web_acl.guard', 'arn') }),
  },
  {
    what: 'a rule of AWS WAF counts what it blocked',
    shows: { 'aws_wafv2_rule_group.guard': ['rule'] },
    run: async (cloud) => {
      const name = { Name: 'guard', Scope: 'REGIONAL', Id: cloud.of('aws_wafv2_rule_group.guard') };
      await waf(cloud, 'UpdateRuleGroup', {
        ...name,
        Rules: [
          {
            Name: 'geo',
            Priority: 1,
            Action: { Count: {} },
            Statement: { GeoMatchStatement: { CountryCodes: ['KP', 'SY'] } },
            VisibilityConfig: { SampledRequestsEnabled: true, CloudWatchMetricsEnabled: true, MetricName: 'geo' },
          },
        ],
        VisibilityConfig: { SampledRequestsEnabled: true, CloudWatchMetricsEnabled: true, MetricName: 'guard' },
        LockToken: await lockToken(cloud, 'GetRuleGroup', name),
      });
    },
  },
  {
    what: 'a load balancer is not protected by Shield any more',
    shows: { 'aws_shield_protection.guard': 'deleted' },
    run: ({ json, of }) =>
      json({ service: 'shield' }, 'AWSShield_20160616.DeleteProtection', {
        ProtectionId: of('aws_shield_protection.guard'),
      }),
  },
  {
    what: 'Inspector looks at nothing any more',
    shows: { 'aws_inspector2_enabler.guard': ['account_ids', 'resource_types'] },
    run: ({ rest }) =>
      rest({ service: 'inspector2' }, 'POST', '/disable', { accountIds: [ACCOUNT], resourceTypes: ['EC2'] }),
  },
];
