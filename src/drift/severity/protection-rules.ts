import type { Severity } from '../analysis.ts';
import { quantity } from '../../recall/sentence/quantity.ts';
import { unitFor } from '../../recall/sentence/types.ts';
import { sayAll, type Leaf, type Rule } from './change.ts';
import { isOn, numberOf } from './scale.ts';

/** A switch that has a safe side. Names are matched against `type:path.to.attribute`. */
type Switch = {
  id: string;
  names: RegExp;
  /** Whether it is on that is safe. */
  safe: boolean;
  /** Any other text means on: the name of an algorithm or a key. */
  named?: true;
  worse: readonly [Severity, string];
  better: readonly [Severity, string];
};

const SWITCHES: readonly Switch[] = [
  {
    id: 'public-access',
    names:
      /[:.](block_public_acls|block_public_policy|ignore_public_acls|restrict_public_buckets|block_public_access)$/,
    safe: true,
    worse: ['critical', 'public access is not blocked any more'],
    better: ['low', 'public access is blocked now'],
  },
  {
    id: 'public-access',
    names: /[:.](publicly_accessible|public_network_access_enabled|allow_blob_public_access)$/,
    safe: false,
    worse: ['critical', 'it can be reached from the internet now'],
    better: ['medium', 'it cannot be reached from the internet any more'],
  },
  {
    id: 'key-disabled',
    names: /_kms_(external_)?key:(is_enabled|enabled)$/,
    safe: true,
    worse: ['critical', 'the key is disabled: what it has encrypted cannot be read'],
    better: ['medium', 'the key can be used now'],
  },
  {
    id: 'public-endpoint',
    names: /[:.](associate_public_ip_address|map_public_ip_on_launch|assign_public_ip|endpoint_public_access)$/,
    safe: false,
    worse: ['high', 'it gets a public address now'],
    better: ['medium', 'it does not get a public address any more'],
  },
  {
    id: 'deletion-protection',
    names:
      /[:.](deletion_protection(_enabled)?|enable_deletion_protection|delete_protection|disable_api_(termination|stop)|(enable_)?termination_protection|prevent_destroy)$/,
    safe: true,
    worse: ['high', 'nothing protects it from being deleted any more'],
    better: ['low', 'it is protected from being deleted now'],
  },
  {
    id: 'data-loss-risk',
    names: /[:.](delete_on_termination|force_destroy|skip_final_snapshot|delete_automated_backups)$/,
    safe: false,
    worse: ['high', 'its data goes with it now when it is deleted'],
    better: ['low', 'its data stays now when it is deleted'],
  },
  {
    id: 'encryption',
    names:
      /[:.]((storage_)?encrypted|(encrypt_at_rest|node_to_node_encryption|server_side_encryption)\.enabled|(at_rest|transit)_encryption_enabled|encryption_(enabled|type|at_rest|in_transit)|sqs_managed_sse_enabled|sse_algorithm|enable_encryption|kms_(master_)?key_(id|arn))$/,
    safe: true,
    named: true,
    worse: ['high', 'it is not encrypted any more as the state says'],
    better: ['low', 'it is encrypted now'],
  },
  {
    id: 'backups',
    names:
      /[:.](point_in_time_recovery\.enabled|point_in_time_recovery_enabled|versioning(_configuration)?\.(enabled|status|mfa_delete)|backup_policy\.status|(automatic_)?backups?_enabled|object_lock_enabled)$/,
    safe: true,
    worse: ['high', 'what is overwritten or deleted cannot be brought back any more'],
    better: ['low', 'what is overwritten or deleted can be brought back now'],
  },
  {
    id: 'key-rotation',
    names: /[:.](enable_key_rotation|key_rotation_enabled|automatic_rotation_enabled|rotation_enabled)$/,
    safe: true,
    worse: ['high', 'the key is not rotated any more'],
    better: ['low', 'the key is rotated now'],
  },
  {
    id: 'audit-off',
    names:
      /[:.](enable_logging|logging_enabled|is_logging|(access|connection)_logs\.enabled|enable_log_file_validation|is_multi_region_trail|include_global_service_events|flow_logs?_enabled|log_publishing_options\.enabled)$|_guardduty_detector:enable$/,
    safe: true,
    worse: ['high', 'what happens is recorded less than the state says'],
    better: ['low', 'more of what happens is recorded now'],
  },
  {
    id: 'tls-off',
    names: /[:.](require_ssl|https_only|require_secure_transport|enforce_https|enforce_ssl|viewer_protocol_policy)$/,
    safe: true,
    named: true,
    worse: ['high', 'connections without encryption are accepted now'],
    better: ['low', 'only encrypted connections are accepted now'],
  },
  {
    id: 'metadata-tokens',
    names: /[:.]http_tokens$/,
    safe: true,
    worse: ['high', 'the metadata service gives credentials without a token now'],
    better: ['low', 'the metadata service asks for a token now'],
  },
  {
    id: 'availability',
    names: /[:.](multi_az|multi_az_enabled|automatic_failover_enabled)$/,
    safe: true,
    worse: ['medium', 'nothing takes over any more when a zone fails'],
    better: ['low', 'something takes over now when a zone fails'],
  },
];

