import type { Neutral } from '../../change.ts';
import { ACCOUNT, ecr, events, iam, kms, policy, ROOT, s3, secrets, sns, sqs, cloudwatch } from '../calls.ts';

/** Reformats JSON with tabs and line breaks, as an editor would. */
const spaced = (text: string): string => JSON.stringify(JSON.parse(text), null, '\t');

export const documents: readonly Neutral[] = [
  {
    what: 'the policy of a bucket: account by id, statements and lists in another order, "x" for ["x"], other blanks',
    why: 'IAM knows no order, and an account and its root are one principal',
    run: ({ rest }) =>
      rest(s3, 'PUT', '/acme-orders-data?policy', {
        Statement: [
          {
            Condition: { Bool: { 'aws:SecureTransport': false } },
            Resource: 'arn:aws:s3:::acme-orders-data/*',
            Action: ['s3:putlifecycleconfiguration', 's3:DeleteObjectVersion'],
            Principal: { AWS: '*' },
            Effect: 'Deny',
            Sid: 'Keep',
          },
          {
            Sid: 'Own',
            Effect: 'Allow',
            Principal: { AWS: ACCOUNT },
            Action: ['s3:ListBucket', 's3:GetObject'],
            Resource: ['arn:aws:s3:::acme-orders-data/*', 'arn:aws:s3:::acme-orders-data'],
          },
        ],
        Version: '2012-10-17',
      }),
  },
  {
    what: 'the policy of a role: one resource as a list, the other as a text, actions in another order',
    why: 'IAM knows no order, and "x" is ["x"]',
    run: ({ query, of }) =>
      query(iam, 'PutRolePolicy', {
        RoleName: 'orders-function',
        PolicyName: 'orders',
        PolicyDocument: spaced(
          policy(
            { Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: of('aws_sqs_queue.orders', 'arn') },
            {
              Effect: 'Allow',
              Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
              Resource: [of('aws_dynamodb_table.orders', 'arn')],
            },
          ),
        ),
      }),
  },
  {
    what: 'who may assume a role: services in another order',
    why: 'IAM knows no order',
    run: ({ query }) =>
      query(iam, 'UpdateAssumeRolePolicy', {
        RoleName: 'orders-function',
        PolicyDocument: policy({
          Principal: { Service: ['firehose.amazonaws.com', 'lambda.amazonaws.com', 'states.amazonaws.com'] },
          Action: ['sts:AssumeRole'],
          Effect: 'Allow',
        }),
      }),
  },
  {
    what: 'the policy of a queue, written otherwise',
    why: 'IAM knows no order, and "x" is ["x"]',
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: of('aws_sqs_queue.orders'),
        Attributes: {
          Policy: spaced(
            policy({
              Condition: { ArnEquals: { 'aws:SourceArn': [of('aws_sns_topic.events', 'arn')] } },
              Resource: [of('aws_sqs_queue.orders', 'arn')],
              Action: ['sqs:SendMessage'],
              Principal: { Service: ['sns.amazonaws.com'] },
              Effect: 'Allow',
              Sid: 'Topic',
            }),
          ),
        },
      }),
  },
  {
    what: 'where undeliverable messages go, keys in another order',
    why: 'keys have no order',
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: of('aws_sqs_queue.ledger'),
        Attributes: {
          RedrivePolicy: spaced(
            JSON.stringify({ maxReceiveCount: 5, deadLetterTargetArn: of('aws_sqs_queue.dead', 'arn') }),
          ),
        },
      }),
  },
  {
    what: 'the policy of a topic: account by id, statements in another order',
    why: 'IAM knows no order, and an account and its root are one principal',
    run: ({ query, of }) =>
      query(sns, 'SetTopicAttributes', {
        TopicArn: of('aws_sns_topic.events', 'arn'),
        AttributeName: 'Policy',
        AttributeValue: policy(
          {
            Sid: 'Bus',
            Effect: 'Allow',
            Principal: { Service: ['events.amazonaws.com'] },
            Action: ['sns:Publish'],
            Resource: [of('aws_sns_topic.events', 'arn')],
          },
          {
            Sid: 'Own',
            Effect: 'Allow',
            Principal: { AWS: [ACCOUNT] },
            Action: ['sns:Subscribe', 'sns:Publish'],
            Resource: of('aws_sns_topic.events', 'arn'),
          },
        ),
      }),
  },
  {
    what: 'the pattern of a rule, keys in another order and other blanks',
    why: 'keys have no order',
    run: ({ json }) =>
      json(events, 'AWSEvents.PutRule', {
        Name: 'placed',
        EventBusName: 'shop',
        EventPattern: spaced('{"detail-type":["placed"],"source":["shop.orders"]}'),
        State: 'ENABLED',
      }),
  },
  {
    what: 'the policy of a key: account by id, lists of one',
    why: 'an account and its root are one principal, and "x" is ["x"]',
    run: ({ json, of }) =>
      json(kms, 'TrentService.PutKeyPolicy', {
        KeyId: of('aws_kms_key.orders', 'key_id'),
        PolicyName: 'default',
        Policy: policy({ Sid: 'Own', Effect: 'Allow', Principal: { AWS: [ROOT] }, Action: ['kms:*'], Resource: ['*'] }),
      }),
  },
  {
    what: 'the policy of a secret, written otherwise',
    why: 'an account and its root are one principal, and "x" is ["x"]',
    run: ({ json }) =>
      json(secrets, 'secretsmanager.PutResourcePolicy', {
        SecretId: 'orders/gateway',
        ResourcePolicy: spaced(
          policy({
            Resource: ['*'],
            Action: ['secretsmanager:GetSecretValue'],
            Principal: { AWS: [ACCOUNT] },
            Effect: 'Allow',
            Sid: 'Read',
          }),
        ),
      }),
  },
  {
    what: 'who may pull images, lists in another order',
    why: 'IAM knows no order, and an account and its root are one principal',
    run: ({ json }) =>
      json(ecr, 'AmazonEC2ContainerRegistry_V20150921.SetRepositoryPolicy', {
        repositoryName: 'orders/api',
        policyText: policy({
          Action: ['ecr:GetDownloadUrlForLayer', 'ecr:BatchGetImage'],
          Principal: { AWS: [ACCOUNT] },
          Effect: 'Allow',
          Sid: 'Pull',
        }),
      }),
  },
  {
    what: 'how long images are kept, keys in another order',
    why: 'keys have no order',
    run: ({ json }) =>
      json(ecr, 'AmazonEC2ContainerRegistry_V20150921.PutLifecyclePolicy', {
        repositoryName: 'orders/api',
        lifecyclePolicyText: spaced(
          '{"rules":[{"action":{"type":"expire"},"selection":{"countNumber":10,"countType":"imageCountMoreThan",' +
            '"tagStatus":"any"},"description":"keep the last ten","rulePriority":1}]}',
        ),
      }),
  },
  {
    what: 'a dashboard, keys in another order and other blanks',
    why: 'keys have no order',
    run: ({ query }) =>
      query(cloudwatch, 'PutDashboard', {
        DashboardName: 'orders',
        DashboardBody: spaced(
          '{"widgets":[{"properties":{"markdown":"orders"},"height":3,"width":6,"y":0,"x":0,"type":"text"}]}',
        ),
      }),
  },
];
