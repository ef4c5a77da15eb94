import { fileURLToPath } from 'node:url';
import type { Change, Neutral } from '../change.ts';
import type { Estate } from '../estate.ts';

const at = (service: string, region: string) => ({ service, region });

const changes: readonly Change[] = [
  {
    what: 'a queue of one region is deleted, and the ones of the same name are still there',
    shows: { 'aws_sqs_queue.jobs["eu-west-1"]': 'deleted' },
    run: ({ json, of }) =>
      json(at('sqs', 'eu-west-1'), 'AmazonSQS.DeleteQueue', { QueueUrl: of('aws_sqs_queue.jobs["eu-west-1"]', 'url') }),
  },
  {
    what: 'a queue of another region hides its messages for longer',
    shows: { 'aws_sqs_queue.jobs["us-west-2"]': ['visibility_timeout_seconds'] },
    run: ({ json, of }) =>
      json(at('sqs', 'us-west-2'), 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: of('aws_sqs_queue.jobs["us-west-2"]', 'url'),
        Attributes: { VisibilityTimeout: '600' },
      }),
  },
  {
    what: 'logs of one region are kept for a day',
    shows: { 'aws_cloudwatch_log_group.app["eu-west-1"]': ['retention_in_days'] },
    run: ({ json }) =>
      json(at('logs', 'eu-west-1'), 'Logs_20140328.PutRetentionPolicy', { logGroupName: '/app', retentionInDays: 1 }),
  },
  {
    what: 'a parameter of the region of the provider configuration is changed',
    shows: { 'aws_ssm_parameter.flag["us-east-1"]': ['value'] },
    run: ({ json }) =>
      json(at('ssm', 'us-east-1'), 'AmazonSSM.PutParameter', {
        Name: '/app/flag',
        Value: 'off',
        Type: 'String',
        Overwrite: true,
      }),
  },
  {
    what: 'a topic of one region is deleted',
    shows: { 'aws_sns_topic.news["us-west-2"]': 'deleted' },
    run: ({ query, of }) =>
      query(at('sns', 'us-west-2'), 'DeleteTopic', { TopicArn: of('aws_sns_topic.news["us-west-2"]', 'arn') }),
  },
  {
    what: 'a network of one region gets a tag',
    shows: { 'aws_vpc.main["eu-west-1"]': ['tags', 'tags_all'] },
    run: ({ query, of }) =>
      query(at('ec2', 'eu-west-1'), 'CreateTags', {
        'ResourceId.1': of('aws_vpc.main["eu-west-1"]'),
        'Tag.1.Key': 'owner',
        'Tag.1.Value': 'somebody',
      }),
  },
];

const neutral: readonly Neutral[] = [
  {
    what: 'a queue of the same name appears in a region that the configuration does not have',
    why: 'it is another queue',
    run: ({ json }) => json(at('sqs', 'ap-southeast-2'), 'AmazonSQS.CreateQueue', { QueueName: 'jobs' }),
  },
];

/** Resources with a `region` argument, which only provider 6.x has: the same names in three regions. */
export const regionsEstate: Estate = {
  name: 'regions',
  source: fileURLToPath(new URL('aws', import.meta.url)),
  changes,
  neutral,
  differences: [],
  unseenAfterApply: [],
};
