import type { Change } from '../../change.ts';
import { appconfig, appsync, cognito } from '../calls/apps.ts';

const POOL = 'AWSCognitoIdentityProviderService';

export const identityChanges: readonly Change[] = [
  {
    what: 'users sign in at another issuer, by another secret',
    shows: { 'aws_cognito_identity_provider.apps': ['provider_details'] },
    secret: true,
    run: ({ json, of }) =>
      json(cognito, `${POOL}.UpdateIdentityProvider`, {
        UserPoolId: of('aws_cognito_user_pool.apps'),
        ProviderName: 'Partners',
        ProviderDetails: {
          authorize_scopes: 'openid email',
          client_id: 'apps',
          client_secret: 'canary-apps-provider-elsewhere',
          oidc_issuer: 'https://login.elsewhere.example.com',
          attributes_request_method: 'GET',
          attributes_url_add_attributes: 'false',
        },
        AttributeMapping: { email: 'email', username: 'sub' },
      }),
  },
  {
    what: 'a user may not sign in',
    shows: { 'aws_cognito_user.apps["ada"]': ['enabled'] },
    run: ({ json, of }) =>
      json(cognito, `${POOL}.AdminDisableUser`, { UserPoolId: of('aws_cognito_user_pool.apps'), Username: 'ada' }),
  },
  {
    what: 'a user is deleted',
    shows: { 'aws_cognito_user.apps["zoe"]': 'deleted' },
    run: ({ json, of }) =>
      json(cognito, `${POOL}.AdminDeleteUser`, { UserPoolId: of('aws_cognito_user_pool.apps'), Username: 'zoe' }),
  },
  {
    what: 'a user leaves a group',
    shows: { 'aws_cognito_user_in_group.apps': 'deleted' },
    run: ({ json, of }) =>
      json(cognito, `${POOL}.AdminRemoveUserFromGroup`, {
        UserPoolId: of('aws_cognito_user_pool.apps'),
        Username: 'ada',
        GroupName: 'apps-staff',
      }),
  },
  {
    what: 'the page to sign in is deleted',
    shows: { 'aws_cognito_user_pool_domain.apps': 'deleted' },
    run: ({ json, of }) =>
      json(cognito, `${POOL}.DeleteUserPoolDomain`, {
        UserPoolId: of('aws_cognito_user_pool.apps'),
        Domain: 'apps-sign-in',
      }),
  },
  {
    what: 'GraphQL is asked by key and traced no more',
    shows: { 'aws_appsync_graphql_api.apps': ['authentication_type', 'xray_enabled'] },
    run: ({ rest, of }) =>
      rest(appsync, 'POST', `/v1/apis/${of('aws_appsync_graphql_api.apps')}`, {
        name: 'apps',
        authenticationType: 'API_KEY',
        xrayEnabled: false,
        logConfig: { cloudWatchLogsRoleArn: of('aws_iam_role.apps', 'arn'), fieldLogLevel: 'ERROR' },
      }),
  },
  {
    what: 'answers of GraphQL are cached for longer',
    shows: { 'aws_appsync_api_cache.apps': ['ttl'] },
    run: ({ rest, of }) =>
      rest(appsync, 'POST', `/v1/apis/${of('aws_appsync_graphql_api.apps')}/ApiCaches/update`, {
        ttl: 3600,
        apiCachingBehavior: 'FULL_REQUEST_CACHING',
        type: 'SMALL',
      }),
  },
  {
    what: 'an application of AppConfig is described otherwise',
    shows: { 'aws_appconfig_application.apps': ['description'] },
    run: ({ rest, of }) =>
      rest(appconfig, 'PATCH', `/applications/${of('aws_appconfig_application.apps')}`, {
        Name: 'apps',
        Description: 'by hand',
      }),
  },
  {
    what: 'a profile of AppConfig gets another name',
    shows: { 'aws_appconfig_configuration_profile.apps': ['name'] },
    run: ({ rest, of }) =>
      rest(
        appconfig,
        'PATCH',
        `/applications/${of('aws_appconfig_application.apps')}/configurationprofiles/${of('aws_appconfig_configuration_profile.apps', 'configuration_profile_id')}`,
        { Name: 'limits-old', Description: 'limits' },
      ),
  },
];
