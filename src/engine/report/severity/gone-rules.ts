import { fields } from '../../value/canonical.ts';
import type { Severity } from '../../model/analysis.ts';
import { anyOf, type Rule, type Weighed } from './change.ts';
import { denies } from '../access/openings.ts';
import { comparePolicies, readPolicy } from '../access/policy.ts';

const DATA = anyOf(
  /_(db_instance|db_cluster|rds_cluster|docdb_cluster|neptune_cluster|dynamodb_table|s3_bucket|s3_directory_bucket|efs_file_system|fsx_\w+_file_system|ebs_volume|elasticache_\w+|redshift_cluster|(open|elastic)search_domain|kinesis_stream|kms_key|secretsmanager_secret|backup_vault|ecr_repository|cognito_user_pool|\w*database|bucket|storage_account)$/,
  /^google_(sql_database_instance|bigquery_(dataset|table)|bigtable_(instance|table)|spanner_instance|firestore_database|filestore_instance|compute_(region_)?disk|kms_(crypto_key|key_ring)|secret_manager_secret(_version)?|redis_instance)$/,
  /^azurerm_((postgresql|mysql)_flexible_server|mssql_server|cosmosdb_account|managed_disk|key_vault(_key|_secret|_certificate)?|storage_(container|share|table|queue)|recovery_services_vault|container_registry|redis_cache)$/,
  /^kubernetes_(persistent_volume(_claim)?|namespace|secret)(_v1)?$/,
  /^(postgresql_schema|rabbitmq_(vhost|queue)|github_repository|cloudflare_(r2_bucket|d1_database|workers_kv_namespace|zone))$/,
);

/** Types whose deletion has a special meaning. The first match decides. */
const GONE: readonly { id: string; severity: Severity; types: RegExp; says: (type: string) => string }[] = [
  {
    id: 'data-gone',
    severity: 'critical',
    types: DATA,
    says: (type) => `${type} holds data or keys, and it is gone`,
  },
  {
    id: 'public-access',
    severity: 'critical',
    types: /_public_access_block$/,
    says: () => 'public access is no longer blocked',
  },
  {
    id: 'deletion-protection',
    severity: 'critical',
    types: /_(backup|glacier)_vault_lock(_configuration)?$/,
    says: () => 'the vault is no longer locked: its backups can be deleted',
  },
  {
    id: 'deletion-protection',
    severity: 'high',
    types: /_object_lock_configuration$|^azurerm_management_lock$|^cloudflare_r2_bucket_lock$/,
    says: () => 'what it protected can be deleted now',
  },
  {
    id: 'encryption',
    severity: 'high',
    types: /^aws_ebs_encryption_by_default$/,
    says: () => 'EBS encryption by default was turned off: new volumes are not encrypted',
  },
  {
    id: 'audit-off',
    severity: 'high',
    types:
      /_(cloudtrail|config_configuration_recorder|guardduty_detector|securityhub_account|flow_log|s3_bucket_logging|log_metric_filter|logging_\w+_sink|monitor_diagnostic_setting|logpush_job|audit_webhook|logs_archive)$/,
    says: (type) => `what ${type} recorded is no longer recorded`,
  },
  {
    id: 'filter-off',
    severity: 'high',
    types:
      /_wafv2?_(web_acl|web_acl_association)$|^google_compute_\w*security_policy(_rule)?$|^azurerm_web_application_firewall_policy$|^kubernetes_network_policy(_v1)?$/,
    says: () => 'what it kept out is let through now',
  },
  {
    id: 'review-off',
    severity: 'high',
    types: /^github_(branch_protection(_v3)?|(repository|organization)_ruleset)$/,
    says: () => 'the branch is no longer protected by it',
  },
];

const GRANT = anyOf(
  /_(security_group_rule|security_group_(in|e)gress_rule|lambda_permission)$|_iam_\w*policy(_attachment)?$|_iam_\w*(membership|binding|member|user_attachment)$/,
  /^kubernetes_(cluster_)?role_binding(_v1)?$|^azurerm_(role_assignment|key_vault_access_policy|network_security_rule|\w+_firewall_rule)$|^google_compute_firewall$/,
  /^(postgresql_(grant|grant_role|default_privileges)|rabbitmq_(topic_)?permissions|github_(membership|team_membership|team_repository|repository_collaborator)|datadog_(user_role|team_membership)|cloudflare_account_member)$/,
);

const gone = (test: (weighed: Weighed) => string | undefined) => (weighed: Weighed) =>
  weighed.kind === 'deleted' ? test(weighed) : undefined;

/** True if a deleted resource denied access. */
const hadDenied = ({ before }: Weighed) =>
  denies(fields(before)) ||
  Object.values(fields(before)).some((value) => comparePolicies(readPolicy(value)).lifted.length > 0);

/** Rules for deletions. The first match decides. */
export const GONE_RULES: readonly Rule[] = [
  ...GONE.map(({ id, severity, types, says }): Rule => ({
    id,
    severity,
    finding: gone(({ type }) => (types.test(type) ? says(type) : undefined)),
  })),
  {
    id: 'deny-gone',
    severity: 'high',
    finding: gone((weighed) => (hadDenied(weighed) ? 'what it denied is no longer denied' : undefined)),
  },
  {
    id: 'grant-gone',
    severity: 'medium',
    finding: gone(({ type }) =>
      GRANT.test(type) ? 'less is allowed than the state says: what relied on it no longer works' : undefined,
    ),
  },
];

/** The rule for all other deletions. */
export const OTHERS_GONE: Rule = { id: 'gone', severity: 'high', finding: gone(() => 'the resource is gone') };
