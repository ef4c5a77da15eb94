import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../../base/value.ts';
import { added, changed, deleted } from '../../../../testkit/weighed.ts';
import { SEVERITY_RULES, weighSideEffect, worstSeverity, type Weight } from './severity.ts';

const policy = (...statements: object[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const allow = (Action: unknown, Resource: unknown = '*', more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
const rule = (cidr: string, from = 443, to = from) => ({
  protocol: 'tcp',
  from_port: from,
  to_port: to,
  cidr_blocks: [cidr],
  description: '',
});
const SOMEBODY = { Principal: { AWS: 'arn:aws:iam::123456789012:root' } };

type Case = [rule: string, severity: string, says: string, weight: Weight];

const CASES: Case[] = [
  // Deletions.
  ['data-gone', 'critical', 'holds data or keys', deleted('aws_dynamodb_table')],
  ['public-access', 'critical', 'public access is no longer blocked', deleted('aws_s3_bucket_public_access_block')],
  ['audit-off', 'high', 'is no longer recorded', deleted('aws_cloudtrail')],
  [
    'deny-gone',
    'high',
    'is no longer denied',
    deleted('aws_s3_bucket_policy', {
      policy: policy({ Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' }),
    }),
  ],
  ['grant-gone', 'medium', 'less is allowed', deleted('aws_iam_role_policy_attachment')],
  ['gone', 'high', 'is gone', deleted('aws_sqs_queue')],
  // Network access.
  [
    'open-to-world',
    'critical',
    'port 22 (tcp) is open to 0.0.0.0/0 now',
    changed(
      'aws_security_group',
      { ingress: [rule('10.0.0.0/8', 22)] },
      { ingress: [rule('10.0.0.0/8', 22), rule('0.0.0.0/0', 22)] },
    ),
  ],
  [
    'open-to-world',
    'critical',
    'port 22 (tcp) is open to 0.0.0.0/0 now',
    changed(
      'aws_security_group',
      { ingress: [rule('0.0.0.0/0')] },
      { ingress: [rule('0.0.0.0/0'), rule('0.0.0.0/0', 22)] },
    ),
  ],
  [
    'open-to-world',
    'critical',
    'open to ::/0',
    changed(
      'aws_vpc_security_group_ingress_rule',
      { cidr_ipv6: 'fd00::/8', ip_protocol: '-1' },
      { cidr_ipv6: '::/0', ip_protocol: '-1' },
    ),
  ],
  [
    'network-changed',
    'high',
    'may have changed',
    changed(
      'aws_security_group',
      { ingress: [rule('10.0.0.0/9'), rule('10.128.0.0/9')] },
      { ingress: [rule('10.0.0.0/8')] },
    ),
  ],
  [
    'open-to-world',
    'critical',
    'open to 128.0.0.0/1',
    changed('aws_security_group', { ingress: [] }, { ingress: [rule('128.0.0.0/1')] }),
  ],
  [
    'open-to-world',
    'critical',
    'port 22 (tcp) is open to 0.0.0.0/0',
    changed(
      'google_compute_firewall',
      { source_ranges: ['10.0.0.0/8'], allow: [{ protocol: 'tcp', ports: ['22'] }] },
      { source_ranges: ['0.0.0.0/0'], allow: [{ protocol: 'tcp', ports: ['22'] }] },
    ),
  ],
  [
    'open-to-world',
    'critical',
    '0.0.0.0/0 may reach it',
    changed(
      'aws_eks_cluster',
      { vpc_config: [{ public_access_cidrs: ['10.0.0.0/8'] }] },
      { vpc_config: [{ public_access_cidrs: ['10.0.0.0/8', '0.0.0.0/0'] }] },
    ),
  ],
  [
    'network-widened',
    'high',
    'ports 22-23 (tcp) is open to 10.0.0.0/8',
    changed('aws_security_group', { ingress: [rule('10.0.0.0/8', 22)] }, { ingress: [rule('10.0.0.0/8', 22, 23)] }),
  ],
  [
    'network-widened',
    'high',
    'it may reach 0.0.0.0/0',
    changed('aws_security_group', { egress: [] }, { egress: [rule('0.0.0.0/0')] }),
  ],
  [
    'network-narrowed',
    'medium',
    'is no longer open to 0.0.0.0/0',
    changed('aws_security_group', { ingress: [rule('0.0.0.0/0')] }, { ingress: [] }),
  ],
  [
    'network-narrowed',
    'medium',
    'is no longer open to 10.0.0.0/8',
    changed('aws_security_group', { ingress: [rule('10.0.0.0/8')] }, { ingress: [rule('10.1.0.0/16')] }),
  ],
  [
    'network-changed',
    'high',
    'may have changed',
    changed('aws_network_acl_rule', { rule_number: 1 }, { rule_number: 2 }),
  ],
  [
    'routes-changed',
    'high',
    'where traffic goes',
    changed('aws_route', { gateway_id: 'igw-1' }, { gateway_id: 'igw-2' }),
  ],
  // Policies.
  [
    'public-policy',
    'critical',
    'allows s3:GetObject for anybody now',
    changed(
      'aws_s3_bucket_policy',
      { policy: policy(allow('s3:*', '*', SOMEBODY)) },
      { policy: policy(allow('s3:GetObject', '*', { Principal: '*' })) },
    ),
  ],
  [
    'public-policy',
    'critical',
    'allows sqs:SendMessage for anybody now',
    changed(
      'aws_sqs_queue',
      { policy: '' },
      { policy: policy(allow('sqs:SendMessage', '*', { Principal: { AWS: ['*'] } })) },
    ),
  ],
  [
    'admin-granted',
    'critical',
    'it allows everything now: *',
    changed('aws_iam_policy', { policy: policy(allow('s3:*')) }, { policy: policy(allow('*')) }),
  ],
  [
    'admin-granted',
    'critical',
    'administrator rights',
    changed(
      'aws_iam_role',
      { managed_policy_arns: [] },
      { managed_policy_arns: ['arn:aws:iam::aws:policy/AdministratorAccess'] },
    ),
  ],
  [
    'iam-widened',
    'high',
    'also allows s3:DeleteObject',
    changed(
      'aws_iam_policy',
      { policy: policy(allow('s3:Get*')) },
      { policy: policy(allow(['s3:GetObject', 's3:DeleteObject'])) },
    ),
  ],
  [
    'iam-widened',
    'high',
    'no longer denies s3:*',
    changed(
      'aws_iam_policy',
      { policy: policy({ Effect: 'Deny', Action: 's3:*', Resource: '*' }) },
      { policy: policy() },
    ),
  ],
  [
    'iam-widened',
    'high',
    'also has arn:aws:iam::aws:policy/ReadOnlyAccess',
    changed(
      'aws_iam_role',
      { managed_policy_arns: [] },
      { managed_policy_arns: ['arn:aws:iam::aws:policy/ReadOnlyAccess'] },
    ),
  ],
  [
    'iam-widened',
    'high',
    'no longer limited by a boundary',
    changed('aws_iam_role', { permissions_boundary: 'arn:aws:iam::1:policy/b' }, { permissions_boundary: null }),
  ],
  [
    'iam-widened',
    'high',
    'it allows more, or cannot be compared',
    changed(
      'aws_iam_policy',
      { policy: policy({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }) },
      { policy: policy({ Effect: 'Allow', NotAction: 's3:*', Resource: '*' }) },
    ),
  ],
  [
    'iam-narrowed',
    'medium',
    'no longer allows s3:Put*',
    changed('aws_iam_policy', { policy: policy(allow(['s3:Get*', 's3:Put*'])) }, { policy: policy(allow('s3:Get*')) }),
  ],
  [
    'iam-narrowed',
    'medium',
    'denies s3:*',
    changed(
      'aws_iam_policy',
      { policy: policy(allow('s3:*')) },
      { policy: policy(allow('s3:*'), { Effect: 'Deny', Action: 's3:*', Resource: '*' }) },
    ),
  ],
  [
    'iam-narrowed',
    'medium',
    'no longer allows s3:* for anybody',
    changed('aws_s3_bucket_policy', { policy: policy(allow('s3:*', '*', { Principal: '*' })) }, { policy: policy() }),
  ],
  ['iam-changed', 'high', 'may have changed', changed('aws_iam_user', { path: '/a/' }, { path: '/b/' })],
  // Exposure.
  [
    'public-access',
    'critical',
    'is no longer blocked',
    changed('aws_s3_bucket_public_access_block', { block_public_acls: true }, { block_public_acls: false }),
  ],
  [
    'public-access',
    'critical',
    'from the internet',
    changed('aws_db_instance', { publicly_accessible: false }, { publicly_accessible: true }),
  ],
  [
    'public-access',
    'critical',
    'public-read',
    changed('aws_s3_bucket_acl', { acl: 'private' }, { acl: 'public-read' }),
  ],
  [
    'public-access-tightened',
    'low',
    'blocked now',
    changed('aws_s3_bucket_public_access_block', { block_public_acls: false }, { block_public_acls: true }),
  ],
  [
    'public-access-tightened',
    'medium',
    'no longer',
    changed('aws_db_instance', { publicly_accessible: true }, { publicly_accessible: false }),
  ],
  [
    'public-access-tightened',
    'low',
    'no longer public',
    changed('aws_s3_bucket_acl', { acl: 'public-read' }, { acl: 'private' }),
  ],
  [
    'public-endpoint',
    'high',
    'public address',
    changed('aws_subnet', { map_public_ip_on_launch: false }, { map_public_ip_on_launch: true }),
  ],
  ['public-endpoint', 'high', 'faces the internet', changed('aws_lb', { internal: true }, { internal: false })],
  [
    'public-endpoint-tightened',
    'medium',
    'no longer gets',
    changed('aws_subnet', { map_public_ip_on_launch: true }, { map_public_ip_on_launch: false }),
  ],
  [
    'metadata-tokens',
    'high',
    'without a token',
    changed(
      'aws_instance',
      { metadata_options: [{ http_tokens: 'required' }] },
      { metadata_options: [{ http_tokens: 'optional' }] },
    ),
  ],
  [
    'metadata-tokens-tightened',
    'low',
    'asks for a token',
    changed(
      'aws_instance',
      { metadata_options: [{ http_tokens: 'optional' }] },
      { metadata_options: [{ http_tokens: 'required' }] },
    ),
  ],
  // Protection of data.
  [
    'deletion-protection',
    'high',
    'no longer protected',
    changed('aws_lb', { enable_deletion_protection: true }, { enable_deletion_protection: false }),
  ],
  [
    'deletion-protection-tightened',
    'low',
    'protected',
    changed('aws_cognito_user_pool', { deletion_protection: 'INACTIVE' }, { deletion_protection: 'ACTIVE' }),
  ],
  [
    'data-loss-risk',
    'high',
    'goes with it',
    changed(
      'aws_instance',
      { root_block_device: [{ delete_on_termination: false }] },
      { root_block_device: [{ delete_on_termination: true }] },
    ),
  ],
  [
    'data-loss-risk-tightened',
    'low',
    'stays',
    changed(
      'aws_instance',
      { root_block_device: [{ delete_on_termination: true }] },
      { root_block_device: [{ delete_on_termination: false }] },
    ),
  ],
  ['encryption', 'high', 'no longer encrypted', changed('aws_ebs_volume', { encrypted: true }, { encrypted: false })],
  [
    'encryption',
    'high',
    'no longer encrypted',
    changed('aws_sns_topic', { kms_master_key_id: 'alias/a' }, { kms_master_key_id: null }),
  ],
  [
    'encryption',
    'high',
    'no longer encrypted',
    changed('aws_kinesis_stream', { encryption_type: 'KMS' }, { encryption_type: 'NONE' }),
  ],
  [
    'encryption-tightened',
    'low',
    'encrypted now',
    changed(
      'aws_dynamodb_table',
      { server_side_encryption: [{ enabled: false }] },
      { server_side_encryption: [{ enabled: true }] },
    ),
  ],
  [
    'encryption-key',
    'high',
    'with AES256; the state says aws:kms',
    changed(
      'aws_s3_bucket_server_side_encryption_configuration',
      { rule: [{ sse_algorithm: 'aws:kms' }] },
      { rule: [{ sse_algorithm: 'AES256' }] },
    ),
  ],
  [
    'backups',
    'high',
    'can no longer be brought back',
    changed(
      'aws_dynamodb_table',
      { point_in_time_recovery: [{ enabled: true }] },
      { point_in_time_recovery: [{ enabled: false }] },
    ),
  ],
  [
    'backups',
    'high',
    'can no longer be brought back',
    changed(
      'aws_s3_bucket_versioning',
      { versioning_configuration: [{ status: 'Enabled' }] },
      { versioning_configuration: [{ status: 'Suspended' }] },
    ),
  ],
  [
    'backups-tightened',
    'low',
    'can be brought back',
    changed(
      'aws_s3_bucket_versioning',
      { versioning_configuration: [{ status: 'Suspended' }] },
      { versioning_configuration: [{ status: 'Enabled' }] },
    ),
  ],
  [
    'backup-retention',
    'high',
    'kept for 1 day; the state says 7 days',
    changed('aws_db_instance', { backup_retention_period: 7 }, { backup_retention_period: 1 }),
  ],
  [
    'backup-retention-tightened',
    'low',
    'kept for 14 days',
    changed('aws_db_instance', { backup_retention_period: 7 }, { backup_retention_period: 14 }),
  ],
  [
    'log-retention',
    'high',
    'kept for 30 days; the state says an unlimited time',
    changed('aws_cloudwatch_log_group', { retention_in_days: 0 }, { retention_in_days: 30 }),
  ],
  [
    'log-retention-tightened',
    'low',
    'kept for an unlimited time; the state says 30 days',
    changed('aws_cloudwatch_log_group', { retention_in_days: 30 }, { retention_in_days: 0 }),
  ],
  [
    'data-retention',
    'high',
    'deleted after 7 days; the state says never',
    changed(
      'aws_s3_bucket_lifecycle_configuration',
      { rule: [{ expiration: [] }] },
      { rule: [{ expiration: [{ days: 7 }] }] },
    ),
  ],
  [
    'data-retention-tightened',
    'low',
    'kept for 14 days; the state says 4 days',
    changed('aws_sqs_queue', { message_retention_seconds: 345_600 }, { message_retention_seconds: 1_209_600 }),
  ],
  [
    'key-deletion',
    'high',
    'for 7 days; the state says 30 days',
    changed('aws_kms_key', { deletion_window_in_days: 30 }, { deletion_window_in_days: 7 }),
  ],
  [
    'key-deletion-tightened',
    'low',
    'for 30 days',
    changed('aws_kms_key', { deletion_window_in_days: 7 }, { deletion_window_in_days: 30 }),
  ],
  ['key-disabled', 'critical', 'cannot be read', changed('aws_kms_key', { is_enabled: true }, { is_enabled: false })],
  [
    'key-disabled-tightened',
    'medium',
    'can be used',
    changed('aws_kms_key', { is_enabled: false }, { is_enabled: true }),
  ],
  [
    'key-rotation',
    'high',
    'no longer rotated',
    changed('aws_kms_key', { enable_key_rotation: true }, { enable_key_rotation: false }),
  ],
  [
    'key-rotation',
    'medium',
    'every 400 days',
    changed('aws_kms_key', { rotation_period_in_days: 90 }, { rotation_period_in_days: 400 }),
  ],
  [
    'key-rotation-tightened',
    'low',
    'is rotated now',
    changed('aws_kms_key', { enable_key_rotation: false }, { enable_key_rotation: true }),
  ],
  [
    'availability',
    'medium',
    'no longer fails over',
    changed('aws_db_instance', { multi_az: true }, { multi_az: false }),
  ],
  [
    'availability-tightened',
    'low',
    'it fails over now',
    changed('aws_db_instance', { multi_az: false }, { multi_az: true }),
  ],
  // Records and connections.
  [
    'audit-off',
    'high',
    'logging was reduced',
    changed('aws_cloudtrail', { enable_logging: true }, { enable_logging: false }),
  ],
  [
    'audit-off',
    'high',
    'no longer written: audit',
    changed(
      'aws_db_instance',
      { enabled_cloudwatch_logs_exports: ['audit', 'error'] },
      { enabled_cloudwatch_logs_exports: ['error'] },
    ),
  ],
  [
    'audit-off',
    'high',
    'its logs are no longer written',
    changed('aws_s3_bucket', { logging: [{ target_bucket: 'logs' }] }, { logging: [] }),
  ],
  [
    'audit-off',
    'high',
    'go to mine; the state says logs',
    changed(
      'aws_s3_bucket_logging',
      { logging: [{ target_bucket: 'logs' }] },
      { logging: [{ target_bucket: 'mine' }] },
    ),
  ],
  [
    'audit-off-tightened',
    'low',
    'logging or alerting was extended',
    changed('aws_guardduty_detector', { enable: false }, { enable: true }),
  ],
  [
    'audit-off-tightened',
    'low',
    'logging was extended',
    changed('aws_s3_bucket', { logging: [] }, { logging: [{ target_bucket: 'logs' }] }),
  ],
  [
    'tls-version',
    'high',
    'TLS 1.0 is accepted now; the state says at least TLS 1.2',
    changed(
      'aws_lb_listener',
      { ssl_policy: 'ELBSecurityPolicy-TLS13-1-2-2021-06' },
      { ssl_policy: 'ELBSecurityPolicy-2016-08' },
    ),
  ],
  [
    'tls-version-tightened',
    'low',
    'only TLS 1.2 and newer',
    changed(
      'aws_cloudfront_distribution',
      { viewer_certificate: [{ minimum_protocol_version: 'TLSv1' }] },
      { viewer_certificate: [{ minimum_protocol_version: 'TLSv1.2_2021' }] },
    ),
  ],
  [
    'tls-off',
    'high',
    'without encryption',
    changed(
      'aws_cloudfront_distribution',
      { default_cache_behavior: [{ viewer_protocol_policy: 'redirect-to-https' }] },
      { default_cache_behavior: [{ viewer_protocol_policy: 'allow-all' }] },
    ),
  ],
  [
    'tls-off-tightened',
    'low',
    'only encrypted',
    changed('azurerm_app_service', { https_only: false }, { https_only: true }),
  ],
  [
    'password-policy',
    'high',
    'need at least 8 characters; the state says 14 characters',
    changed('aws_iam_account_password_policy', { minimum_password_length: 14 }, { minimum_password_length: 8 }),
  ],
  [
    'password-policy-tightened',
    'low',
    'need at least 20 characters',
    changed('aws_iam_account_password_policy', { minimum_password_length: 14 }, { minimum_password_length: 20 }),
  ],
  [
    'session-length',
    'medium',
    'up to 2 hours; the state says 1 hour',
    changed('aws_iam_role', { max_session_duration: 3600 }, { max_session_duration: 7200 }),
  ],
  [
    'session-length-tightened',
    'low',
    'up to 1 hour; the state says 2 hours',
    changed('aws_iam_role', { max_session_duration: 7200 }, { max_session_duration: 3600 }),
  ],
  // Changes that help an attacker to get in, to take data out, or to bypass a control.
  [
    'encryption',
    'high',
    'EBS encryption by default was turned off',
    changed('aws_ebs_encryption_by_default', { enabled: true }, { enabled: false }),
  ],
  [
    'admin-granted',
    'critical',
    'new administrators: arn:aws:iam::1:user/zoe',
    changed(
      'aws_lakeformation_data_lake_settings',
      { admins: ['arn:aws:iam::1:role/lake'] },
      { admins: ['arn:aws:iam::1:user/zoe'] },
    ),
  ],
  [
    'admin-granted',
    'critical',
    'administrator rights',
    changed('aws_quicksight_user', { user_role: 'READER' }, { user_role: 'ADMIN' }),
  ],
  [
    'iam-widened',
    'high',
    'other accounts may restore the snapshot now: 210987654321',
    changed('aws_db_snapshot', { shared_accounts: [] }, { shared_accounts: ['210987654321'] }),
  ],
  [
    'public-access',
    'critical',
    'any AWS account may restore the snapshot now',
    changed('aws_db_cluster_snapshot', { shared_accounts: [] }, { shared_accounts: ['all'] }),
  ],
  [
    'iam-widened',
    'high',
    'more permissions now: DROP',
    changed('aws_lakeformation_permissions', { permissions: ['ALTER'] }, { permissions: ['ALTER', 'DROP'] }),
  ],
  [
    'public-access',
    'critical',
    'public access is no longer blocked',
    changed(
      'aws_emr_block_public_access_configuration',
      { block_public_security_group_rules: true },
      { block_public_security_group_rules: false },
    ),
  ],
  [
    'public-endpoint',
    'high',
    'ports up to 65535 may be open to the internet',
    changed(
      'aws_emr_block_public_access_configuration',
      { permitted_public_security_group_rule_range: [{ min_range: 22, max_range: 22 }] },
      { permitted_public_security_group_rule_range: [{ min_range: 22, max_range: 65535 }] },
    ),
  ],
  [
    'encryption',
    'high',
    'no longer encrypted',
    changed(
      'aws_glue_data_catalog_encryption_settings',
      { data_catalog_encryption_settings: [{ encryption_at_rest: [{ catalog_encryption_mode: 'SSE-KMS' }] }] },
      { data_catalog_encryption_settings: [{ encryption_at_rest: [{ catalog_encryption_mode: 'DISABLED' }] }] },
    ),
  ],
  [
    'trust-changed',
    'high',
    'https://mine.example; the state says https://login.example',
    changed(
      'aws_apigatewayv2_authorizer',
      { jwt_configuration: [{ issuer: 'https://login.example' }] },
      { jwt_configuration: [{ issuer: 'https://mine.example' }] },
    ),
  ],
  [
    'cors-open',
    'high',
    'any website',
    changed(
      'aws_apigatewayv2_api',
      { cors_configuration: [{ allow_origins: ['https://a.example'] }] },
      { cors_configuration: [{ allow_origins: ['https://a.example', '*'] }] },
    ),
  ],
  [
    'cors-open-tightened',
    'low',
    'only listed websites',
    changed(
      'aws_s3_bucket_cors_configuration',
      { cors_rule: [{ allowed_origins: ['*'] }] },
      { cors_rule: [{ allowed_origins: ['https://a.example'] }] },
    ),
  ],
  [
    'destination-changed',
    'high',
    'goes to arn:aws:sqs:::mine; the state says arn:aws:sqs:::ours',
    changed('aws_cloudwatch_event_target', { arn: 'arn:aws:sqs:::ours' }, { arn: 'arn:aws:sqs:::mine' }),
  ],
  [
    'destination-changed',
    'high',
    'goes to arn:aws:sqs:::mine, too',
    changed(
      'aws_s3_bucket_notification',
      { queue: [{ queue_arn: 'arn:aws:sqs:::ours' }] },
      { queue: [{ queue_arn: 'arn:aws:sqs:::ours' }, { queue_arn: 'arn:aws:sqs:::mine' }] },
    ),
  ],
  [
    'destination-changed',
    'high',
    'goes to https://mine.example',
    changed(
      'aws_cloudwatch_event_api_destination',
      { invocation_endpoint: 'https://ours.example' },
      { invocation_endpoint: 'https://mine.example' },
    ),
  ],
  [
    'destination-changed',
    'high',
    'goes to arn:aws:s3:::mine',
    changed(
      'aws_s3_bucket_inventory',
      { destination: [{ bucket: [{ bucket_arn: 'arn:aws:s3:::ours' }] }] },
      { destination: [{ bucket: [{ bucket_arn: 'arn:aws:s3:::mine' }] }] },
    ),
  ],
  [
    'tls-off',
    'high',
    'encryption of connections is Optional',
    changed('aws_ses_receipt_rule', { tls_policy: 'Require' }, { tls_policy: 'Optional' }),
  ],
  [
    'destination-changed',
    'high',
    'no longer sent',
    changed('aws_cloudwatch_metric_alarm', { alarm_actions: ['arn:aws:sns:::ops'] }, { alarm_actions: [] }),
  ],
  [
    'iam-narrowed',
    'medium',
    'the access key can no longer be used',
    changed('aws_iam_access_key', { status: 'Active' }, { status: 'Inactive' }),
  ],
  [
    'iam-widened',
    'high',
    'the access key can be used again',
    changed('aws_iam_access_key', { status: 'Inactive' }, { status: 'Active' }),
  ],
  [
    'audit-off',
    'high',
    'its logs go to mine',
    changed('aws_cloudwatch_log_subscription_filter', { destination_arn: 'ours' }, { destination_arn: 'mine' }),
  ],
  [
    'filter-off',
    'high',
    'let through now',
    changed(
      'aws_wafv2_web_acl',
      { default_action: [{ allow: [], block: [{}] }] },
      { default_action: [{ allow: [{}], block: [] }] },
    ),
  ],
  [
    'filter-off',
    'high',
    'let through now',
    changed(
      'aws_wafv2_rule_group',
      { rule: [{ action: [{ count: [], block: [{}] }] }] },
      { rule: [{ action: [{ count: [{}], block: [] }] }] },
    ),
  ],
  [
    'filter-off-tightened',
    'low',
    'blocked now',
    changed(
      'aws_wafv2_web_acl',
      { default_action: [{ allow: [{}], block: [] }] },
      { default_action: [{ allow: [], block: [{}] }] },
    ),
  ],
  ['deletion-protection', 'critical', 'no longer locked', deleted('aws_backup_vault_lock_configuration')],
  [
    'public-access',
    'critical',
    'no signature',
    changed('aws_lambda_function_url', { authorization_type: 'AWS_IAM' }, { authorization_type: 'NONE' }),
  ],
  [
    'everything-denied',
    'critical',
    'denies everything',
    changed(
      'aws_organizations_policy',
      { content: policy(allow('*')) },
      { content: policy({ Effect: 'Deny', Action: '*', Resource: '*' }) },
    ),
  ],
  [
    'privileged',
    'high',
    'rights on the host',
    changed('kubernetes_pod_v1', { spec: [{ host_network: false }] }, { spec: [{ host_network: true }] }),
  ],
  [
    'privileged-tightened',
    'low',
    'fewer rights',
    changed('kubernetes_pod_v1', { spec: [{ host_network: true }] }, { spec: [{ host_network: false }] }),
  ],
  [
    'review-off',
    'high',
    'branch protection was weakened',
    changed('github_branch_protection', { enforce_admins: true }, { enforce_admins: false }),
  ],
  [
    'review-off-tightened',
    'low',
    'branch protection was strengthened',
    changed('github_branch_protection', { enforce_admins: false }, { enforce_admins: true }),
  ],
  ['words', 'low', 'only tags are gone', deleted('aws_ec2_tag')],
  ['words', 'low', 'tags or texts', changed('aws_ec2_tag', { value: 'a' }, { value: 'b' })],
  // Other attributes.
  ['words', 'low', 'tags or texts', changed('aws_iam_role', { tags: { a: 'x' } }, { tags: { a: 'y' } })],
  [
    'words',
    'low',
    'tags or texts',
    changed(
      'aws_security_group',
      { ingress: [rule('10.0.0.0/8')] },
      { ingress: [{ ...rule('10.0.0.0/8'), description: 'x' }] },
    ),
  ],
  [
    'secret-changed',
    'high',
    'secret',
    changed('aws_lambda_function', { environment: { A: 'x' } }, { environment: { A: 'y' } }, true),
  ],
  [
    'setting',
    'medium',
    'instance_type changed',
    changed('aws_instance', { instance_type: 't3.micro' }, { instance_type: 't3.large' }),
  ],
];

test.each(CASES)('applies %s with severity %s: %s', (id, severity, says, weight) => {
  expect(weight).toMatchObject({ rule: id, severity });
  expect(weight.why).toContain(says);
  expect(weight.why).toMatch(/[^.]$/);
});

test('has a case for every rule', () => {
  const tried = new Set([...CASES.map(([id]) => id), 'consequence']);
  expect(SEVERITY_RULES.filter((id) => !tried.has(id))).toEqual([]);
});

describe('rules that do not apply', () => {
  test.each<[what: string, not: string, weight: Weight]>([
    [
      'a rule whose text changed on an open group',
      'open-to-world',
      changed(
        'aws_security_group',
        { ingress: [rule('0.0.0.0/0')] },
        { ingress: [{ ...rule('0.0.0.0/0'), description: 'x' }] },
      ),
    ],
    [
      'an open port that was inside an open range',
      'open-to-world',
      changed('aws_security_group', { ingress: [rule('0.0.0.0/0', 1, 100)] }, { ingress: [rule('0.0.0.0/0', 22)] }),
    ],
    [
      'one rule in two',
      'network-widened',
      changed(
        'aws_security_group',
        { ingress: [rule('10.0.0.0/8'), rule('10.1.0.0/16', 22)] },
        { ingress: [rule('10.0.0.0/8'), rule('10.1.0.0/16', 22), rule('10.2.0.0/16')] },
      ),
    ],
    [
      'a way out to the world',
      'open-to-world',
      changed(
        'aws_security_group_rule',
        { type: 'egress', cidr_blocks: ['10.0.0.0/8'] },
        { type: 'egress', cidr_blocks: ['0.0.0.0/0'] },
      ),
    ],
    [
      'a denial for the world',
      'open-to-world',
      changed(
        'aws_network_acl_rule',
        { rule_action: 'deny', cidr_block: '10.0.0.0/8' },
        { rule_action: 'deny', cidr_block: '0.0.0.0/0' },
      ),
    ],
    [
      'a quarter of a private range',
      'open-to-world',
      changed('aws_security_group', { ingress: [] }, { ingress: [rule('10.0.0.0/8')] }),
    ],
    [
      'a policy for anybody under a condition',
      'public-policy',
      changed(
        'aws_sqs_queue',
        { policy: '' },
        {
          policy: policy(
            allow('sqs:*', '*', { Principal: '*', Condition: { ArnEquals: { 'aws:SourceArn': 'arn:aws:sns:::t' } } }),
          ),
        },
      ),
    ],
    [
      'a policy that was for anybody before',
      'public-policy',
      changed(
        'aws_sqs_queue',
        { policy: policy(allow('sqs:*', '*', { Principal: '*' })) },
        { policy: policy(allow('sqs:SendMessage', '*', { Principal: '*' })) },
      ),
    ],
    [
      'a denial for anybody',
      'public-policy',
      changed(
        'aws_sqs_queue',
        { policy: '' },
        { policy: policy({ Effect: 'Deny', Principal: '*', Action: '*', Resource: '*' }) },
      ),
    ],
    [
      'a policy in another form',
      'iam-widened',
      changed(
        'aws_iam_policy',
        { policy: policy(allow(['s3:Get*', 's3:GetObject'])) },
        { policy: policy(allow('s3:get*')) },
      ),
    ],
    [
      'an account and its root',
      'iam-widened',
      changed(
        'aws_sqs_queue',
        { policy: policy(allow('sqs:*', '*', { Principal: { AWS: '123456789012' } })) },
        { policy: policy(allow('sqs:*', '*', SOMEBODY)) },
      ),
    ],
    [
      'everything on one thing',
      'admin-granted',
      changed('aws_iam_policy', { policy: policy() }, { policy: policy(allow('*', 'arn:aws:s3:::b')) }),
    ],
    [
      'an administrator of something',
      'admin-granted',
      changed(
        'aws_iam_role',
        { managed_policy_arns: [] },
        { managed_policy_arns: ['arn:aws:iam::aws:policy/AdministratorAccess-Amplify'] },
      ),
    ],
    [
      'public access that was never blocked',
      'public-access',
      changed('aws_s3_bucket_public_access_block', { block_public_acls: null }, { block_public_acls: false }),
    ],
    [
      'a private list',
      'public-access',
      changed('aws_s3_bucket_acl', { acl: 'private' }, { acl: 'log-delivery-write' }),
    ],
    [
      'a mode of encryption',
      'encryption',
      changed('aws_sns_topic', { kms_master_key_id: 'alias/a' }, { kms_master_key_id: 'alias/b' }),
    ],
    [
      'an age in another unit',
      'backup-retention',
      changed('aws_db_instance', { backup_window: '07:00-08:00' }, { backup_window: '09:00-10:00' }),
    ],
    [
      'a policy of TLS whose name does not say',
      'tls-version',
      changed('aws_lb_listener', { ssl_policy: 'mine-1' }, { ssl_policy: 'mine-2' }),
    ],
    [
      'a newer policy of the same floor',
      'tls-version',
      changed(
        'aws_lb_listener',
        { ssl_policy: 'ELBSecurityPolicy-TLS13-1-2-2021-06' },
        { ssl_policy: 'ELBSecurityPolicy-TLS-1-2-2017-01' },
      ),
    ],
    [
      'more logs',
      'audit-off',
      changed(
        'aws_db_instance',
        { enabled_cloudwatch_logs_exports: ['error'] },
        { enabled_cloudwatch_logs_exports: ['audit', 'error'] },
      ),
    ],
    [
      'an alarm that is switched on',
      'key-disabled',
      changed('aws_cloudwatch_event_rule', { is_enabled: true }, { is_enabled: false }),
    ],
    [
      'tags named like settings',
      'encryption',
      changed('aws_vpc', { tags: { encrypted: 'true' } }, { tags: { encrypted: 'false' } }),
    ],
    ['a queue that is gone', 'data-gone', deleted('aws_sqs_queue')],
    ['a policy that only allowed', 'deny-gone', deleted('aws_s3_bucket_policy', { policy: policy(allow('s3:*')) })],
    ['a role that is gone', 'grant-gone', deleted('aws_iam_role')],
  ])('does not apply to %s the rule %s', (_what, not, weight) => {
    expect(weight.rule).not.toBe(not);
  });
});

test('weighs tightening as not critical, and several differences by the worst', () => {
  const both = changed(
    'aws_db_instance',
    { deletion_protection: false, multi_az: true, publicly_accessible: false },
    { deletion_protection: true, multi_az: false, publicly_accessible: true },
  );
  expect(both).toMatchObject({ severity: 'critical', rule: 'public-access' });
  const mild = changed(
    'aws_db_instance',
    { deletion_protection: false, port: 1 },
    { deletion_protection: true, port: 2 },
  );
  expect(mild).toMatchObject({ severity: 'medium', rule: 'setting' });
});

test('contains no sensitive value in the sentence of any rule', () => {
  const SECRET = 'arn:aws:iam::999999999999:role/hunter2';
  const weights = [
    changed('aws_iam_policy', { policy: policy() }, { policy: policy(allow('s3:*', SECRET)) }, true),
    changed('aws_sqs_queue', { policy: '' }, { policy: policy(allow('sqs:*', SECRET, { Principal: '*' })) }, true),
    changed('aws_security_group', { ingress: [] }, { ingress: [rule('0.0.0.0/0', 31_337)] }, true),
    changed('aws_security_group', { ingress: [rule('10.31.33.7/32', 31_337)] }, { ingress: [] }, true),
    changed('aws_sns_topic', { kms_master_key_id: 'a' }, { kms_master_key_id: SECRET }, true),
    changed('aws_s3_bucket', { logging: [{ target_bucket: 'a' }] }, { logging: [{ target_bucket: SECRET }] }, true),
    changed('aws_db_instance', { backup_retention_period: 31_337 }, { backup_retention_period: 1 }, true),
    changed('aws_iam_role', { managed_policy_arns: [] }, { managed_policy_arns: [SECRET] }, true),
    changed('aws_s3_bucket_acl', { acl: 'private' }, { acl: 'public-hunter2' }, true),
    changed('aws_cloudwatch_event_target', { arn: 'a' }, { arn: SECRET }, true),
    changed('aws_apigatewayv2_authorizer', { issuer: 'a' }, { issuer: SECRET }, true),
    changed('rabbitmq_user', { tags: [] }, { tags: ['administrator-hunter2'] }, true),
    changed('aws_lakeformation_data_lake_settings', { admins: ['a'] }, { admins: [SECRET] }, true),
    changed('kubernetes_service', { spec: [{ type: 'ClusterIP' }] }, { spec: [{ type: 'hunter2' }] }, true),
    changed(
      'aws_sqs_queue',
      { policy: policy(allow('sqs:*', '*', { Condition: { StringEquals: { 'aws:x': [SECRET, 'a'] } } })) },
      { policy: policy(allow('sqs:*', '*', { Condition: { StringEquals: { 'aws:x': SECRET } } })) },
      true,
    ),
    changed(
      'aws_db_instance',
      { enabled_cloudwatch_logs_exports: ['hunter2'] },
      { enabled_cloudwatch_logs_exports: [] },
      true,
    ),
  ];
  for (const { why } of weights) expect(why).not.toMatch(/hunter2|31337|31\.33/);
});

test.each<[string, string, Record<string, Value>]>([
  [
    'port 22 (tcp) is open to 0.0.0.0/0, and 1 more',
    'aws_security_group',
    { ingress: [rule('0.0.0.0/0', 22), rule('0.0.0.0/0', 23)] },
  ],
  [
    'it may reach 10.0.0.0/8 at port 443 (tcp)',
    'aws_vpc_security_group_egress_rule',
    { ip_protocol: 'tcp', from_port: 443, to_port: 443, cidr_ipv4: '10.0.0.0/8' },
  ],
  ['it allows everything: *', 'aws_iam_policy', { policy: policy(allow('*')) }],
  ['its policy allows s3:GetObject', 'aws_iam_role_policy', { policy: policy(allow('s3:GetObject')) }],
  ['anybody may call it: requests', 'aws_lambda_function_url', { authorization_type: 'NONE' }],
  [
    'it has administrator rights: ',
    'aws_iam_role',
    { managed_policy_arns: ['arn:aws:iam::aws:policy/AdministratorAccess'] },
  ],
  ['it has arn:', 'aws_iam_role', { managed_policy_arns: ['arn:aws:iam::aws:policy/ReadOnlyAccess'] }],
  ['it faces the internet', 'aws_lb', { internal: false }],
  ['public access is not blocked', 'google_storage_bucket', { public_access_prevention: 'inherited' }],
])('says of an object that is compared with nothing: %s', (says, type, live) => {
  const { why } = added(type, live)!;
  expect(why).toContain(says);
  expect(why).not.toMatch(/\bnow\b|no longer|also|the state says|, too/);
});

test('weighs a side effect no higher by itself', () => {
  expect(weighSideEffect(['aws_iam_role.a', 'aws_iam_role.b'])).toEqual({
    severity: 'low',
    rule: 'consequence',
    why: 'side effect of aws_iam_role.a and 1 more',
  });
});

test('takes the worst severity', () => {
  expect(worstSeverity(['low', 'critical', 'medium'])).toBe('critical');
  expect(worstSeverity([])).toBe('none');
});

test('documents every rule', () => {
  const text = readFileSync(new URL('../../../../docs/severity.md', import.meta.url), 'utf8');
  const ids = SEVERITY_RULES.filter((id) => !id.endsWith('-tightened'));
  expect(ids.filter((id) => !text.includes(`\`${id}\``))).toEqual([]);
});
