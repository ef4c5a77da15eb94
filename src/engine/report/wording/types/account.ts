import { amount, cases, flag, items, policy, value, type Subject } from './phrase.ts';

/** An account and its organization: who may do what in it, who watches it, and what is protected by default. */
export const ACCOUNT: readonly Subject[] = [
  {
    type: 'aws_ebs_encryption_by_default',
    noun: 'setting of EBS encryption by default',
    phrases: [
      flag('enabled', 'EBS encryption by default', {
        on: 'EBS encryption by default was turned on',
        off: 'EBS encryption by default was turned off',
      }),
    ],
  },
  {
    type: 'aws_acmpca_certificate_authority',
    noun: 'private certificate authority',
    so: 'it issues and revokes no certificates',
    phrases: [
      flag('enabled', 'the certificate authority', {
        on: 'the certificate authority was enabled',
        off: 'the certificate authority was disabled',
      }),
    ],
  },
  {
    type: 'aws_organizations_policy_attachment',
    noun: 'organization policy attachment',
    so: 'the policy no longer binds the accounts that it was attached to',
    phrases: [],
  },
  {
    type: 'aws_organizations_account',
    noun: 'member account',
    phrases: [value('parent_id', 'the organizational unit of the account')],
  },
  {
    type: 'aws_organizations_delegated_administrator',
    noun: 'delegated administrator',
    so: 'the account no longer administers the service for the organization',
    phrases: [],
  },
  {
    type: 'aws_iam_user_login_profile',
    noun: 'console password of the user',
    so: 'the user can no longer sign in to the console',
    phrases: [],
  },
  {
    type: 'aws_iam_user_ssh_key',
    noun: 'SSH key of the user',
    so: 'the user can no longer reach repositories with it',
    phrases: [
      cases('status', 'the status of the SSH key', {
        Active: 'the SSH key was activated',
        Inactive: 'the SSH key was deactivated',
      }),
    ],
  },
  {
    type: 'aws_iam_saml_provider',
    noun: 'SAML identity provider',
    so: 'federated logins fail',
    phrases: [],
  },
  {
    type: 'aws_iam_policy_attachment',
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
  { type: 'aws_identitystore_user', noun: 'identity store user', so: 'the person can no longer sign in', phrases: [] },
  {
    type: 'aws_kms_key_policy',
    noun: 'KMS key policy',
    so: 'what it granted and what it denied no longer holds',
    phrases: [policy('policy', 'the key policy')],
  },
  {
    type: 'aws_kms_grant',
    noun: 'KMS grant',
    gone: 'was revoked',
    so: 'its grantee can no longer use the key',
    phrases: [],
  },
  {
    type: 'aws_inspector2_enabler',
    noun: 'Amazon Inspector activation',
    so: 'nothing is scanned for vulnerabilities',
    phrases: [
      items('account_ids', 'vulnerability scanning (Inspector) of account', {
        came: 'switched on',
        went: 'switched off',
      }),
      items('resource_types', 'vulnerability scanning (Inspector) of resource type', {
        came: 'switched on',
        went: 'switched off',
      }),
    ],
  },
  {
    type: 'aws_guardduty_filter',
    noun: 'GuardDuty filter',
    so: 'what it archived is shown again',
    phrases: [],
  },
  {
    type: 'aws_config_delivery_channel',
    noun: 'AWS Config delivery channel',
    so: 'configuration changes are no longer delivered',
    phrases: [
      value('snapshot_delivery_properties.delivery_frequency', 'the delivery frequency of configuration snapshots'),
    ],
  },
  {
    type: 'aws_config_retention_configuration',
    noun: 'AWS Config retention',
    phrases: [amount('retention_period_in_days', 'the retention of configuration records', 'days')],
  },
  {
    type: 'aws_config_aggregate_authorization',
    noun: 'AWS Config aggregation authorization',
    so: 'the other account no longer sees the records of this one',
    phrases: [],
  },
  {
    type: 'aws_shield_protection',
    noun: 'Shield protection',
    so: 'it is no longer defended against denial of service',
    phrases: [],
  },
  { type: 'aws_signer_signing_profile', noun: 'signing profile', so: 'no code can be signed with it', phrases: [] },
  {
    type: 'aws_directory_service_log_subscription',
    noun: 'log subscription of the directory',
    so: 'security events of the directory are no longer logged',
    phrases: [],
  },
];
