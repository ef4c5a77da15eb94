import type { Catalog, Poll } from '../../contract/entry.ts';
import { childBy, documentOf } from '../../contract/overlaps.ts';
import { amount, cases, flag, opaque, policy, value } from '../../contract/phrases.ts';

const SECONDS = 'seconds';

/** A read of a deleted queue takes 20 seconds (hashicorp/aws 5.100.0, internal/service/sqs/queue.go). */
const POLLS: Poll = { action: 'sqs:GetQueueAttributes', by: 'id' };

/** Queues, topics, mail. */
export const MESSAGING: Catalog = {
  aws_ses_email_identity: { noun: 'SES email identity', so: 'mail can no longer be sent from it' },
  aws_ses_receipt_rule: {
    noun: 'SES receipt rule',
    so: 'mail is no longer received by it',
    phrases: [
      cases('tls_policy', 'the TLS policy', {
        Optional: 'mail is accepted without TLS',
        Require: 'TLS was made mandatory for incoming mail',
      }),
      flag('scan_enabled', 'scanning of incoming mail for spam and viruses'),
    ],
  },
  aws_sesv2_dedicated_ip_pool: { noun: 'SES dedicated IP pool', so: 'mail is no longer sent from its addresses' },
  aws_sesv2_email_identity_policy: {
    noun: 'SES identity policy',
    so: 'those whom it let send are refused',
    phrases: [policy('policy', 'the sending policy')],
  },
  aws_sns_topic: {
    noun: 'SNS topic',
    so: 'nobody gets its notifications',
    phrases: [
      policy('policy', 'the topic policy'),
      value('kms_master_key_id', 'the encryption key of the topic'),
      opaque('delivery_policy', 'the delivery policy (retries)'),
    ],
    overlaps: [documentOf('policy', childBy('aws_sns_topic_policy', 'arn', 'arn'))],
  },
  aws_sns_topic_policy: {
    noun: 'topic policy',
    so: 'those whom it let publish or subscribe are refused',
    phrases: [policy('policy', 'the topic policy')],
  },
  aws_sns_topic_subscription: {
    noun: 'SNS subscription',
    gone: 'was removed',
    so: 'the subscriber no longer gets the notifications',
    phrases: [
      opaque('filter_policy', 'the filter policy of the subscription'),
      flag('raw_message_delivery', 'raw message delivery'),
      value('redrive_policy.deadLetterTargetArn', 'the dead-letter queue of the subscription'),
    ],
  },
  aws_sqs_queue: {
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
    overlaps: [
      documentOf('policy', childBy('aws_sqs_queue_policy', 'queue_url', 'id', 'url')),
      documentOf('redrive_policy', childBy('aws_sqs_queue_redrive_policy', 'queue_url', 'id', 'url'), 'json'),
      documentOf(
        'redrive_allow_policy',
        childBy('aws_sqs_queue_redrive_allow_policy', 'queue_url', 'id', 'url'),
        'json',
      ),
    ],
    polls: POLLS,
  },
  aws_sqs_queue_policy: {
    noun: 'queue policy',
    so: 'those whom it let send or receive are refused',
    phrases: [policy('policy', 'the queue policy')],
    polls: POLLS,
  },
  aws_sqs_queue_redrive_allow_policy: { polls: POLLS },
  aws_sqs_queue_redrive_policy: {
    noun: 'redrive policy of a queue',
    so: 'messages that fail are no longer set aside',
    phrases: [
      amount('redrive_policy.maxReceiveCount', 'the number of receives before a message goes to the dead-letter queue'),
      value('redrive_policy.deadLetterTargetArn', 'the dead-letter queue'),
    ],
    polls: POLLS,
  },
};
