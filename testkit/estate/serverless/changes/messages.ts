import type { Change } from '../../change.ts';
import { events, kinesis, policy, scheduler, sns, sqs } from '../calls.ts';

export const messageChanges: readonly Change[] = [
  {
    what: 'messages stay hidden for longer',
    shows: { 'aws_sqs_queue.orders': ['visibility_timeout_seconds'] },
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: of('aws_sqs_queue.orders'),
        Attributes: { VisibilityTimeout: '600' },
      }),
  },
  {
    what: 'everybody may send to a queue',
    shows: { 'aws_sqs_queue_policy.orders': ['policy'] },
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: of('aws_sqs_queue.orders'),
        Attributes: {
          Policy: policy({
            Sid: 'Topic',
            Effect: 'Allow',
            Principal: '*',
            Action: 'sqs:SendMessage',
            Resource: of('aws_sqs_queue.orders', 'arn'),
          }),
        },
      }),
  },
  {
    what: 'messages are given up sooner',
    shows: { 'aws_sqs_queue.ledger': ['redrive_policy'] },
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: of('aws_sqs_queue.ledger'),
        Attributes: {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: of('aws_sqs_queue.dead', 'arn'),
            maxReceiveCount: 1,
          }),
        },
      }),
  },
  {
    what: 'a default tag of a queue is changed',
    // No state tells which tags are default tags.
    shows: { 'aws_sqs_queue.dead': ['tags', 'tags_all'] },
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.TagQueue', { QueueUrl: of('aws_sqs_queue.dead'), Tags: { team: 'nobody' } }),
  },
  {
    what: 'a subscriber hears of something else',
    shows: { 'aws_sns_topic_subscription.orders': ['filter_policy'] },
    run: ({ query, of }) =>
      query(sns, 'SetSubscriptionAttributes', {
        SubscriptionArn: of('aws_sns_topic_subscription.orders', 'arn'),
        AttributeName: 'FilterPolicy',
        AttributeValue: JSON.stringify({ kind: ['placed'] }),
      }),
  },
  {
    what: 'everybody may publish to a topic',
    shows: { 'aws_sns_topic_policy.events': ['policy'] },
    run: ({ query, of }) =>
      query(sns, 'SetTopicAttributes', {
        TopicArn: of('aws_sns_topic.events', 'arn'),
        AttributeName: 'Policy',
        AttributeValue: policy({
          Sid: 'Own',
          Effect: 'Allow',
          Principal: '*',
          Action: 'sns:Publish',
          Resource: of('aws_sns_topic.events', 'arn'),
        }),
      }),
  },
  {
    what: 'a topic is deleted',
    shows: { 'aws_sns_topic.audit': 'deleted' },
    run: ({ query, of }) => query(sns, 'DeleteTopic', { TopicArn: of('aws_sns_topic.audit', 'arn') }),
  },
  {
    what: 'a rule hears of more',
    shows: { 'aws_cloudwatch_event_rule.placed': ['event_pattern'] },
    run: ({ json }) =>
      json(events, 'AWSEvents.PutRule', {
        Name: 'placed',
        EventBusName: 'shop',
        EventPattern: JSON.stringify({ source: ['shop.orders'] }),
        State: 'ENABLED',
      }),
  },
  {
    what: 'nobody hears what a rule tells',
    shows: { 'aws_cloudwatch_event_target.placed': 'deleted' },
    run: ({ json }) =>
      json(events, 'AWSEvents.RemoveTargets', { Rule: 'placed', EventBusName: 'shop', Ids: ['worker'] }),
  },
  {
    what: 'what happens at night is switched off',
    shows: { 'aws_cloudwatch_event_rule.nightly': ['state'] },
    run: ({ json }) => json(events, 'AWSEvents.DisableRule', { Name: 'nightly' }),
  },
  {
    what: 'events are kept for longer',
    shows: { 'aws_cloudwatch_event_archive.shop': ['retention_days'] },
    run: ({ json }) => json(events, 'AWSEvents.UpdateArchive', { ArchiveName: 'shop', RetentionDays: 365 }),
  },
  {
    what: 'what happened every hour happens every minute',
    shows: { 'aws_scheduler_schedule.hourly': ['schedule_expression'] },
    run: ({ rest, of }) =>
      rest(scheduler, 'PUT', '/schedules/hourly', {
        ScheduleExpression: 'rate(1 minutes)',
        State: 'ENABLED',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: of('aws_sqs_queue.orders', 'arn'),
          RoleArn: of('aws_iam_role.function', 'arn'),
          Input: '{"kind":"tick"}',
          RetryPolicy: { MaximumEventAgeInSeconds: 86400, MaximumRetryAttempts: 185 },
        },
      }),
  },
  {
    what: 'a stream keeps its records for longer',
    shows: { 'aws_kinesis_stream.clicks': ['retention_period'] },
    run: ({ json }) =>
      json(kinesis, 'Kinesis_20131202.IncreaseStreamRetentionPeriod', {
        StreamName: 'clicks',
        RetentionPeriodHours: 168,
      }),
  },
];
