import { amount, cases, flag, policy, value, type Subject } from './phrase.ts';

/** How applications are reached, built, signed in to and run: API Gateway, Cognito, EventBridge, SES, containers. */
export const APPLICATIONS: readonly Subject[] = [
  {
    type: 'aws_api_gateway_request_validator',
    noun: 'API Gateway request validator',
    so: 'requests are no longer validated',
    phrases: [
      flag('validate_request_body', 'validation of request bodies'),
      flag('validate_request_parameters', 'validation of request parameters'),
    ],
  },
  {
    type: 'aws_api_gateway_usage_plan_key',
    noun: 'API Gateway usage plan key',
    so: 'the API key no longer belongs to the usage plan',
    phrases: [],
  },
  {
    type: 'aws_api_gateway_vpc_link',
    noun: 'API Gateway VPC link',
    so: 'the API no longer reaches the load balancer in the VPC',
    phrases: [],
  },
  {
    type: 'aws_apigatewayv2_authorizer',
    noun: 'API Gateway authorizer',
    so: 'requests are no longer authorized by it',
    phrases: [value('jwt_configuration.issuer', 'the JWT issuer')],
  },
  {
    type: 'aws_batch_job_definition',
    noun: 'Batch job definition',
    so: 'no job can be submitted with it',
    phrases: [],
  },
  {
    type: 'aws_codebuild_project',
    noun: 'CodeBuild project',
    so: 'its builds can no longer run',
    phrases: [],
  },
  {
    type: 'aws_cognito_user_in_group',
    noun: 'membership of a Cognito user in a group',
    so: 'the user lost the permissions of the group',
    phrases: [],
  },
  {
    type: 'aws_appsync_graphql_api',
    noun: 'AppSync GraphQL API',
    so: 'its clients can no longer reach it',
    phrases: [flag('xray_enabled', 'tracing by X-Ray')],
  },
  {
    type: 'aws_eks_fargate_profile',
    noun: 'EKS Fargate profile',
    so: 'its pods can no longer be scheduled on Fargate',
    phrases: [],
  },
  {
    type: 'aws_iot_certificate',
    noun: 'IoT certificate',
    so: 'devices with it can no longer connect',
    phrases: [
      flag('active', 'the certificate', {
        on: 'the certificate was activated',
        off: 'the certificate was deactivated',
      }),
    ],
  },
  {
    type: 'aws_pipes_pipe',
    noun: 'EventBridge pipe',
    so: 'events no longer reach its target',
    phrases: [],
  },
  {
    type: 'aws_service_discovery_instance',
    noun: 'Cloud Map instance',
    so: 'the service is no longer found at it',
    phrases: [],
  },
  {
    type: 'aws_ses_email_identity',
    noun: 'SES email identity',
    so: 'mail can no longer be sent from it',
    phrases: [],
  },
  {
    type: 'aws_ses_receipt_rule',
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
  {
    type: 'aws_sesv2_dedicated_ip_pool',
    noun: 'SES dedicated IP pool',
    so: 'mail is no longer sent from its addresses',
    phrases: [],
  },
  {
    type: 'aws_sesv2_email_identity_policy',
    noun: 'SES identity policy',
    so: 'those whom it let send are refused',
    phrases: [policy('policy', 'the sending policy')],
  },
  {
    type: 'aws_sqs_queue_redrive_policy',
    noun: 'redrive policy of a queue',
    so: 'messages that fail are no longer set aside',
    phrases: [
      amount('redrive_policy.maxReceiveCount', 'the number of receives before a message goes to the dead-letter queue'),
      value('redrive_policy.deadLetterTargetArn', 'the dead-letter queue'),
    ],
  },
];