const REDUCED = Number.POSITIVE_INFINITY;

/** A number that has a safe direction. */
type Scale = {
  id: string;
  names: RegExp;
  safe: 'more' | 'less';
  /** Nothing and 0 are without end: as a word, and what that says. */
  endless?: { word: string; says: string };
  severity: Severity;
  /** What it is counted in, where neither its name nor what is known of its type says so. */
  unit?: string;
  /** What an amount says: `backups are kept for 3 days`. */
  says(amount: string): string;
};

const SCALES: readonly Scale[] = [
  {
    id: 'backup-retention',
    names:
      /[:.](backup_retention(_period|_days)?|automated_snapshot_retention_period|snapshot_retention_limit|automatic_backup_retention_days|manual_snapshot_retention_period)$/,
    safe: 'more',
    severity: 'high',
    unit: 'days',
    says: (n) => `backups are kept for ${n}`,
  },
  {
    id: 'log-retention',
    names: /[:.]retention_in_days$/,
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
    unit: 'days',
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
    id: 'key-deletion',
    names: /[:.](deletion_window_in_days|recovery_window_in_days)$/,
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
    id: 'session-length',
    names: /[:.]max_session_duration$/,
    safe: 'less',
    severity: 'medium',
    unit: 'seconds',
    says: (n) => `sessions last up to ${n}`,
  },
];

type Moved = 'worse' | 'better' | undefined;

function movedSwitch({ safe, named }: Switch, { before, live }: Leaf): Moved {
  const isSafe = (value: Leaf['live'][number] | undefined) => {
    const on = isOn(value) ?? (named ? true : undefined);
    return on === undefined ? undefined : on === safe;
  };
  const sides = [before, live].map((values) => (values.length === 0 ? [undefined] : values).map(isSafe));
  if (sides.flat().includes(undefined)) return undefined;
  const [was = 0, is = 0] = sides.map((side) => side.filter((one) => one === false).length);
  return was === is ? undefined : is > was ? 'worse' : 'better';
}

function movedScale({ safe, endless }: Scale, { before, live }: Leaf): Moved {
  const read = (values: Leaf['live']) => {
    if (values.length > 1) return undefined;
    const number = numberOf(values[0]);
    if (number === undefined) return values.length === 0 ? (endless ? REDUCED : 0) : undefined;
    return endless && number === 0 ? REDUCED : number;
  };
  const [was, is] = [read(before), read(live)];
  if (was === undefined || is === undefined || was === is) return undefined;
  return is > was === (safe === 'more') ? 'better' : 'worse';
}

function scaleSentence(scale: Scale, type: string, { name, before, live, sensitive }: Leaf): string {
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

const ofSwitch = (one: Switch): Rule[] =>
  (['worse', 'better'] as const).map((way) => ({
    id: way === 'worse' ? one.id : `${one.id}-tightened`,
    severity: one[way][0],
    leaf: (leaf) => (one.names.test(leaf.place) && movedSwitch(one, leaf) === way ? one[way][1] : undefined),
  }));

const ofScale = (one: Scale): Rule[] =>
  (['worse', 'better'] as const).map((way) => ({
    id: way === 'worse' ? one.id : `${one.id}-tightened`,
    severity: way === 'worse' ? one.severity : 'low',
    leaf: (leaf, { type }) =>
      one.names.test(leaf.place) && movedScale(one, leaf) === way ? scaleSentence(one, type, leaf) : undefined,
  }));

export const PROTECTION_RULES: readonly Rule[] = [...SWITCHES.flatMap(ofSwitch), ...SCALES.flatMap(ofScale)];
