import type { Neutral } from '../../change.ts';
import {
  apigateway,
  cloudwatch,
  cognito,
  dynamodb,
  ecs,
  failuresAlarm,
  glue,
  lambda,
  s3,
  s3Xml,
  sqs,
  ssm,
  waf,
} from '../calls.ts';

const DATA = '/acme-orders-data';

export const settings: readonly Neutral[] = [
  {
    what: 'a table is scaled within its limits by the policy that the state has',
    why: 'that is what the policy is there for',
    terraform: { 'aws_dynamodb_table.orders': ['read_capacity'] },
    run: ({ json }) =>
      json(dynamodb, 'DynamoDB_20120810.UpdateTable', {
        TableName: 'orders',
        ProvisionedThroughput: { ReadCapacityUnits: 20, WriteCapacityUnits: 5 },
      }),
  },
  {
    what: 'a service is scaled within its limits by the policy that the state has',
    why: 'that is what the policy is there for',
    run: ({ json }) =>
      json(ecs, 'AmazonEC2ContainerServiceV20141113.UpdateService', {
        cluster: 'orders',
        service: 'api',
        desiredCount: 6,
      }),
  },
  {
    what: 'versioning of a bucket that never had any is suspended',
    why: 'a bucket that never had versions and one that has none any more are alike to the configuration',
    run: ({ rest }) =>
      rest(s3, 'PUT', '/acme-orders-site?versioning', s3Xml('VersioningConfiguration', '<Status>Suspended</Status>')),
  },
  {
    what: 'the access list of a private bucket, spelled out',
    why: 'private is what it is by default',
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        '/acme-orders-logs?acl',
        s3Xml(
          'AccessControlPolicy',
          '<Owner><ID>75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a</ID></Owner><AccessControlList>' +
            '<Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser">' +
            '<ID>75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a</ID></Grantee>' +
            '<Permission>FULL_CONTROL</Permission></Grant></AccessControlList>',
        ),
      ),
  },
  {
    what: 'what a bucket is for, methods in another order',
    why: 'methods are a set',
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        `${DATA}?cors`,
        s3Xml(
          'CORSConfiguration',
          '<CORSRule><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>GET</AllowedMethod>' +
            '<AllowedOrigin>https://shop.example.org</AllowedOrigin></CORSRule>',
        ),
      ),
  },
  {
    what: 'what keeps a bucket from being public, said again',
    why: 'it is what was said before',
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        `${DATA}?publicAccessBlock`,
        s3Xml(
          'PublicAccessBlockConfiguration',
          '<RestrictPublicBuckets>true</RestrictPublicBuckets><IgnorePublicAcls>true</IgnorePublicAcls>' +
            '<BlockPublicPolicy>true</BlockPublicPolicy><BlockPublicAcls>true</BlockPublicAcls>',
        ),
      ),
  },
  {
    what: 'the tags of a bucket in another order',
    why: 'tags have no order',
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        `${DATA}?tagging`,
        s3Xml(
          'Tagging',
          '<TagSet><Tag><Key>team</Key><Value>orders</Value></Tag><Tag><Key>purpose</Key><Value>data</Value></Tag></TagSet>',
        ),
      ),
  },
  {
    what: 'the tags of a queue in another order',
    why: 'tags have no order',
    run: async ({ json, of }) => {
      const queue = { QueueUrl: of('aws_sqs_queue.orders') };
      await json(sqs, 'AmazonSQS.UntagQueue', { ...queue, TagKeys: ['kind', 'team'] });
      await json(sqs, 'AmazonSQS.TagQueue', { ...queue, Tags: { kind: 'queue', team: 'orders' } });
    },
  },
  {
    what: 'a queue gets tags that AWS itself sets',
    why: 'nobody can manage them',
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.TagQueue', {
        QueueUrl: of('aws_sqs_queue.orders'),
        Tags: { 'aws:cloudformation:stack-name': 'orders' },
      }),
  },
  {
    what: 'a permission of a function is removed and given again',
    why: 'it is known by its statement id',
    run: async ({ rest, of }) => {
      await rest(lambda, 'DELETE', '/2015-03-31/functions/take-order/policy/bus');
      await rest(lambda, 'POST', '/2015-03-31/functions/take-order/policy', {
        StatementId: 'bus',
        Action: 'lambda:InvokeFunction',
        Principal: 'events.amazonaws.com',
        SourceArn: of('aws_cloudwatch_event_rule.placed', 'arn'),
      });
    },
  },
  {
    what: 'defaults of a function spelled out, its environment in another order',
    why: 'they are the defaults, and variables have no order',
    run: ({ rest }) =>
      rest(lambda, 'PUT', '/2015-03-31/functions/take-order/configuration', {
        Environment: { Variables: { TOKEN: 'canary-function-environment', TABLE: 'orders', EMPTY: '' } },
        TracingConfig: { Mode: 'PassThrough' },
        EphemeralStorage: { Size: 512 },
        Description: '',
      }),
  },
  {
    what: 'an alarm with its default spelled out, its topics and dimensions in another order',
    why: 'they are sets',
    run: ({ query, of }) =>
      query(
        cloudwatch,
        'PutMetricAlarm',
        failuresAlarm([of('aws_sns_topic.audit', 'arn'), of('aws_sns_topic.events', 'arn')], {
          Threshold: '5.0',
          ActionsEnabled: 'true',
          TreatMissingData: 'missing',
          'AlarmActions.member.1': of('aws_sns_topic.events', 'arn'),
          'Dimensions.member.1.Name': 'Stage',
          'Dimensions.member.1.Value': 'live',
          'Dimensions.member.2.Name': 'Function',
          'Dimensions.member.2.Value': 'take-order',
        }),
      ),
  },
  {
    what: 'the addresses of a block list in another order',
    why: 'they are a set; the token that moves is set by nobody',
    run: async ({ json, of }) => {
      const set = { Name: 'office', Scope: 'REGIONAL', Id: of('aws_wafv2_ip_set.office') };
      const { LockToken } = JSON.parse(await json(waf, 'AWSWAF_20190729.GetIPSet', set)) as { LockToken: string };
      await json(waf, 'AWSWAF_20190729.UpdateIPSet', {
        ...set,
        LockToken,
        Addresses: ['198.51.100.0/24', '203.0.113.0/24'],
      });
    },
  },
  {
    what: 'how customers may sign in, in another order',
    why: 'it is a set',
    run: ({ json, of }) =>
      json(cognito, 'AWSCognitoIdentityProviderService.UpdateUserPoolClient', {
        UserPoolId: of('aws_cognito_user_pool.customers'),
        ClientId: of('aws_cognito_user_pool_client.shop'),
        ClientName: 'shop',
        ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_PASSWORD_AUTH'],
      }),
  },
  {
    what: 'which pages may call an API, methods in another order',
    why: 'methods are a set',
    run: ({ rest, of }) =>
      rest(apigateway, 'PATCH', `/v2/apis/${of('aws_apigatewayv2_api.web')}`, {
        corsConfiguration: {
          allowMethods: ['POST', 'GET'],
          allowOrigins: ['https://shop.example.org'],
          maxAge: 300,
        },
      }),
  },
  {
    what: 'a parameter is given the value that it has',
    why: 'only its version moves, which nobody sets',
    terraform: { 'aws_ssm_parameter.settings["features"]': ['version'] },
    run: ({ json }) =>
      json(ssm, 'AmazonSSM.PutParameter', {
        Name: '/orders/features',
        Type: 'String',
        Value: '{"a":1,"b":[2,3]}',
        Overwrite: true,
      }),
  },
  {
    what: 'a database of the catalogue is described as it was',
    why: 'it is what it was',
    run: ({ json }) =>
      json(glue, 'AWSGlue.UpdateDatabase', { Name: 'lake', DatabaseInput: { Name: 'lake', Description: 'lake' } }),
  },
];
