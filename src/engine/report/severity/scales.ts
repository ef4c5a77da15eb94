import { quantity } from '../wording/quantity.ts';
import { unitFor } from '../wording/phrases.ts';
import type { Severity } from '../../model/analysis.ts';
import { bothWays, sayAll, type Leaf, type Rule, type Way } from './change.ts';
import { numberOf } from '../../value/scalars.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;

/** A number with a safe direction. */
type Scale = {
  id: string;
  names: RegExp;
  safe: 'more' | 'less';
  /** Set if an unset value and 0 mean unlimited: the word for it, and the sentence. */
  endless?: { word: string; says: string };
  severity: Severity;
  /** The unit, unless the attribute's name or the catalog has it. */
  unit?: string;
  /** The sentence for an amount: `backups are kept for 3 days`. */
  says(amount: string): string;
};

const SCALES: readonly Scale[] = [
  {
    id: 'backup-retention',
    names:
      /[:.](backup_retention(_period|_days)?|automated_snapshot_retention_period|snapshot_retention_limit|automatic_backup_retention_days|manual_snapshot_retention_period|transaction_log_retention_days)$/,
    safe: 'more',
    severity: 'high',
    unit: 'days',
    says: (n) => `backups are kept for ${n}`,
  },
  {
    id: 'public-endpoint',
    names: /^aws_emr_block_public_access_configuration:permitted_public_security_group_rule_range\.max_range$/,
    safe: 'less',
    severity: 'high',
    says: (n) => `ports up to ${n} may be open to the internet`,
  },
  {
    id: 'public-endpoint',
    names: /^aws_emr_block_public_access_configuration:permitted_public_security_group_rule_range\.min_range$/,
    safe: 'more',
    severity: 'high',
    says: (n) => `ports from ${n} on may be open to the internet`,
  },
  {
    id: 'backup-retention',
    names: /[:.]backup_retention_settings\.retained_backups$/,
    safe: 'more',
    severity: 'high',
    unit: 'backups',
    says: (n) => `${n} are kept`,
  },
  {
    id: 'log-retention',
    names:
      /[:.]retention_in_days$|^google_logging_\w+_bucket_config:retention_days$|^datadog_logs_index:(flex_)?retention_days$/,
    safe: 'more',
    endless: { word: 'an unlimited time', says: 'logs are kept for an unlimited time' },
    severity: 'high',
    says: (n) => `logs are kept for ${n}`,
  },
  {
    id: 'data-retention',
    names: /[:.](expiration\.days|noncurrent_version_expiration\.noncurrent_days)$/,
    safe: 'more',
    endless: { word: 'never', says: 'objects are never deleted by their age' },
    severity: 'high',
    says: (n) => `objects are deleted after ${n}`,
  },
  {
    id: 'data-retention',
    names: /[:.](message_retention_seconds|message_retention_duration|retention_period|retention_hours)$/,
    safe: 'more',
    severity: 'high',
    says: (n) => `data is kept for ${n}`,
  },
  {
    id: 'data-retention',
    names:
      /[:.](delete_retention_policy|container_delete_retention_policy|default_retention)\.days$|^aws_backup_vault_lock_configuration:min_retention_days$|^minio_s3_bucket_retention:validity_period$/,
    safe: 'more',
    severity: 'high',
    unit: 'days',
    says: (n) => `what is deleted is kept for ${n}`,
  },
  {
    id: 'key-deletion',
    names: /[:.](deletion_window_in_days|recovery_window_in_days|soft_delete_retention_days)$/,
    safe: 'more',
    severity: 'high',
    says: (n) => `what is deleted can be brought back for ${n}`,
  },
  {
    id: 'key-rotation',
    names: /[:.](rotation_period_in_days|automatically_after_days)$/,
    safe: 'less',
    endless: { word: 'never', says: 'it is never rotated' },
    severity: 'medium',
    says: (n) => `it is rotated every ${n.replace(/^1 /, '')}`,
  },
  {
    id: 'password-policy',
    names: /[:.](minimum_password_length|minimum_length)$/,
    safe: 'more',
    severity: 'high',
    unit: 'characters',
    says: (n) => `passwords need at least ${n}`,
  },
  {
    id: 'password-policy',
    names: /[:.]password_reuse_prevention$/,
    safe: 'more',
    severity: 'high',
    unit: 'passwords',
    says: (n) => `the last ${n} cannot be used again`,
  },
  {
    id: 'review-off',
    names: /[:.]required_approving_review_count$/,
    safe: 'more',
    severity: 'high',
    unit: 'approvals',
    says: (n) => `a change of the branch takes ${n}`,
  },
  {
    id: 'session-length',
    names: /[:.]max_session_duration$/,
    safe: 'less',
    severity: 'medium',
    unit: 'seconds',
    says: (n) => `sessions last up to ${n}`,
  },
];

function moved({ safe, endless }: Scale, { before, live }: Leaf): Way | undefined {
  const read = (values: Leaf['live']) => {
    if (values.length > 1) return undefined;
    const number = numberOf(values[0]);
    if (number === undefined) return values.length === 0 ? (endless ? UNLIMITED : 0) : undefined;
    return endless && number === 0 ? UNLIMITED : number;
  };
  const [was, is] = [read(before), read(live)];
  if (was === undefined || is === undefined || was === is) return undefined;
  return is > was === (safe === 'more') ? 'better' : 'worse';
}

function sentence(scale: Scale, type: string, { name, before, live, sensitive }: Leaf): string {
  if (sensitive) return 'a setting that protects it has changed';
  const unit = unitFor(type, name) ?? scale.unit;
  const amount = ([value = 0]: Leaf['live']) => {
    const number = numberOf(value);
    return number === undefined ? sayAll({ sensitive }, [value]) : quantity(number, unit);
  };
  const isEndless = (values: Leaf['live']) => scale.endless !== undefined && Number(values[0] ?? 0) === 0;
  const now = isEndless(live) ? scale.endless?.says : scale.says(amount(live));
  return `${now}; the state says ${isEndless(before) ? scale.endless?.word : amount(before)}`;
}

export const SCALE_RULES: readonly Rule[] = SCALES.flatMap((one) =>
  bothWays(one, (way, leaf, { type }) =>
    one.names.test(leaf.place) && moved(one, leaf) === way ? sentence(one, type, leaf) : undefined,
  ),
);
