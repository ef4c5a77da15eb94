import type { Change } from '../../change.ts';
import { iam, policy } from '../calls.ts';

const all = { Effect: 'Allow', Action: '*', Resource: '*' };

export const identityChanges: readonly Change[] = [
  {
    what: 'sessions of a role last longer',
    shows: { 'aws_iam_role.ci': ['max_session_duration'] },
    run: ({ query }) =>
      query(iam, 'UpdateRole', {
        RoleName: 'ci',
        Description: 'from the pipeline',
        MaxSessionDuration: '43200',
      }),
  },
  {
    what: 'everybody may assume a role of a module',
    shows: { 'module.workload.aws_iam_role.flow': ['assume_role_policy'] },
    run: ({ query }) =>
      query(iam, 'UpdateAssumeRolePolicy', {
        RoleName: 'flow',
        PolicyDocument: policy({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: '*' } }),
      }),
  },
  {
    what: 'a policy inside a role is rewritten',
    shows: { 'aws_iam_role.inline': ['inline_policy'] },
    run: ({ query }) =>
      query(iam, 'PutRolePolicy', { RoleName: 'inline', PolicyName: 'logs', PolicyDocument: policy(all) }),
  },
  {
    what: 'what one module grants to the role of another is taken back',
    shows: { 'module.grants["read.only"].aws_iam_role_policy_attachment.this': 'deleted' },
    run: ({ query, of }) =>
      query(iam, 'DetachRolePolicy', {
        RoleName: 'app',
        PolicyArn: of('module.grants["read.only"].aws_iam_policy.this', 'arn'),
      }),
  },
  {
    what: 'what one module writes into the role of another is rewritten',
    shows: { 'module.grants["write \\"all\\""].aws_iam_role_policy.this': ['policy'] },
    run: ({ query }) =>
      query(iam, 'PutRolePolicy', {
        RoleName: 'app',
        PolicyName: 'write-all-inline',
        PolicyDocument: policy({ ...all, Action: 's3:*' }),
      }),
  },
  {
    what: 'what one module writes into the role of another is deleted',
    shows: { 'module.grants["read.only"].aws_iam_role_policy.this': 'deleted' },
    run: ({ query }) => query(iam, 'DeleteRolePolicy', { RoleName: 'app', PolicyName: 'read-only-inline' }),
  },
  {
    what: 'a policy that nobody manages is attached to a role whose attachments are in another module',
    shows: { 'module.workload.aws_iam_role.app': ['managed_policy_arns'] },
    run: async ({ query }) => {
      await query(iam, 'CreatePolicy', { PolicyName: 'stray', PolicyDocument: policy(all) });
      await query(iam, 'AttachRolePolicy', {
        RoleName: 'app',
        PolicyArn: 'arn:aws:iam::123456789012:policy/stray',
      });
    },
  },
  {
    what: 'a policy gets a new default version',
    shows: { 'aws_iam_policy.boundary': ['policy'] },
    run: ({ query, of }) =>
      query(iam, 'CreatePolicyVersion', {
        PolicyArn: of('aws_iam_policy.boundary', 'arn'),
        PolicyDocument: policy({ Effect: 'Deny', Action: 'iam:CreateUser', Resource: '*' }),
        SetAsDefault: 'true',
      }),
  },
  {
    what: 'a tag of a policy is changed',
    shows: { 'aws_iam_policy.shared': ['tags', 'tags_all'] },
    run: ({ query, of }) =>
      query(iam, 'TagPolicy', {
        PolicyArn: of('aws_iam_policy.shared', 'arn'),
        'Tags.member.1.Key': 'purpose',
        'Tags.member.1.Value': 'none',
      }),
  },
  {
    what: 'nothing limits a role any more',
    shows: { 'aws_iam_role.ci': ['permissions_boundary'] },
    run: ({ query }) => query(iam, 'DeleteRolePermissionsBoundary', { RoleName: 'ci' }),
  },
  {
    what: 'a user leaves a group',
    shows: { 'aws_iam_user_group_membership.people["bob.builder"]': ['groups'] },
    run: ({ query }) => query(iam, 'RemoveUserFromGroup', { GroupName: 'staff', UserName: 'bob.builder' }),
  },
  {
    what: 'a policy of a group is deleted',
    shows: { 'aws_iam_group_policy.staff': 'deleted' },
    run: ({ query }) => query(iam, 'DeleteGroupPolicy', { GroupName: 'staff', PolicyName: 'staff' }),
  },
  {
    what: 'a policy is detached from a user',
    shows: { 'aws_iam_user_policy_attachment.ann': 'deleted' },
    run: ({ query, of }) =>
      query(iam, 'DetachUserPolicy', {
        UserName: 'ann@example.net',
        PolicyArn: of('aws_iam_policy.shared', 'arn'),
      }),
  },
  {
    what: 'a policy is detached from a group',
    shows: { 'aws_iam_group_policy_attachment.staff': 'deleted' },
    run: ({ query, of }) =>
      query(iam, 'DetachGroupPolicy', { GroupName: 'staff', PolicyArn: of('aws_iam_policy.shared', 'arn') }),
  },
  {
    what: 'an access key is deactivated',
    shows: { 'aws_iam_access_key.ann': ['status'] },
    run: ({ query, of }) =>
      query(iam, 'UpdateAccessKey', {
        UserName: 'ann@example.net',
        AccessKeyId: of('aws_iam_access_key.ann'),
        Status: 'Inactive',
      }),
  },
  {
    what: 'tokens of another issuer are taken',
    shows: { 'aws_iam_openid_connect_provider.ci': ['thumbprint_list'] },
    run: ({ query, of }) =>
      query(iam, 'UpdateOpenIDConnectProviderThumbprint', {
        OpenIDConnectProviderArn: of('aws_iam_openid_connect_provider.ci', 'arn'),
        'ThumbprintList.member.1': '990f4193972f2becf12ddeda5237f9c952f20d9e',
      }),
  },
  {
    what: 'shorter passwords are taken',
    shows: { 'aws_iam_account_password_policy.strict': ['minimum_password_length', 'require_symbols'] },
    run: ({ query }) =>
      query(iam, 'UpdateAccountPasswordPolicy', {
        MinimumPasswordLength: '8',
        RequireLowercaseCharacters: 'true',
        RequireNumbers: 'true',
        RequireUppercaseCharacters: 'true',
        RequireSymbols: 'false',
        AllowUsersToChangePassword: 'true',
      }),
  },
  {
    what: 'a profile loses its role',
    shows: { 'module.workload.aws_iam_instance_profile.app': ['role'] },
    run: ({ query }) => query(iam, 'RemoveRoleFromInstanceProfile', { InstanceProfileName: 'app', RoleName: 'app' }),
  },
];
