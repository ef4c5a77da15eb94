import type { Value } from '../../../base/value.ts';
import { elements, fields } from '../../../engine/value/canonical.ts';
import { text } from '../../../engine/value/fields.ts';
import { canonicalJson } from '../../../engine/value/json-documents.ts';
import type { Catalog, TypeEntry } from '../../contract/entry.ts';
import { childBy } from '../../contract/overlaps.ts';
import { field, listed, type ToParts } from '../../contract/parts.ts';
import { amount, cases, flag, items, policy, value } from '../../contract/phrases.ts';

const ATTACHED = { many: 'the managed policies', came: 'attached', went: 'detached' };
const BOUNDARY = value('permissions_boundary', 'the permissions boundary');
const INLINE = [policy('policy', 'the inline policy')];

/** The policy of an attachment, or all policies of an exclusive attachment. */
const policiesOf: ToParts = (child) => [...field('policy_arn')(child), ...field('policy_arns')(child)];

const inlinePolicy = (name: Value | undefined, policy: Value | undefined) =>
  `${text(name)}|${canonicalJson(text(policy))}`;
/** `inline_policy` of a role. The provider shows an empty block where the role has none. */
const inlinePolicies: ToParts = (value) =>
  elements(value)
    .map(fields)
    .filter(({ name }) => text(name) !== '')
    .map(({ name, policy }) => inlinePolicy(name, policy));
const inlinePolicyResource: ToParts = (value) => {
  const { name, policy } = fields(value);
  return text(name) === '' ? [] : [inlinePolicy(name, policy)];
};

const inline = (who: string): TypeEntry => ({
  noun: `inline ${who} policy`,
  so: `the ${who} no longer has its permissions`,
  phrases: INLINE,
});
const attachment = (who: string): TypeEntry => ({
  noun: `IAM ${who} policy attachment`,
  gone: 'was removed',
  so: `the policy is detached and the ${who} no longer has its permissions`,
});
const exclusiveAttachments = (who: string): TypeEntry => ({
  noun: `list of the managed policies of an IAM ${who}`,
  phrases: [
    items('policy_arns', 'the managed policy', {
      many: 'the managed policies',
      came: `attached to the IAM ${who}`,
      went: `detached from the IAM ${who}`,
    }),
  ],
});
const exclusivePolicies = (who: string): TypeEntry => ({
  noun: `list of the inline policies of an IAM ${who}`,
  phrases: [
    items('policy_names', 'the inline policy', {
      many: 'the inline policies',
      came: `added to the IAM ${who}`,
      went: `removed from the IAM ${who}`,
    }),
  ],
});

