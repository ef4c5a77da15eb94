import { amount, cases, flag, items, opaque, policy, value, type Subject } from './phrase.ts';

const ATTACHED = { many: 'the managed policies', came: 'attached', went: 'detached' };
const BOUNDARY = value('permissions_boundary', 'the permissions boundary');
const INLINE = [policy('policy', 'the inline policy')];

const inline = (who: string): Subject => ({
  type: `aws_iam_${who}_policy`,
  noun: `inline ${who} policy`,
  so: `the ${who} no longer has its permissions`,
  phrases: INLINE,
});
const attachment = (who: string): Subject => ({
  type: `aws_iam_${who}_policy_attachment`,
  noun: `IAM ${who} policy attachment`,
  gone: 'was removed',
  so: `the policy is detached and the ${who} no longer has its permissions`,
  phrases: [],
});

const exclusive = (who: string): Subject[] => [
  {
    type: `aws_iam_${who}_policy_attachments_exclusive`,
    noun: `list of the managed policies of an IAM ${who}`,
    phrases: [
      items('policy_arns', 'the managed policy', {
        many: 'the managed policies',
        came: `attached to the IAM ${who}`,
        went: `detached from the IAM ${who}`,
      }),
    ],
  },
  {
    type: `aws_iam_${who}_policies_exclusive`,
    noun: `list of the inline policies of an IAM ${who}`,
    phrases: [
      items('policy_names', 'the inline policy', {
        many: 'the inline policies',
        came: `added to the IAM ${who}`,
        went: `removed from the IAM ${who}`,
      }),
    ],
  },
];

/** Who may do what. */
export const IDENTITY: readonly Subject[] = [
  {
    type: 'aws_iam_policy',
    noun: 'IAM policy',
    so: 'whoever had it no longer has its permissions',
    phrases: [policy('policy', 'the IAM policy')],
  },
  {
    type: 'aws_iam_role',
    noun: 'IAM role',
    so: 'nothing can assume it',
    phrases: [
      policy('assume_role_policy', 'the trust policy'),
      policy('inline_policy.policy', 'an inline policy'),
      items('managed_policy_arns', 'the managed policy', ATTACHED),
      amount('max_session_duration', 'the maximum session duration', 'seconds'),
      BOUNDARY,
    ],
  },
  ...['role', 'user', 'group'].flatMap(exclusive),
  inline('role'),
  attachment('role'),
  {
    type: 'aws_iam_user',
    noun: 'IAM user',
    so: 'the user can neither sign in nor use its keys',
    phrases: [BOUNDARY, value('path', 'the path of the user')],
  },
  inline('user'),
  attachment('user'),
  {
    type: 'aws_iam_group',
    noun: 'IAM group',
    so: 'its members no longer have its permissions',
    phrases: [value('path', 'the path of the group')],
  },
  inline('group'),
  attachment('group'),
  {
    type: 'aws_iam_group_membership',
    noun: 'group membership',
    so: 'the users no longer have the permissions of the group',
    phrases: [items('users', 'the user', { came: 'put into the group', went: 'taken out of the group' })],
  },
  {
    type: 'aws_iam_user_group_membership',
    noun: 'user group membership',
    so: 'the user no longer has the permissions of the groups',
    phrases: [items('groups', 'the group membership')],
  },
  {
    type: 'aws_iam_instance_profile',
    noun: 'instance profile',
    so: 'instances no longer get the credentials of its role',
    phrases: [value('role', 'the role of the instance profile')],
  },
  {
    type: 'aws_iam_access_key',
    noun: 'access key',
    so: 'programs that use it can no longer sign in',
    phrases: [
      cases('status', 'the status of the access key', {
        Active: 'the access key was activated',
        Inactive: 'the access key was deactivated',
      }),
    ],
  },
  {
    type: 'aws_iam_account_password_policy',
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
  {
    type: 'aws_iam_openid_connect_provider',
    noun: 'OIDC identity provider',
    so: 'federated logins such as those of CI pipelines fail',
    phrases: [
      items('thumbprint_list', 'the certificate thumbprint'),
      items('client_id_list', 'the audience (client ID)', { many: 'the audiences (client IDs)' }),
    ],
  },
  {
    type: 'aws_kms_key',
    noun: 'KMS key',
    gone: 'was deleted or scheduled for deletion',
    so: 'what it has encrypted cannot be decrypted',
    phrases: [
      flag('enable_key_rotation', 'rotation of the key'),
      flag('is_enabled', 'the encryption key', {
        on: 'the encryption key was enabled',
        off: 'the encryption key was disabled',
      }),
      policy('policy', 'the key policy'),
      amount('rotation_period_in_days', 'the rotation period of the key', 'days'),
    ],
  },
  {
    type: 'aws_kms_alias',
    noun: 'KMS alias',
    so: 'programs no longer find the key by its name',
    phrases: [value(['target_key_id', 'target_key_arn'], 'the key that the alias points to')],
  },
  {
    type: 'aws_secretsmanager_secret',
    noun: 'secret',
    so: 'programs can no longer read it',
    phrases: [
      policy('policy', 'the policy of the secret'),
      value('kms_key_id', 'the encryption key of the secret'),
      amount('recovery_window_in_days', 'the recovery window of the secret', 'days'),
    ],
  },
  {
    type: 'aws_secretsmanager_secret_policy',
    noun: 'secret policy',
    so: 'what it granted and what it denied no longer holds',
    phrases: [policy('policy', 'the policy of the secret')],
  },
  {
    type: 'aws_secretsmanager_secret_version',
    noun: 'secret version',
    so: 'the credential in it can no longer be read',
    phrases: [
      opaque(['secret_string', 'secret_binary'], 'the value of the secret'),
      cases('version_stages', 'the stage of the secret version', {
        'AWSCURRENT>AWSPREVIOUS': 'the secret was given another value (this version is no longer the current one)',
      }),
    ],
  },
  {
    type: 'aws_secretsmanager_secret_rotation',
    noun: 'secret rotation',
    so: 'the credential is no longer rotated',
    phrases: [
      amount('rotation_rules.automatically_after_days', 'the rotation interval of the secret', 'days'),
      value('rotation_lambda_arn', 'the rotation function'),
    ],
  },
  {
    type: 'aws_ssm_parameter',
    noun: 'SSM parameter',
    so: 'programs can no longer read the setting',
    phrases: [
      value(['value', 'insecure_value'], 'the value of the parameter'),
      value('type', 'the type of the parameter'),
      value('tier', 'the tier of the parameter'),
    ],
  },
];
