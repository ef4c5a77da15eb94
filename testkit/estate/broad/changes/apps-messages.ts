import type { Change } from '../../change.ts';
import { events, PARTNER, pipes, policy, ses, sqs } from '../calls/apps.ts';

const TOKEN = { ApiKeyName: 'x-token', ApiKeyValue: 'canary-apps-connection' };

export const messageChanges: readonly Change[] = [
  {
    what: 'a connection is described otherwise',
    shows: { 'aws_cloudwatch_event_connection.apps': ['description'] },
    run: ({ json }) =>
      json(events, 'AWSEvents.UpdateConnection', {
        Name: 'apps',
        Description: 'by hand',
        AuthorizationType: 'API_KEY',
        AuthParameters: { ApiKeyAuthParameters: TOKEN },
      }),
  },
  {
    what: 'events are sent to another address',
    shows: { 'aws_cloudwatch_event_api_destination.apps': ['invocation_endpoint', 'invocation_rate_limit_per_second'] },
    run: ({ json, of }) =>
      json(events, 'AWSEvents.UpdateApiDestination', {
        Name: 'apps',
        Description: 'apps',
        ConnectionArn: of('aws_cloudwatch_event_connection.apps', 'arn'),
        HttpMethod: 'POST',
        InvocationEndpoint: 'https://hooks.elsewhere.example.com/bills',
        InvocationRateLimitPerSecond: 300,
      }),
  },
  {
    what: 'everybody may send events to a bus',
    shows: { 'aws_cloudwatch_event_permission.apps': ['principal'] },
    run: ({ json }) =>
      json(events, 'AWSEvents.PutPermission', {
        EventBusName: 'apps',
        Action: 'events:PutEvents',
        Principal: '*',
        StatementId: 'partners',
      }),
  },
  {
    what: 'partners may do anything on a bus',
    shows: { 'aws_cloudwatch_event_bus_policy.apps': ['policy'] },
    run: ({ json, of }) =>
      json(events, 'AWSEvents.PutPermission', {
        EventBusName: 'apps-policy',
        Policy: policy({
          Sid: 'partners',
          Effect: 'Allow',
          Action: 'events:*',
          Principal: { AWS: PARTNER },
          Resource: of('aws_cloudwatch_event_bus.apps_policy', 'arn'),
        }),
      }),
  },
  {
    what: 'a pipe is deleted',
    shows: { 'aws_pipes_pipe.apps': 'deleted' },
    run: ({ rest }) => rest(pipes, 'DELETE', '/v1/pipes/apps'),
  },
  {
    what: 'messages are given up at once',
    shows: { 'aws_sqs_queue_redrive_policy.apps': ['redrive_policy'] },
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: of('aws_sqs_queue.apps["jobs"]'),
        Attributes: {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: of('aws_sqs_queue.apps["dead"]', 'arn'),
            maxReceiveCount: 1,
          }),
        },
      }),
  },
  {
    what: 'mail bounces to another domain',
    shows: { 'aws_ses_domain_mail_from.apps': ['mail_from_domain', 'behavior_on_mx_failure'] },
    run: ({ query }) =>
      query(ses, 'SetIdentityMailFromDomain', {
        Identity: 'mail.apps.example.com',
        MailFromDomain: 'old.mail.apps.example.com',
        BehaviorOnMXFailure: 'RejectMessage',
      }),
  },
  {
    what: 'an address of senders is deleted',
    shows: { 'aws_ses_email_identity.apps': 'deleted' },
    run: ({ query }) => query(ses, 'DeleteIdentity', { Identity: 'bills@apps.example.com' }),
  },
  {
    what: 'a mail has another text',
    shows: { 'aws_ses_template.apps': ['text'] },
    run: ({ query }) =>
      query(ses, 'UpdateTemplate', {
        'Template.TemplateName': 'apps-bill',
        'Template.SubjectPart': 'Your bill',
        'Template.TextPart': 'Pay {{name}}',
      }),
  },
  {
    what: 'mail is received without TLS and without a scan',
    shows: { 'aws_ses_receipt_rule.apps': ['tls_policy', 'scan_enabled'] },
    run: ({ query }) =>
      query(ses, 'UpdateReceiptRule', {
        RuleSetName: 'apps',
        'Rule.Name': 'apps',
        'Rule.Enabled': 'true',
        'Rule.TlsPolicy': 'Optional',
        'Rule.ScanEnabled': 'false',
        'Rule.Recipients.member.1': 'bills@apps.example.com',
        'Rule.Recipients.member.2': 'help@apps.example.com',
      }),
  },
  {
    what: 'partners may do all with the mail of a domain',
    shows: { 'aws_sesv2_email_identity_policy.apps': ['policy'] },
    run: ({ rest, of }) =>
      rest({ service: 'ses' }, 'PUT', '/v2/email/identities/news.apps.example.com/policies/partners', {
        Policy: policy({
          Effect: 'Allow',
          Action: 'ses:*',
          Principal: { AWS: PARTNER },
          Resource: of('aws_sesv2_email_identity.apps', 'arn'),
        }),
      }),
  },
  {
    what: 'a pool of addresses is deleted',
    shows: { 'aws_sesv2_dedicated_ip_pool.apps': 'deleted' },
    run: ({ rest }) => rest({ service: 'ses' }, 'DELETE', '/v2/email/dedicated-ip-pools/apps'),
  },
];