/** Users, groups, roles and their policies, and the accounts of an organization. */
export const IAM: Catalog = {
  aws_iam_access_key: {
    noun: 'access key',
    so: 'programs that use it can no longer sign in',
    phrases: [
      cases('status', 'the status of the access key', {
        Active: 'the access key was activated',
        Inactive: 'the access key was deactivated',
      }),
    ],
  },
  aws_iam_account_password_policy: {
    noun: 'account password policy',
    so: 'passwords have to meet the defaults of AWS only',
    phrases: [
      amount('minimum_password_length', 'the minimum password length', 'characters'),
      amount('max_password_age', 'the maximum password age', 'days', { '0': 'no limit', '': 'no limit' }),
      amount('password_reuse_prevention', 'the number of old passwords that may not be used again'),
      flag('require_symbols', 'the requirement of symbols in passwords'),
      flag('require_numbers', 'the requirement of numbers in passwords'),
      flag('require_uppercase_characters', 'the requirement of upper-case letters in passwords'),
      flag('require_lowercase_characters', 'the requirement of lower-case letters in passwords'),
    ],
  },
  aws_iam_group: {
    noun: 'IAM group',
    so: 'its members no longer have its permissions',
    phrases: [value('path', 'the path of the group')],
  },
  aws_iam_group_membership: {
    noun: 'group membership',
    so: 'the users no longer have the permissions of the group',
    phrases: [items('users', 'the user', { came: 'put into the group', went: 'taken out of the group' })],
  },
  aws_iam_group_policies_exclusive: exclusivePolicies('group'),
  aws_iam_group_policy: inline('group'),
  aws_iam_group_policy_attachment: attachment('group'),
  aws_iam_group_policy_attachments_exclusive: exclusiveAttachments('group'),
  aws_iam_instance_profile: {
    noun: 'instance profile',
    so: 'instances no longer get the credentials of its role',
    phrases: [value('role', 'the role of the instance profile')],
  },
  aws_iam_openid_connect_provider: {
    noun: 'OIDC identity provider',
    so: 'federated logins such as those of CI pipelines fail',
    phrases: [
      items('thumbprint_list', 'the certificate thumbprint'),
      items('client_id_list', 'the audience (client ID)', { many: 'the audiences (client IDs)' }),
    ],
  },
  aws_iam_policy: {
    noun: 'IAM policy',
    so: 'whoever had it no longer has its permissions',
    phrases: [policy('policy', 'the IAM policy')],
  },
  aws_iam_policy_attachment: {
    noun: 'policy attachment',
    so: 'what the policy granted is no longer granted',
    phrases: [
      items('users', 'the policy of the user', {
        many: 'the policies of the users',
        came: 'attached',
        went: 'detached',
      }),
      items('roles', 'the policy of the role', {
        many: 'the policies of the roles',
        came: 'attached',
        went: 'detached',
      }),
      items('groups', 'the policy of the group', {
        many: 'the policies of the groups',
        came: 'attached',
        went: 'detached',
      }),
    ],
  },
  aws_iam_role: {
    noun: 'IAM role',
    so: 'nothing can assume it',
    phrases: [
      policy('assume_role_policy', 'the trust policy'),
      policy('inline_policy.policy', 'an inline policy'),
      items('managed_policy_arns', 'the managed policy', ATTACHED),
      amount('max_session_duration', 'the maximum session duration', 'seconds'),
      BOUNDARY,
    ],
    overlaps: [
      {
        attributes: ['managed_policy_arns'],
        children: [
          childBy('aws_iam_role_policy_attachment', 'role', 'name'),
          childBy('aws_iam_policy_attachment', 'roles', 'name'),
          childBy('aws_iam_role_policy_attachments_exclusive', 'role_name', 'name'),
        ],
        parts: { ofParent: listed, ofChild: policiesOf },
        why: 'the role lists the policies that attachments manage',
      },
      {
        attributes: ['inline_policy'],
        children: [childBy('aws_iam_role_policy', 'role', 'name', 'id')],
        parts: { ofParent: inlinePolicies, ofChild: inlinePolicyResource },
        why: 'the role shows the inline policies that policy resources manage',
      },
    ],
  },
  aws_iam_role_policies_exclusive: exclusivePolicies('role'),
  aws_iam_role_policy: inline('role'),
  aws_iam_role_policy_attachment: attachment('role'),
  aws_iam_role_policy_attachments_exclusive: exclusiveAttachments('role'),
  aws_iam_saml_provider: { noun: 'SAML identity provider', so: 'federated logins fail' },
  aws_iam_user: {
    noun: 'IAM user',
    so: 'the user can neither sign in nor use its keys',
    phrases: [BOUNDARY, value('path', 'the path of the user')],
  },
  aws_iam_user_group_membership: {
    noun: 'user group membership',
    so: 'the user no longer has the permissions of the groups',
    phrases: [items('groups', 'the group membership')],
  },
  aws_iam_user_login_profile: {
    noun: 'console password of the user',
    so: 'the user can no longer sign in to the console',
  },
  aws_iam_user_policies_exclusive: exclusivePolicies('user'),
  aws_iam_user_policy: inline('user'),
  aws_iam_user_policy_attachment: attachment('user'),
  aws_iam_user_policy_attachments_exclusive: exclusiveAttachments('user'),
  aws_iam_user_ssh_key: {
    noun: 'SSH key of the user',
    so: 'the user can no longer reach repositories with it',
    phrases: [
      cases('status', 'the status of the SSH key', {
        Active: 'the SSH key was activated',
        Inactive: 'the SSH key was deactivated',
      }),
    ],
  },
  aws_identitystore_user: { noun: 'identity store user', so: 'the person can no longer sign in' },
  aws_organizations_account: {
    noun: 'member account',
    phrases: [value('parent_id', 'the organizational unit of the account')],
  },
  aws_organizations_delegated_administrator: {
    noun: 'delegated administrator',
    so: 'the account no longer administers the service for the organization',
  },
  aws_organizations_policy_attachment: {
    noun: 'organization policy attachment',
    so: 'the policy no longer binds the accounts that it was attached to',
  },
  aws_ram_sharing_with_organization: { isNeverRead: true },
};
