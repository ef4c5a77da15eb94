import type { Neutral } from '../../change.ts';
import { apigateway, cognito, discovery, events, PARTNER, policy, scheduler, sqs } from '../calls/apps.ts';

export const appsNeutral: readonly Neutral[] = [
  {
    what: 'what partners may do on a bus, spelled otherwise',
    why: 'an account and its root are one principal, a list of one is the one',
    run: ({ json, of }) =>
      json(events, 'AWSEvents.PutPermission', {
        EventBusName: 'apps-policy',
        Policy: policy({
          Resource: [of('aws_cloudwatch_event_bus.apps_policy', 'arn')],
          Principal: { AWS: [PARTNER] },
          Action: ['events:PutEvents'],
          Effect: 'Allow',
          Sid: 'partners',
        }),
      }),
  },
  {
    what: 'the actions of a policy of senders in another order',
    why: 'they are a set',
    run: ({ rest, of }) =>
      rest({ service: 'ses' }, 'PUT', '/v2/email/identities/news.apps.example.com/policies/partners', {
        Policy: policy({
          Resource: of('aws_sesv2_email_identity.apps', 'arn'),
          Principal: { AWS: PARTNER },
          Action: ['ses:SendRawEmail', 'ses:SendEmail'],
          Effect: 'Allow',
        }),
      }),
  },
  {
    what: 'the audience of an authorizer in another order',
    why: 'it is a set',
    run: ({ rest, of }) =>
      rest(
        apigateway,
        'PATCH',
        `/v2/apis/${of('aws_apigatewayv2_api.apps_http')}/authorizers/${of('aws_apigatewayv2_authorizer.apps')}`,
        {
          jwtConfiguration: {
            audience: ['shop', 'apps'],
            issuer: `https://${of('aws_cognito_user_pool.apps', 'endpoint')}`,
          },
        },
      ),
  },
  {
    what: 'when messages are given up, keys in another order',
    why: 'keys of JSON have no order',
    run: ({ json, of }) =>
      json(sqs, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: of('aws_sqs_queue.apps["jobs"]'),
        Attributes: {
          RedrivePolicy: JSON.stringify({
            maxReceiveCount: 5,
            deadLetterTargetArn: of('aws_sqs_queue.apps["dead"]', 'arn'),
          }),
        },
      }),
  },
  {
    what: 'a model of messages with blanks in its schema',
    why: 'blanks of JSON mean nothing',
    run: ({ rest, of }) =>
      rest(
        apigateway,
        'PATCH',
        `/v2/apis/${of('aws_apigatewayv2_api.apps')}/models/${of('aws_apigatewayv2_model.apps')}`,
        { schema: '{ "type": "object",\n  "required": ["text"] }' },
      ),
  },
  {
    what: 'a namespace gets a tag that AWS itself sets',
    why: 'nobody can manage it',
    run: ({ json, of }) =>
      json(discovery, 'Route53AutoNaming_v20170314.TagResource', {
        ResourceARN: of('aws_service_discovery_http_namespace.apps', 'arn'),
        Tags: [{ Key: 'aws:cloudformation:stack-name', Value: 'apps' }],
      }),
  },
  {
    what: 'a group of schedules gets a tag that AWS itself sets',
    why: 'nobody can manage it',
    run: ({ rest, of }) =>
      rest(scheduler, 'POST', `/tags/${of('aws_scheduler_schedule_group.apps', 'arn')}`, {
        Tags: [{ Key: 'aws:servicecatalog:applicationName', Value: 'apps' }],
      }),
  },
  {
    what: 'a provider of identities is told as it was',
    why: 'only the date of its last change moves',
    run: ({ json, of }) =>
      json(cognito, 'AWSCognitoIdentityProviderService.UpdateIdentityProvider', {
        UserPoolId: of('aws_cognito_user_pool.apps'),
        ProviderName: 'Partners',
        ProviderDetails: {
          oidc_issuer: 'https://login.partners.example.com',
          client_secret: 'canary-apps-identity-provider',
          client_id: 'apps',
          authorize_scopes: 'openid email',
          attributes_url_add_attributes: 'false',
          attributes_request_method: 'GET',
        },
        AttributeMapping: { username: 'sub', email: 'email' },
      }),
  },
];
