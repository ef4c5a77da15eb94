import type { Change } from '../../change.ts';
import { ACCOUNT, iam, policy } from '../calls.ts';

const organizations = { service: 'organizations' };
const AWS = 'AWSOrganizationsV20161128';
const everything = policy({ Effect: 'Allow', Action: '*', Resource: '*' });

export const guardIdentity: readonly Change[] = [
  {
    what: 'a SAML provider is deleted',
    shows: { 'aws_iam_saml_provider.guard': 'deleted' },
    run: ({ query, of }) =>
      query(iam, 'DeleteSAMLProvider', { SAMLProviderArn: of('aws_iam_saml_provider.guard', 'arn') }),
  },
  {
    what: 'a user has no password any more',
    shows: { 'aws_iam_user_login_profile.guard': 'deleted' },
    run: ({ query }) => query(iam, 'DeleteLoginProfile', { UserName: 'guard' }),
  },
  {
    what: 'an SSH key is switched off',
    shows: { 'aws_iam_user_ssh_key.guard': ['status'] },
    run: ({ query, of }) =>
      query(iam, 'UpdateSSHPublicKey', {
        UserName: 'guard',
        SSHPublicKeyId: of('aws_iam_user_ssh_key.guard', 'ssh_public_key_id'),
        Status: 'Inactive',
      }),
  },
  {
    what: 'a policy is taken from a user',
    shows: { 'aws_iam_policy_attachment.guard': ['users'] },
    run: ({ query, of }) =>
      query(iam, 'DetachUserPolicy', { UserName: 'guard', PolicyArn: of('aws_iam_policy.guard', 'arn') }),
  },
  {
    what: 'a role that was to have no inline policies gets one',
    shows: {
      'aws_iam_role_policies_exclusive.guard': ['policy_names'],
      'aws_iam_role.exclusive': ['inline_policy'],
    },
    run: ({ query }) =>
      query(iam, 'PutRolePolicy', { RoleName: 'guard-exclusive', PolicyName: 'stray', PolicyDocument: everything }),
  },
  {
    what: 'a role gets a policy more than it was to have',
    shows: { 'aws_iam_role_policy_attachments_exclusive.guard': ['policy_arns'] },
    run: async ({ query }) => {
      await query(iam, 'CreatePolicy', { PolicyName: 'guard-stray', PolicyDocument: everything });
      await query(iam, 'AttachRolePolicy', {
        RoleName: 'guard-exclusive',
        PolicyArn: `arn:aws:iam::${ACCOUNT}:policy/guard-stray`,
      });
    },
  },
  {
    what: 'a user that was to have no inline policies gets one',
    shows: { 'aws_iam_user_policies_exclusive.guard': ['policy_names'] },
    run: ({ query }) =>
      query(iam, 'PutUserPolicy', { UserName: 'guard', PolicyName: 'stray', PolicyDocument: everything }),
  },
  {
    what: 'a group that was to have no inline policies gets one',
    shows: { 'aws_iam_group_policies_exclusive.guard': ['policy_names'] },
    run: ({ query }) =>
      query(iam, 'PutGroupPolicy', { GroupName: 'guard', PolicyName: 'stray', PolicyDocument: everything }),
  },
  {
    what: 'a policy of the organization is detached',
    shows: { 'aws_organizations_policy_attachment.guard': 'deleted' },
    run: ({ json, of }) =>
      json(organizations, `${AWS}.DetachPolicy`, {
        PolicyId: of('aws_organizations_policy.guard'),
        TargetId: of('aws_organizations_organizational_unit.guard'),
      }),
  },
  {
    what: 'a tag of an organizational unit is changed',
    shows: { 'aws_organizations_organizational_unit.guard': ['tags'] },
    run: ({ json, of }) =>
      json(organizations, `${AWS}.TagResource`, {
        ResourceId: of('aws_organizations_organizational_unit.guard'),
        Tags: [{ Key: 'tier', Value: 'none' }],
      }),
  },
  {
    what: 'an account is moved out of its organizational unit',
    shows: { 'aws_organizations_account.guard': ['parent_id'] },
    run: async ({ json, of }) => {
      const { Roots } = JSON.parse(await json(organizations, `${AWS}.ListRoots`, {})) as { Roots: { Id: string }[] };
      await json(organizations, `${AWS}.MoveAccount`, {
        AccountId: of('aws_organizations_account.guard'),
        SourceParentId: of('aws_organizations_organizational_unit.guard'),
        DestinationParentId: Roots[0]?.Id,
      });
    },
  },
  {
    what: 'an account administers a service no more',
    shows: { 'aws_organizations_delegated_administrator.guard': 'deleted' },
    run: ({ json, of }) =>
      json(organizations, `${AWS}.DeregisterDelegatedAdministrator`, {
        AccountId: of('aws_organizations_account.guard'),
        ServicePrincipal: 'guardduty.amazonaws.com',
      }),
  },
  {
    what: 'a person is deleted',
    shows: { 'aws_identitystore_user.guard': 'deleted' },
    run: ({ json, of }) =>
      json({ service: 'identitystore' }, 'AWSIdentityStore.DeleteUser', {
        IdentityStoreId: 'd-1111111111',
        UserId: of('aws_identitystore_user.guard', 'user_id'),
      }),
  },
  {
    what: 'a key may be used by everybody',
    shows: { 'aws_kms_key_policy.guard': ['policy'] },
    run: ({ json, of }) =>
      json({ service: 'kms' }, 'TrentService.PutKeyPolicy', {
        KeyId: of('aws_kms_key.guard', 'key_id'),
        PolicyName: 'default',
        Policy: policy({ Sid: 'Root', Effect: 'Allow', Principal: { AWS: '*' }, Action: 'kms:*', Resource: '*' }),
      }),
  },
  {
    what: 'a grant on a key is revoked',
    shows: { 'aws_kms_grant.guard': 'deleted' },
    run: ({ json, of }) =>
      json({ service: 'kms' }, 'TrentService.RevokeGrant', {
        KeyId: of('aws_kms_key.guard', 'key_id'),
        GrantId: of('aws_kms_grant.guard', 'grant_id'),
      }),
  },
];
