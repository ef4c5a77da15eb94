import type { Change } from '../../change.ts';

const sns = { service: 'sns' };

export const workloadChanges: readonly Change[] = [
  {
    what: 'a topic gets another name',
    shows: { 'aws_sns_topic.alerts': ['display_name'] },
    run: ({ query, of }) =>
      query(sns, 'SetTopicAttributes', {
        TopicArn: of('aws_sns_topic.alerts', 'arn'),
        AttributeName: 'DisplayName',
        AttributeValue: 'Nothing to see',
      }),
  },
  {
    what: 'everybody may publish to a topic',
    shows: { 'aws_sns_topic_policy.alerts': ['policy'] },
    run: ({ query, of }) =>
      query(sns, 'SetTopicAttributes', {
        TopicArn: of('aws_sns_topic.alerts', 'arn'),
        AttributeName: 'Policy',
        AttributeValue: JSON.stringify({
          Version: '2012-10-17',
          Statement: [{ Sid: 'open', Effect: 'Allow', Principal: '*', Action: 'sns:Publish', Resource: '*' }],
        }),
      }),
  },
  {
    what: 'a topic of a module, by count, is deleted',
    shows: { 'module.service["pay.ments"].aws_sns_topic.this[1]': 'deleted' },
    run: ({ query, of }) =>
      query(sns, 'DeleteTopic', { TopicArn: of('module.service["pay.ments"].aws_sns_topic.this[1]', 'arn') }),
  },
  {
    what: 'a function gets more memory and another environment',
    shows: { 'aws_lambda_function.worker': ['environment', 'memory_size'] },
    run: ({ rest }) =>
      rest({ service: 'lambda' }, 'PUT', '/2015-03-31/functions/worker/configuration', {
        MemorySize: 256,
        Environment: { Variables: { STAGE: 'test', EMPTY: '' } },
      }),
  },
  {
    what: 'a permission of a function is removed',
    shows: { 'aws_lambda_permission.topic': 'deleted' },
    run: ({ rest }) => rest({ service: 'lambda' }, 'DELETE', '/2015-03-31/functions/worker/policy/topic'),
  },
  {
    what: 'a tag of a cluster is removed',
    shows: { 'aws_ecs_cluster.main': ['tags'] },
    run: ({ json, of }) =>
      json({ service: 'ecs' }, 'AmazonEC2ContainerServiceV20141113.UntagResource', {
        resourceArn: of('aws_ecs_cluster.main', 'arn'),
        tagKeys: ['tier'],
      }),
  },
  {
    what: 'health is checked elsewhere',
    shows: { 'aws_lb_target_group.web': ['health_check'] },
    run: ({ query, of }) =>
      query({ service: 'elasticloadbalancing' }, 'ModifyTargetGroup', {
        TargetGroupArn: of('aws_lb_target_group.web', 'arn'),
        HealthCheckPath: '/healthz',
      }),
  },
  {
    what: 'an API is described otherwise',
    shows: { 'aws_api_gateway_rest_api.public': ['description'] },
    run: ({ rest, of }) =>
      rest({ service: 'apigateway' }, 'PATCH', `/restapis/${of('aws_api_gateway_rest_api.public')}`, {
        patchOperations: [{ op: 'replace', path: '/description', value: 'private' }],
      }),
  },
  {
    what: 'addresses are taken off a block list',
    shows: { 'aws_wafv2_ip_set.blocked': ['addresses'] },
    run: ({ json, of }) =>
      json({ service: 'wafv2' }, 'AWSWAF_20190729.UpdateIPSet', {
        Name: 'blocked',
        Scope: 'REGIONAL',
        Id: of('aws_wafv2_ip_set.blocked'),
        LockToken: of('aws_wafv2_ip_set.blocked', 'lock_token'),
        Addresses: ['192.0.2.0/24'],
      }),
  },
  {
    what: 'a key pair is deleted',
    shows: { 'aws_key_pair.ops': 'deleted' },
    run: ({ query }) => query({ service: 'ec2' }, 'DeleteKeyPair', { KeyName: 'ops' }),
  },
  {
    what: 'the lifecycle of images is removed',
    shows: { 'aws_ecr_lifecycle_policy.app': 'deleted' },
    run: ({ json }) =>
      json({ service: 'ecr' }, 'AmazonEC2ContainerRegistry_V20150921.DeleteLifecyclePolicy', {
        repositoryName: 'acme/app',
      }),
  },
];
