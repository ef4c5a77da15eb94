import type { Catalog } from '../../contract/entry.ts';
import { childBy, documentOf } from '../../contract/overlaps.ts';
import { amount, cases, entries, flag, items, policy, value } from '../../contract/phrases.ts';

/** Entry points of applications and the sign-in of their users: API Gateway, AppSync, Cognito, IoT. */
export const APIS: Catalog = {
  aws_api_gateway_request_validator: {
    noun: 'API Gateway request validator',
    so: 'requests are no longer validated',
    phrases: [
      flag('validate_request_body', 'validation of request bodies'),
      flag('validate_request_parameters', 'validation of request parameters'),
    ],
  },
  aws_api_gateway_rest_api: {
    noun: 'REST API',
    so: 'its endpoints can no longer be called',
    phrases: [
      policy('policy', 'the resource policy of the API'),
      flag('disable_execute_api_endpoint', 'the default endpoint of the API', ['disabled', 'enabled']),
      items('endpoint_configuration.types', 'the endpoint type'),
    ],
    overlaps: [documentOf('policy', childBy('aws_api_gateway_rest_api_policy', 'rest_api_id', 'id'))],
  },
  aws_api_gateway_stage: {
    noun: 'API stage',
    so: 'its endpoints can no longer be called',
    phrases: [
      entries('variables', 'the stage variable'),
      flag('xray_tracing_enabled', 'X-Ray tracing'),
      value('access_log_settings.destination_arn', 'the destination of the API access logs'),
      flag('cache_cluster_enabled', 'the cache of the API stage'),
    ],
  },
  aws_api_gateway_usage_plan_key: {
    noun: 'API Gateway usage plan key',
    so: 'the API key no longer belongs to the usage plan',
  },
  aws_api_gateway_vpc_link: {
    noun: 'API Gateway VPC link',
    so: 'the API no longer reaches the load balancer in the VPC',
  },
  aws_apigatewayv2_api: {
    noun: 'HTTP API',
    so: 'its endpoints can no longer be called',
    phrases: [
      items('cors_configuration.allow_origins', 'the allowed CORS origin'),
      items('cors_configuration.allow_methods', 'the allowed CORS method'),
      flag('disable_execute_api_endpoint', 'the default endpoint of the API', ['disabled', 'enabled']),
    ],
  },
  aws_apigatewayv2_authorizer: {
    noun: 'API Gateway authorizer',
    so: 'requests are no longer authorized by it',
    phrases: [value('jwt_configuration.issuer', 'the JWT issuer')],
  },
  aws_apigatewayv2_route: {
    noun: 'HTTP API route',
    so: 'requests to it are refused',
    phrases: [value('target', 'the integration that the route leads to')],
  },
  aws_appsync_graphql_api: {
    noun: 'AppSync GraphQL API',
    so: 'its clients can no longer reach it',
    phrases: [flag('xray_enabled', 'tracing by X-Ray')],
  },
  aws_cognito_user_in_group: {
    noun: 'membership of a Cognito user in a group',
    so: 'the user lost the permissions of the group',
  },
  aws_cognito_user_pool: {
    noun: 'Cognito user pool',
    so: 'its users can no longer sign in',
    phrases: [
      cases('mfa_configuration', 'multi-factor authentication', {
        OFF: 'multi-factor authentication (MFA) was switched off',
        OPTIONAL: 'multi-factor authentication (MFA) was made optional',
        ON: 'multi-factor authentication (MFA) was made mandatory',
      }),
      amount('password_policy.minimum_length', 'the minimum password length', 'characters'),
    ],
  },
  aws_iot_certificate: {
    noun: 'IoT certificate',
    so: 'devices with it can no longer connect',
    phrases: [flag('active', 'the certificate', ['activated', 'deactivated'])],
  },
};
