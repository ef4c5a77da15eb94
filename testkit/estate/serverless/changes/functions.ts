import type { Change } from '../../change.ts';
import { apigateway, cognito, failuresAlarm, cloudwatch, lambda, logs, policy, states, waf, iam } from '../calls.ts';

export const functionChanges: readonly Change[] = [
  {
    what: 'a function gets another environment, memory and time',
    shows: { 'aws_lambda_function.worker["bill.it"]': ['environment', 'memory_size', 'timeout'] },
    secret: true,
    run: ({ rest }) =>
      rest(lambda, 'PUT', '/2015-03-31/functions/bill-it/configuration', {
        MemorySize: 1024,
        Timeout: 60,
        Environment: { Variables: { TABLE: 'orders', EMPTY: '', TOKEN: 'canary-function-environment-2' } },
      }),
  },
  {
    what: 'a tag of a function is removed',
    shows: { 'aws_lambda_function.worker["take order"]': ['tags', 'tags_all'] },
    run: ({ rest, of }) => {
      const arn = encodeURIComponent(of('aws_lambda_function.worker["take order"]', 'arn'));
      return rest(lambda, 'DELETE', `/2017-03-31/tags/${arn}?tagKeys=step`);
    },
  },
  {
    what: 'an alias is described',
    shows: { 'aws_lambda_alias.live': ['description'] },
    run: ({ rest }) => rest(lambda, 'PUT', '/2015-03-31/functions/take-order/aliases/live', { Description: 'by hand' }),
  },
  {
    what: 'a permission of a function is removed',
    shows: { 'aws_lambda_permission.gateway': 'deleted' },
    run: ({ rest }) => rest(lambda, 'DELETE', '/2015-03-31/functions/bill-it/policy/gateway'),
  },
  {
    what: 'a function takes more messages at once',
    shows: { 'aws_lambda_event_source_mapping.orders': ['batch_size'] },
    run: ({ rest, of }) =>
      rest(lambda, 'PUT', `/2015-03-31/event-source-mappings/${of('aws_lambda_event_source_mapping.orders', 'uuid')}`, {
        BatchSize: 1,
      }),
  },
  {
    what: 'a function may be called by everybody',
    shows: { 'aws_lambda_function_url.bill': ['authorization_type'] },
    run: ({ rest }) => rest(lambda, 'PUT', '/2021-10-31/functions/bill-it/url', { AuthType: 'NONE' }),
  },
  {
    what: 'a state machine waits longer',
    shows: { 'aws_sfn_state_machine.fulfil': ['definition'] },
    run: ({ json, of }) =>
      json(states, 'AWSStepFunctions.UpdateStateMachine', {
        stateMachineArn: of('aws_sfn_state_machine.fulfil', 'arn'),
        definition: JSON.stringify({
          Comment: 'fulfil',
          StartAt: 'Wait',
          States: { Wait: { Type: 'Wait', Seconds: 500, Next: 'Done' }, Done: { Type: 'Succeed' } },
        }),
      }),
  },
  {
    what: 'what the functions may do is rewritten',
    shows: { 'aws_iam_role_policy.function': ['policy'] },
    run: ({ query }) =>
      query(iam, 'PutRolePolicy', {
        RoleName: 'orders-function',
        PolicyName: 'orders',
        PolicyDocument: policy({ Effect: 'Allow', Action: '*', Resource: '*' }),
      }),
  },
  {
    what: 'what a function writes is kept for ever',
    shows: { 'aws_cloudwatch_log_group.worker["bill.it"]': ['retention_in_days'] },
    run: ({ json }) => json(logs, 'Logs_20140328.DeleteRetentionPolicy', { logGroupName: '/aws/lambda/bill-it' }),
  },
  {
    what: 'failures are not counted any more',
    shows: { 'aws_cloudwatch_log_metric_filter.failures': 'deleted' },
    run: ({ json }) =>
      json(logs, 'Logs_20140328.DeleteMetricFilter', {
        logGroupName: '/aws/lambda/take-order',
        filterName: 'failures',
      }),
  },
  {
    what: 'an alarm is raised later, and tells one topic less',
    shows: { 'aws_cloudwatch_metric_alarm.failures': ['ok_actions', 'threshold'] },
    run: ({ query, of }) =>
      query(
        cloudwatch,
        'PutMetricAlarm',
        failuresAlarm([of('aws_sns_topic.events', 'arn')], {
          Threshold: '500',
          'AlarmActions.member.1': of('aws_sns_topic.events', 'arn'),
          'Dimensions.member.1.Name': 'Function',
          'Dimensions.member.1.Value': 'take-order',
          'Dimensions.member.2.Name': 'Stage',
          'Dimensions.member.2.Value': 'live',
        }),
      ),
  },
  {
    what: 'a stage gets other variables',
    shows: { 'aws_api_gateway_stage.live': ['variables'] },
    run: ({ rest, of }) =>
      rest(apigateway, 'PATCH', `/restapis/${of('aws_api_gateway_rest_api.shop')}/stages/live`, {
        patchOperations: [{ op: 'replace', path: '/variables/mode', value: 'test' }],
      }),
  },
  {
    what: 'nobody answers a method any more',
    shows: { 'aws_api_gateway_integration.orders': ['type', 'uri'] },
    run: ({ rest, of }) =>
      rest(
        apigateway,
        'DELETE',
        `/restapis/${of('aws_api_gateway_rest_api.shop')}/resources/${of('aws_api_gateway_resource.orders')}` +
          '/methods/POST/integration',
      ),
  },
  {
    what: 'partners may ask more often',
    shows: { 'aws_api_gateway_usage_plan.partners': ['throttle_settings'] },
    run: ({ rest, of }) =>
      rest(apigateway, 'PATCH', `/usageplans/${of('aws_api_gateway_usage_plan.partners')}`, {
        patchOperations: [{ op: 'replace', path: '/throttle/rateLimit', value: '1000' }],
      }),
  },
  {
    what: 'pages of everybody may call the API',
    shows: { 'aws_apigatewayv2_api.web': ['cors_configuration'] },
    run: ({ rest, of }) =>
      rest(apigateway, 'PATCH', `/v2/apis/${of('aws_apigatewayv2_api.web')}`, {
        corsConfiguration: { allowMethods: ['GET', 'POST'], allowOrigins: ['*'], maxAge: 300 },
      }),
  },
  {
    what: 'a route of an API is deleted',
    shows: { 'aws_apigatewayv2_route.web': 'deleted' },
    run: ({ rest, of }) =>
      rest(
        apigateway,
        'DELETE',
        `/v2/apis/${of('aws_apigatewayv2_api.web')}/routes/${of('aws_apigatewayv2_route.web')}`,
      ),
  },
  {
    what: 'shorter passwords are taken from customers',
    shows: { 'aws_cognito_user_pool.customers': ['password_policy'] },
    run: ({ json, of }) =>
      json(cognito, 'AWSCognitoIdentityProviderService.UpdateUserPool', {
        UserPoolId: of('aws_cognito_user_pool.customers'),
        DeletionProtection: 'INACTIVE',
        UserPoolTags: { team: 'orders' },
        Policies: {
          PasswordPolicy: {
            MinimumLength: 6,
            RequireLowercase: true,
            RequireNumbers: true,
            RequireSymbols: false,
            RequireUppercase: true,
          },
        },
      }),
  },
  {
    what: 'a group of customers is described otherwise',
    shows: { 'aws_cognito_user_group.staff': ['description', 'precedence'] },
    run: ({ json, of }) =>
      json(cognito, 'AWSCognitoIdentityProviderService.UpdateGroup', {
        UserPoolId: of('aws_cognito_user_pool.customers'),
        GroupName: 'staff',
        Description: 'everybody',
        Precedence: 1,
      }),
  },
  {
    what: 'addresses are taken off a block list',
    shows: { 'aws_wafv2_ip_set.office': ['addresses'] },
    run: async ({ json, of }) => {
      const set = { Name: 'office', Scope: 'REGIONAL', Id: of('aws_wafv2_ip_set.office') };
      const { LockToken } = JSON.parse(await json(waf, 'AWSWAF_20190729.GetIPSet', set)) as { LockToken: string };
      await json(waf, 'AWSWAF_20190729.UpdateIPSet', { ...set, LockToken, Addresses: ['203.0.113.0/24'] });
    },
  },
];
