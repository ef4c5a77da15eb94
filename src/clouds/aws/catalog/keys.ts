import type { Catalog } from '../../contract/entry.ts';
import { childBy, documentOf } from '../../contract/overlaps.ts';
import { amount, cases, flag, items, opaque, policy, value } from '../../contract/phrases.ts';

/** Keys, certificates, secrets, and parameters. */
export const KEYS: Catalog = {
  aws_acm_certificate: {
    noun: 'TLS certificate',
    so: 'HTTPS can no longer use it',
    phrases: [
      items('subject_alternative_names', 'the certificate name'),
      value('options.certificate_transparency_logging_preference', 'certificate transparency logging'),
    ],
  },
  aws_acmpca_certificate_authority: {
    noun: 'private certificate authority',
    so: 'it issues and revokes no certificates',
    phrases: [flag('enabled', 'the certificate authority', ['enabled', 'disabled'])],
  },
  aws_kms_alias: {
    noun: 'KMS alias',
    so: 'programs no longer find the key by its name',
    phrases: [value(['target_key_id', 'target_key_arn'], 'the key that the alias points to')],
  },
  aws_kms_ciphertext: { isNeverRead: true },
  aws_kms_grant: {
    noun: 'KMS grant',
    gone: 'was revoked',
    so: 'its grantee can no longer use the key',
    // A read of a deleted grant takes three minutes (hashicorp/aws 5.100.0, internal/service/kms/grant.go).
    polls: { action: 'kms:ListGrants', by: 'key_id', listedAs: 'grant_id' },
  },
  aws_kms_key: {
    noun: 'KMS key',
    gone: 'was deleted or scheduled for deletion',
    so: 'what it has encrypted cannot be decrypted',
    phrases: [
      flag('enable_key_rotation', 'rotation of the key'),
      flag('is_enabled', 'the encryption key', ['enabled', 'disabled']),
      policy('policy', 'the key policy'),
      amount('rotation_period_in_days', 'the rotation period of the key', 'days'),
    ],
    overlaps: [documentOf('policy', childBy('aws_kms_key_policy', 'key_id', 'key_id', 'id', 'arn'))],
  },
  aws_kms_key_policy: {
    noun: 'KMS key policy',
    so: 'what it granted and what it denied no longer holds',
    phrases: [policy('policy', 'the key policy')],
  },
  aws_secretsmanager_secret: {
    noun: 'secret',
    so: 'programs can no longer read it',
    phrases: [
      policy('policy', 'the policy of the secret'),
      value('kms_key_id', 'the encryption key of the secret'),
      amount('recovery_window_in_days', 'the recovery window of the secret', 'days'),
    ],
    overlaps: [documentOf('policy', childBy('aws_secretsmanager_secret_policy', 'secret_arn', 'arn', 'id'))],
  },
  aws_secretsmanager_secret_policy: {
    noun: 'secret policy',
    so: 'what it granted and what it denied no longer holds',
    phrases: [policy('policy', 'the policy of the secret')],
  },
  aws_secretsmanager_secret_rotation: {
    noun: 'secret rotation',
    so: 'the credential is no longer rotated',
    phrases: [
      amount('rotation_rules.automatically_after_days', 'the rotation interval of the secret', 'days'),
      value('rotation_lambda_arn', 'the rotation function'),
    ],
  },
  aws_secretsmanager_secret_version: {
    noun: 'secret version',
    so: 'the credential in it can no longer be read',
    phrases: [
      opaque(['secret_string', 'secret_binary'], 'the value of the secret'),
      cases('version_stages', 'the stage of the secret version', {
        'AWSCURRENT>AWSPREVIOUS': 'the secret was given another value (this version is no longer the current one)',
      }),
    ],
  },
  aws_signer_signing_profile: { noun: 'signing profile', so: 'no code can be signed with it' },
  aws_ssm_parameter: {
    noun: 'SSM parameter',
    so: 'programs can no longer read the setting',
    phrases: [
      value(['value', 'insecure_value'], 'the value of the parameter'),
      value('type', 'the type of the parameter'),
      value('tier', 'the tier of the parameter'),
    ],
  },
};
