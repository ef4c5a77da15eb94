import type { Severity } from '../analysis.ts';
import { better, sayAll, type Leaf, type Rule } from './change.ts';
import { numberOf } from './scale.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;

const daysText = (n: string) => (n === '1' ? 'a day' : `${n} days`);

/** A number that has a safe direction. */
type Scale = {
  id: string;
  names: RegExp;
  safe: 'more' | 'less';
  /** Nothing, and 0 where `zero` says so, is without end. */
  endless?: 'nothing' | 'zero';
  severity: Severity;
  /** What the number says: `backups are kept for 3 days`. */
  says(number: string): string;
};

const SCALES: readonly Scale[] = [
  {
    id: 'backup-retention',
    names:
      /[:.](backup_retention(_period|_days)?|automated_snapshot_retention_period|snapshot_retention_limit|automatic_backup_retention_days|manual_snapshot_retention_period|transaction_log_retention_days)$/,
    safe: 'more',
    severity: 'high',
    says: (n) => `backups are kept for ${daysText(n)}`,
  },
  {
    id: 'backup-retention',
    names: /[:.]backup_retention_settings\.retained_backups$/,
    safe: 'more',
    severity: 'high',
    says: (n) => `${n} backups are kept`,
  },
  {
    id: 'log-retention',
    names:
      /[:.]retention_in_days$|^google_logging_\w+_bucket_config:retention_days$|^datadog_logs_index:(flex_)?retention_days$/,
    safe: 'more',
    endless: 'zero',
    severity: 'high',
    says: (n) => `logs are kept for ${daysText(n)}`,
  },
  {
    id: 'data-retention',
    names: /[:.](expiration\.days|noncurrent_version_expiration\.noncurrent_days)$/,
    safe: 'more',
    endless: 'zero',
    severity: 'high',
    says: (n) => `objects are deleted after ${daysText(n)}`,
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
    says: (n) => `what is deleted is kept for ${daysText(n)}`,
  },
  {
    id: 'key-deletion',
    names: /[:.](deletion_window_in_days|recovery_window_in_days|soft_delete_retention_days)$/,
    safe: 'more',
    severity: 'high',
    says: (n) => `what is deleted can be brought back for ${daysText(n)}`,
  },
  {
    id: 'key-rotation',
    names: /[:.](rotation_period_in_days|automatically_after_days)$/,
    safe: 'less',
    endless: 'zero',
    severity: 'medium',
    says: (n) => `it is rotated every ${n === '1' ? 'day' : `${n} days`}`,
  },
  {
    id: 'password-policy',
    names: /[:.](minimum_password_length|password_reuse_prevention|minimum_length)$/,
    safe: 'more',
    severity: 'high',
    says: (n) => `passwords have to meet ${n}`,
  },
  {
    id: 'review-off',
    names: /[:.]required_approving_review_count$/,
    safe: 'more',
    severity: 'high',
    says: (n) => `a change of the branch takes ${n === '1' ? 'an approval' : `${n} approvals`}`,
  },
  {
    id: 'session-length',
    names: /[:.]max_session_duration$/,
    safe: 'less',
    severity: 'medium',
    says: (n) => `sessions last up to ${n} seconds`,
  },
];

function moved({ safe, endless }: Scale, { before, live }: Leaf): 'worse' | 'better' | undefined {
  const read = (values: Leaf['live']) => {
    if (values.length > 1) return undefined;
    const number = numberOf(values[0]);
    if (number === undefined) return values.length === 0 ? (endless ? UNLIMITED : 0) : undefined;
    return endless === 'zero' && number === 0 ? UNLIMITED : number;
  };
  const [was, is] = [read(before), read(live)];
  if (was === undefined || is === undefined || was === is) return undefined;
  return is > was === (safe === 'more') ? 'better' : 'worse';
}

function sentence(scale: Scale, { before, live, sensitive }: Leaf): string {
  if (sensitive) return 'a setting that protects it has changed';
  const word = (values: Leaf['live']) => {
    const [value] = values;
    const none = value === undefined || (scale.endless === 'zero' && Number(value) === 0);
    return none && scale.endless !== undefined
      ? 'any number of'
      : sayAll({ sensitive }, values.length === 0 ? [0] : values);
  };
  return `${scale.says(word(live))}; the state says ${word(before)}`;
}

export const SCALE_RULES: readonly Rule[] = SCALES.flatMap((one) =>
  (['worse', 'better'] as const).map((way): Rule => ({
    id: way === 'worse' ? one.id : better(one.id),
    severity: way === 'worse' ? one.severity : 'low',
    leaf: (leaf) => (one.names.test(leaf.place) && moved(one, leaf) === way ? sentence(one, leaf) : undefined),
  })),
);
