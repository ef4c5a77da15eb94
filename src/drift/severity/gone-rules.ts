import { fields } from '../compare/canonical.ts';
import type { Rule, Weighed } from './change.ts';
import { comparePolicies, readPolicy } from './policy.ts';

const DATA =
  /_(db_instance|db_cluster|rds_cluster|docdb_cluster|neptune_cluster|dynamodb_table|s3_bucket|s3_directory_bucket|efs_file_system|fsx_\w+_file_system|ebs_volume|elasticache_\w+|redshift_cluster|(open|elastic)search_domain|kinesis_stream|kms_key|secretsmanager_secret|backup_vault|ecr_repository|cognito_user_pool|\w*database|bucket|storage_account)$/;
const AUDIT =
  /_(cloudtrail|config_configuration_recorder|guardduty_detector|securityhub_account|flow_log|s3_bucket_logging|log_metric_filter)$/;
const GRANT =
  /_(security_group_rule|security_group_(in|e)gress_rule|lambda_permission)$|_iam_\w*policy(_attachment)?$|_iam_\w*(membership|binding|member)$/;

const gone = (test: (weighed: Weighed) => string | undefined) => (weighed: Weighed) =>
  weighed.kind === 'deleted' ? test(weighed) : undefined;
const typed = (types: RegExp, sentence: (type: string) => string) =>
  gone(({ type }) => (types.test(type) ? sentence(type) : undefined));

/** Whether a resource that is gone had denied something. */
const hadDenied = ({ before }: Weighed) =>
  Object.values(fields(before)).some((value) => comparePolicies(readPolicy(value)).lifted.length > 0);

/** What a deletion comes to. The first that fits decides. */
export const GONE_RULES: readonly Rule[] = [
  {
    id: 'data-gone',
    severity: 'critical',
    finding: typed(DATA, (type) => `${type} holds data or keys, and it is gone`),
  },
  {
    id: 'public-access',
    severity: 'critical',
    finding: typed(/_public_access_block$/, () => 'nothing blocks public access any more'),
  },
  {
    id: 'audit-off',
    severity: 'high',
    finding: typed(AUDIT, (type) => `what ${type} recorded is not recorded any more`),
  },
  {
    id: 'deny-gone',
    severity: 'high',
    finding: gone((weighed) => (hadDenied(weighed) ? 'what it denied is not denied any more' : undefined)),
  },
  {
    id: 'grant-gone',
    severity: 'medium',
    finding: typed(GRANT, () => 'less is allowed than the state says: what relied on it does not work any more'),
  },
  { id: 'gone', severity: 'high', finding: gone(() => 'the resource is gone') },
];
