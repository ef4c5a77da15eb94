import type { Change } from '../../change.ts';

const iam = { service: 'iam' };

function policy(action: string): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: action, Resource: '*' }] });
}

const trustLambda = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
});

export const identityChanges: readonly Change[] = [
  {
    what: 'a tag of a role is changed',
    shows: { 'aws_iam_role.app': ['tags'] },
    run: ({ query }) =>
      query(iam, 'TagRole', { RoleName: 'app', 'Tags.member.1.Key': 'team', 'Tags.member.1.Value': 'edge' }),
  },
  {
    what: 'another principal may assume a role',
    shows: { 'aws_iam_role.batch[0]': ['assume_role_policy'] },
    run: ({ query }) => query(iam, 'UpdateAssumeRolePolicy', { RoleName: 'batch-0', PolicyDocument: trustLambda }),
  },
  {
    what: 'sessions of a role last longer',
    shows: { 'aws_iam_role.batch[1]': ['max_session_duration'] },
    run: ({ query }) => query(iam, 'UpdateRole', { RoleName: 'batch-1', MaxSessionDuration: '7200' }),
  },
  {
    what: 'a managed attachment is detached',
    shows: { 'aws_iam_role_policy_attachment.app_read': 'deleted' },
    run: ({ query, of }) =>
      query(iam, 'DetachRolePolicy', { RoleName: 'app', PolicyArn: of('aws_iam_policy.read', 'arn') }),
  },
  {
    what: 'a policy that nobody manages is attached to a role',
    shows: { 'aws_iam_role.batch[1]': ['managed_policy_arns'] },
    run: async ({ query }) => {
      await query(iam, 'CreatePolicy', { PolicyName: 'stray', PolicyDocument: policy('*') });
      await query(iam, 'AttachRolePolicy', {
        RoleName: 'batch-1',
        PolicyArn: 'arn:aws:iam::123456789012:policy/stray',
      });
    },
  },
  {
    what: 'a policy gets a new default version',
    shows: { 'aws_iam_policy.write': ['policy'] },
    run: ({ query, of }) =>
      query(iam, 'CreatePolicyVersion', {
        PolicyArn: of('aws_iam_policy.write', 'arn'),
        PolicyDocument: policy('s3:*'),
        SetAsDefault: 'true',
      }),
  },
  {
    what: 'an inline policy of a role is deleted',
    shows: { 'aws_iam_role_policy.inline': 'deleted' },
    run: ({ query }) => query(iam, 'DeleteRolePolicy', { RoleName: 'app', PolicyName: 'inline' }),
  },
  {
    what: 'an inline policy of a user is rewritten',
    shows: { 'aws_iam_user_policy.deploy': ['policy'] },
    run: ({ query }) =>
      query(iam, 'PutUserPolicy', { UserName: 'deploy', PolicyName: 'deploy', PolicyDocument: policy('*') }),
  },
  {
    what: 'an access key is deactivated',
    shows: { 'aws_iam_access_key.deploy': ['status'] },
    run: ({ query, of }) =>
      query(iam, 'UpdateAccessKey', {
        UserName: 'deploy',
        AccessKeyId: of('aws_iam_access_key.deploy'),
        Status: 'Inactive',
      }),
  },
  {
    what: 'a stranger joins a group',
    shows: { 'aws_iam_group_membership.engineers': ['users'] },
    run: async ({ query }) => {
      await query(iam, 'CreateUser', { UserName: 'mallory' });
      await query(iam, 'AddUserToGroup', { GroupName: 'engineers', UserName: 'mallory' });
    },
  },
  {
    what: 'the certificate of an identity provider is exchanged',
    shows: { 'aws_iam_openid_connect_provider.ci': ['thumbprint_list'] },
    run: ({ query, of }) =>
      query(iam, 'UpdateOpenIDConnectProviderThumbprint', {
        OpenIDConnectProviderArn: of('aws_iam_openid_connect_provider.ci', 'arn'),
        'ThumbprintList.member.1': 'a031c46782e6e6c662c2c87c76da9aa62ccabd8e',
      }),
  },
];
