import type { Rule } from './change.ts';
import { ends, switchRules } from './switches.ts';

/** Switches that protect data, records and connections. */
export const PROTECTION_SWITCHES: readonly Rule[] = switchRules([
  {
    id: 'key-disabled',
    names: /_kms_(external_)?key:(is_enabled|enabled)$/,
    safe: true,
    worse: ['critical', 'the key is disabled: what it has encrypted cannot be read'],
    better: ['medium', 'the key can be used now'],
  },
  {
    id: 'deletion-protection',
    names: ends(`
      deletion_protection(_enabled)? enable_deletion_protection delete_protection disable_api_(termination|stop)
      (enable_)?termination_protection prevent_destroy purge_protection_enabled object_locking`),
    safe: true,
    worse: ['high', 'it is no longer protected from being deleted'],
    better: ['low', 'it is protected from being deleted now'],
  },
  {
    id: 'data-loss-risk',
    names: ends(`
      delete_on_termination force_destroy skip_final_snapshot delete_automated_backups
      delete_contents_on_destroy`),
    safe: false,
    worse: ['high', 'its data goes with it now when it is deleted'],
    better: ['low', 'its data stays now when it is deleted'],
  },
  {
    id: 'encryption',
    names: /^aws_ebs_encryption_by_default:enabled$/,
    safe: true,
    worse: ['high', 'EBS encryption by default was turned off: new volumes are not encrypted'],
    better: ['low', 'EBS encryption by default was turned on'],
  },
  {
    id: 'encryption',
    names: ends(`
      (storage_)?encrypted (encrypt_at_rest|node_to_node_encryption|server_side_encryption)\\.enabled
      (at_rest|transit)_encryption_enabled encryption_(enabled|type|at_rest|in_transit) sqs_managed_sse_enabled
      sse_algorithm enable_encryption kms_(master_)?key_(id|arn|name) default_kms_key_name
      (catalog|cloudwatch|job_bookmarks|s3)_encryption_mode return_connection_password_encrypted
      (infrastructure_encryption|encryption_at_host|host_encryption)_enabled`),
    safe: true,
    named: true,
    worse: ['high', 'it is no longer encrypted as the state says'],
    better: ['low', 'it is encrypted now'],
  },
  {
    id: 'backups',
    names: ends(`
      point_in_time_recovery\\.enabled point_in_time_recovery_enabled
      versioning(_configuration)?\\.(enabled|status|mfa_delete) versioning_enabled backup_policy\\.status
      (automatic_)?backups?_enabled
      backup_configuration\\.(enabled|point_in_time_recovery_enabled|binary_log_enabled) object_lock_enabled
      geo_redundant_backup_enabled`),
    safe: true,
    worse: ['high', 'what is overwritten or deleted can no longer be brought back'],
    better: ['low', 'what is overwritten or deleted can be brought back now'],
  },
  {
    id: 'key-rotation',
    names: ends('enable_key_rotation key_rotation_enabled automatic_rotation_enabled rotation_enabled'),
    safe: true,
    worse: ['high', 'the key is no longer rotated'],
    better: ['low', 'the key is rotated now'],
  },
  {
    id: 'audit-off',
    names: ends(`
      enable_logging logging_enabled is_logging (access|connection)_logs\\.enabled enable_log_file_validation
      is_multi_region_trail include_global_service_events flow_logs?_enabled log_publishing_options\\.enabled
      log_config\\.enable`),
    safe: true,
    worse: ['high', 'logging was reduced'],
    better: ['low', 'logging was extended'],
  },
  {
    id: 'audit-off',
    names:
      /_guardduty_detector:enable$|_metric_alarm:actions_enabled$|^minio_(audit|logger)_webhook:enable$|^cloudflare_logpush_job:enabled$|^datadog_(logs_custom_destination|security_monitoring_(default_)?rule):enabled$/,
    safe: true,
    worse: ['high', 'logging or alerting was reduced'],
    better: ['low', 'logging or alerting was extended'],
  },
  {
    id: 'audit-off',
    names: /^github_repository:(vulnerability_alerts|security_and_analysis\.\w+\.status)$/,
    safe: true,
    worse: ['high', 'GitHub no longer looks for secrets and weak dependencies as the state says'],
    better: ['low', 'GitHub looks for more secrets and weak dependencies now'],
  },
  {
    id: 'tls-off',
    names: ends(`
      require_ssl https_only require_secure_transport enforce_https enforce_ssl viewer_protocol_policy
      (enable_)?https_traffic_only(_enabled)? ssl_enforcement_enabled always_use_https`),
    safe: true,
    named: true,
    worse: ['high', 'connections without encryption are accepted now'],
    better: ['low', 'only encrypted connections are accepted now'],
  },
  {
    id: 'tls-off',
    names: ends('(enable_)?non_ssl_port(_enabled)? configuration\\.insecure_ssl'),
    safe: false,
    worse: ['high', 'connections without encryption are accepted now'],
    better: ['low', 'only encrypted connections are accepted now'],
  },
  {
    id: 'availability',
    names: ends('multi_az multi_az_enabled automatic_failover_enabled zone_redundant'),
    safe: true,
    worse: ['medium', 'it no longer fails over when a zone fails'],
    better: ['low', 'it fails over now when a zone fails'],
  },
]);
