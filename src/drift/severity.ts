import { SEVERITIES, type AttributeDrift, type Finding, type Severity } from './analysis.ts';

/** What a rule looks at: the finding without what follows from it. */
export type Weighed = Pick<Finding, 'type' | 'kind' | 'attributes'>;

type Rule = {
  severity: Severity;
  why: string;
  matches(weighed: Weighed, text: (side: 'before' | 'after') => string): boolean;
};

const has = (weighed: Weighed, names: RegExp) => weighed.attributes.some(({ path }) => names.test(path));
const gained = (text: (side: 'before' | 'after') => string, what: RegExp) =>
  what.test(text('after')) && !what.test(text('before'));

const DATA =
  /_(db_instance|db_cluster|rds_cluster|dynamodb_table|s3_bucket|efs_file_system|ebs_volume|elasticache_.*|redshift_.*|kms_key|secretsmanager_secret|database|bucket)$/;

/** From worst to best; the first that fits decides. */
const RULES: Rule[] = [
  {
    severity: 'critical',
    why: 'it is open to the whole internet now',
    matches: ({ type }, text) =>
      /security_group|network_acl|firewall/.test(type) && gained(text, /0\.0\.0\.0\/0|"::\/0"/),
  },
  {
    severity: 'critical',
    why: 'anybody may use it now',
    matches: (weighed, text) =>
      has(weighed, /policy/) && gained(text, /"Principal\\?"\s*:\s*(\\?"\*|\{\s*\\?"AWS\\?"\s*:\s*\[?\s*\\?"\*)/),
  },
  {
    severity: 'critical',
    why: 'public access is not blocked or switched off any more',
    matches: (weighed) =>
      has(
        weighed,
        /^(block_public_acls|block_public_policy|ignore_public_acls|restrict_public_buckets|publicly_accessible|acl)$/,
      ),
  },
  {
    severity: 'critical',
    why: 'a store of data or keys is gone',
    matches: ({ kind, type }) => kind === 'deleted' && DATA.test(type),
  },
  { severity: 'high', why: 'the resource is gone', matches: ({ kind }) => kind === 'deleted' },
  {
    severity: 'high',
    why: 'who may do what has changed',
    matches: (weighed) =>
      /_iam_|_role|_user$/.test(weighed.type) || has(weighed, /polic(y|ies)|managed_policy_arns|assume_role/),
  },
  {
    severity: 'high',
    why: 'what can reach it has changed',
    matches: (weighed) =>
      /security_group|network_acl|firewall|_route(_table)?$/.test(weighed.type) && !onlyTags(weighed),
  },
  {
    severity: 'high',
    why: 'protection of data has changed',
    matches: (weighed) =>
      has(
        weighed,
        /encrypt|kms_key|deletion_protection|backup|retention|versioning|skip_final_snapshot|force_destroy|point_in_time/,
      ),
  },
  {
    severity: 'high',
    why: 'a secret has changed',
    matches: ({ attributes }) => attributes.some(({ sensitive }) => sensitive),
  },
  { severity: 'low', why: 'only tags or texts changed', matches: (weighed) => onlyTags(weighed) },
];

function onlyTags({ attributes }: Weighed): boolean {
  return (
    attributes.length > 0 && attributes.every(({ path }) => /^(tags|tags_all|description|comment|labels)\b/.test(path))
  );
}

/** How bad a finding is, and why in a few words. */
export function weigh(weighed: Weighed): { severity: Severity; why: string } {
  const text = (side: 'before' | 'after') =>
    weighed.attributes.map((a: AttributeDrift) => JSON.stringify(a[side])).join('\n');
  const rule = RULES.find((one) => one.matches(weighed, text));
  return rule ? { severity: rule.severity, why: rule.why } : { severity: 'medium', why: 'its settings have changed' };
}

/** The worst of them; `none` where there is none. */
export function worstSeverity(severities: readonly Severity[]): Severity {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? 'none';
}
