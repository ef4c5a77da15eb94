import { SEVERITIES, type Finding, type Severity } from './analysis.ts';
import { isPublicPolicy } from './rules/public-policy.ts';

/** What a rule looks at: the finding without what follows from it. */
export type Weighed = Pick<Finding, 'type' | 'kind' | 'attributes'>;
type Attribute = Weighed['attributes'][number];

type Rule = { severity: Severity; why: string; matches(weighed: Weighed): boolean };

/** The attribute's own name, without keys and positions: `public_access[0].block_public_acls` is `block_public_acls`. */
const lastName = ({ path }: Attribute) =>
  path
    .replace(/\[[^\]]*\]/g, '')
    .split('.')
    .at(-1) ?? '';
const some = ({ attributes }: Weighed, test: (attribute: Attribute) => boolean) => attributes.some(test);
const has = (weighed: Weighed, names: RegExp) => some(weighed, ({ path }) => names.test(path));
const text = (value: Attribute['after']) => JSON.stringify(value);

const ANYWHERE = /(?<![\d.])0\.0\.0\.0\/0|(?<![0-9a-f:])::\/0/i;
/** The parts of a value that stand for one thing each: a rule of a group, an address range of a rule. */
const parts = (value: Attribute['after']) => (Array.isArray(value) ? value.map(text) : [text(value)]);
/** A second port that is opened to everybody is news, too: each rule counts for itself. */
const opensUp = ({ path, before, after }: Attribute) => {
  const known = new Set(parts(before));
  return !/^egress\b/.test(path) && parts(after).some((part) => ANYWHERE.test(part) && !known.has(part));
};

const BLOCKS = /^(block_public_acls|block_public_policy|ignore_public_acls|restrict_public_buckets)$/;
const isOff = (value: Attribute['after']) => value === false || value === null;
const unblocks = (attribute: Attribute) =>
  (BLOCKS.test(lastName(attribute)) && isOff(attribute.after)) ||
  (lastName(attribute) === 'publicly_accessible' && attribute.after === true) ||
  (lastName(attribute) === 'acl' && typeof attribute.after === 'string' && attribute.after.startsWith('public-'));

const PROTECTION =
  /encrypt|kms_key|deletion_protection|backup|retention|versioning|skip_final_snapshot|force_destroy|point_in_time|termination/;
const DATA =
  /_(db_instance|db_cluster|rds_cluster|dynamodb_table|s3_bucket|efs_file_system|ebs_volume|elasticache_\w+|redshift_\w+|kms_key|secretsmanager_secret|database|bucket)$/;
const NETWORK = /security_group|network_acl|firewall|_route(_table)?$/;

const isOnlyWords = ({ attributes }: Weighed) =>
  attributes.length > 0 && attributes.every(({ path }) => /^(tags|tags_all|description|comment|labels)\b/.test(path));

/** From worst to best; the first that fits decides. */
const RULES: Rule[] = [
  {
    severity: 'critical',
    why: 'it is open to the whole internet now',
    matches: (weighed) =>
      /security_group|network_acl|firewall/.test(weighed.type) &&
      !/egress/.test(weighed.type) &&
      some(weighed, opensUp),
  },
  {
    severity: 'critical',
    why: 'anybody may use it now',
    matches: (weighed) =>
      some(
        weighed,
        ({ path, before, after }) => /policy/.test(path) && isPublicPolicy(after) && !isPublicPolicy(before),
      ),
  },
  { severity: 'critical', why: 'public access is possible now', matches: (weighed) => some(weighed, unblocks) },
  {
    severity: 'critical',
    why: 'a store of data or keys is gone',
    matches: ({ kind, type }) => kind === 'deleted' && DATA.test(type),
  },
  { severity: 'high', why: 'the resource is gone', matches: ({ kind }) => kind === 'deleted' },
  { severity: 'low', why: 'only tags or texts changed', matches: isOnlyWords },
  {
    severity: 'high',
    why: 'who may do what has changed',
    matches: (weighed) =>
      /_iam_|_role$|_user$/.test(weighed.type) || has(weighed, /polic(y|ies)|managed_policy_arns|principal/),
  },
  { severity: 'high', why: 'what can reach it has changed', matches: ({ type }) => NETWORK.test(type) },
  {
    severity: 'high',
    why: 'the protection of its data has changed',
    matches: (weighed) => has(weighed, PROTECTION) || some(weighed, (attribute) => BLOCKS.test(lastName(attribute))),
  },
  {
    severity: 'high',
    why: 'a secret has changed',
    matches: (weighed) => some(weighed, ({ sensitive }) => sensitive),
  },
];

/** How bad a finding is, and why in a few words. */
export function weigh(weighed: Weighed): { severity: Severity; why: string } {
  const rule = RULES.find((one) => one.matches(weighed));
  return rule ? { severity: rule.severity, why: rule.why } : { severity: 'medium', why: 'its settings have changed' };
}

/** The worst of them; `none` where there is none. */
export function worstSeverity(severities: readonly Severity[]): Severity {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? 'none';
}
