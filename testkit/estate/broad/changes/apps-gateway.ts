import type { Change } from '../../change.ts';
import type { Cloud } from '../../cloud.ts';
import { apigateway, replace } from '../calls/apps.ts';

const restOf = ({ of }: Cloud): string => `/restapis/${of('aws_api_gateway_rest_api.apps')}`;
const httpOf = ({ of }: Cloud): string => `/v2/apis/${of('aws_apigatewayv2_api.apps_http')}`;
const talkOf = ({ of }: Cloud): string => `/v2/apis/${of('aws_apigatewayv2_api.apps')}`;
const methodOf = (cloud: Cloud): string =>
  `${restOf(cloud)}/resources/${cloud.of('aws_api_gateway_resource.apps')}/methods/GET`;

export const gatewayChanges: readonly Change[] = [
  {
    what: 'what an authorizer said is believed for an hour',
    shows: { 'aws_api_gateway_authorizer.apps': ['authorizer_result_ttl_in_seconds'] },
    run: (cloud) =>
      cloud.rest(
        apigateway,
        'PATCH',
        `${restOf(cloud)}/authorizers/${cloud.of('aws_api_gateway_authorizer.apps')}`,
        replace('/authorizerResultTtlInSeconds', '3600'),
      ),
  },
  {
    what: 'bodies of requests are no longer validated',
    shows: { 'aws_api_gateway_request_validator.apps': ['validate_request_body'] },
    run: (cloud) =>
      cloud.rest(
        apigateway,
        'PATCH',
        `${restOf(cloud)}/requestvalidators/${cloud.of('aws_api_gateway_request_validator.apps')}`,
        replace('/validateRequestBody', 'false'),
      ),
  },
  {
    what: 'a refused caller hears 403',
    shows: { 'aws_api_gateway_gateway_response.apps': ['status_code'] },
    run: (cloud) =>
      cloud.rest(apigateway, 'PUT', `${restOf(cloud)}/gatewayresponses/UNAUTHORIZED`, {
        statusCode: '403',
        responseTemplates: { 'application/json': '{"message":$context.error.messageString}' },
        responseParameters: { 'gatewayresponse.header.Cache-Control': "'no-store'" },
      }),
  },
  {
    what: 'the role that an account logs by is taken away',
    shows: { 'aws_api_gateway_account.apps': ['cloudwatch_role_arn'] },
    run: ({ rest }) => rest(apigateway, 'PATCH', '/account', replace('/cloudwatchRoleArn', '')),
  },
  {
    what: 'a path of a domain leads to another API',
    shows: { 'aws_api_gateway_base_path_mapping.apps': ['api_id'] },
    run: ({ rest, of }) =>
      rest(apigateway, 'PATCH', '/domainnames/api.apps.example.com/basepathmappings/bills', {
        patchOperations: [
          { op: 'replace', path: '/stage', value: '' },
          { op: 'replace', path: '/restapiId', value: of('aws_api_gateway_rest_api.apps_other') },
        ],
      }),
  },
  {
    what: 'a stage logs no more',
    shows: { 'aws_api_gateway_method_settings.apps': ['settings'] },
    run: (cloud) =>
      cloud.rest(apigateway, 'PATCH', `${restOf(cloud)}/stages/live`, replace('/*/*/logging/loglevel', 'OFF')),
  },
  {
    what: 'an answer may be cached',
    shows: { 'aws_api_gateway_integration_response.apps': ['response_parameters'] },
    run: (cloud) =>
      cloud.rest(apigateway, 'PUT', `${methodOf(cloud)}/integration/responses/200`, {
        responseTemplates: { 'application/json': '' },
        responseParameters: { 'method.response.header.Cache-Control': "'public'" },
      }),
  },
  {
    what: 'a key is taken out of its usage plan',
    shows: { 'aws_api_gateway_usage_plan_key.apps': 'deleted' },
    run: ({ rest, of }) =>
      rest(
        apigateway,
        'DELETE',
        `/usageplans/${of('aws_api_gateway_usage_plan.apps')}/keys/${of('aws_api_gateway_api_key.apps')}`,
      ),
  },
  {
    what: 'a link into the network is deleted',
    shows: { 'aws_api_gateway_vpc_link.apps': 'deleted' },
    run: ({ rest, of }) => rest(apigateway, 'DELETE', `/vpclinks/${of('aws_api_gateway_vpc_link.apps')}`),
  },
  {
    what: 'tokens of another issuer are accepted',
    shows: { 'aws_apigatewayv2_authorizer.apps': ['jwt_configuration'] },
    run: (cloud) =>
      cloud.rest(apigateway, 'PATCH', `${httpOf(cloud)}/authorizers/${cloud.of('aws_apigatewayv2_authorizer.apps')}`, {
        jwtConfiguration: { audience: ['apps', 'shop'], issuer: 'https://login.elsewhere.example.com' },
      }),
  },
  {
    what: 'a message needs no text',
    shows: { 'aws_apigatewayv2_model.apps': ['schema'] },
    run: (cloud) =>
      cloud.rest(apigateway, 'PATCH', `${talkOf(cloud)}/models/${cloud.of('aws_apigatewayv2_model.apps')}`, {
        schema: '{"type":"object"}',
      }),
  },
  {
    what: 'an answer on a socket is deleted',
    shows: { 'aws_apigatewayv2_route_response.apps': 'deleted' },
    run: (cloud) =>
      cloud.rest(
        apigateway,
        'DELETE',
        `${talkOf(cloud)}/routes/${cloud.of('aws_apigatewayv2_route.apps')}/routeresponses/${cloud.of('aws_apigatewayv2_route_response.apps')}`,
      ),
  },
  {
    what: 'a link of HTTP APIs gets another name',
    shows: { 'aws_apigatewayv2_vpc_link.apps': ['name'] },
    run: ({ rest, of }) =>
      rest(apigateway, 'PATCH', `/v2/vpclinks/${of('aws_apigatewayv2_vpc_link.apps')}`, { name: 'apps-old' }),
  },
];
