import type { Json } from '../../../base/json.ts';
import { MASK } from '../../mask/mask.ts';
import { cut, cutMiddle, plain } from './clean.ts';

/** Joins names: `a`, `a and b`, `a, b and c`. If there are more than `most`, the rest is counted. */
export function join(all: readonly string[], most = 3): string {
  const shown = all.length > most ? [...all.slice(0, most - 1), `${all.length - most + 1} more`] : all;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const ARN = /^arn:[a-z0-9-]+:[a-z0-9-]+:[a-z0-9-]*:(\d*|aws):(.+)$/;

/** The name in an ARN, by which people know a resource. Other text is returned unchanged. */
export function shortName(text: string): string {
  return ARN.exec(text)?.[2] ?? text;
}

/** Managed policies of IAM are known by their name alone. */
const POLICY = /^arn:[a-z0-9-]+:iam::(?:\d*|aws):policy\/(?:.*\/)?([^/]+)$/;

const MAX_WORDS = 60;

/** Formats a single value for a sentence. Undefined for values that do not fit into one: blocks, documents, scripts. */
export function sayOne(value: Json): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.includes(MASK) || /^\s*[[{]|\n\S/.test(value)) return undefined;
  const text = plain(value);
  if (text === '' || text.length > 200) return undefined;
  const short = ARN.test(text) ? cutMiddle(POLICY.exec(text)?.[1] ?? shortName(text), MAX_WORDS) : cut(text, MAX_WORDS);
  return /\s/.test(short) ? `“${short}”` : short;
}

/** Formats a value or a list of values for a sentence. Undefined if it has no short form. */
export function say(value: Json): string | undefined {
  if (!Array.isArray(value)) return sayOne(value);
  const all = value.map(sayOne);
  return all.length === 0 || all.includes(undefined) ? undefined : join(all as string[]);
}

const SINGULAR = /(ss|us|is|[Aa]lias|[A-Z]s|[A-Z]S)$/;

/** `was` or `were`, depending on the noun of a phrase: `backup retention`, `the logs of queries`. */
export function was(what: string): string {
  const [head = what] = what
    .replace(/ \(.*$/, '')
    .split(/ (?:of|for|in|on|to|from|with|by|at|that|which|per|after|before|between) /);
  return / and /.test(head) || (head.endsWith('s') && !SINGULAR.test(head)) ? 'were' : 'was';
}

const SPELLED: Record<string, string> = Object.fromEntries(
  [
    'ACL ACLs ACM AMI API ARN ARNs AWS AZ CA CIDR CIDRs CNAME CORS CPU DB DKIM DLQ DNS EBS EC2 ECR ECS EFS EIP EKS ENI GB HTTP HTTPS IAM ID IOPS JWT',
    'IP IPs IPv4 IPv6 JSON KMS MB MFA NAT NFS OIDC OS RAM RDS S3 SAML SNS SQL SQS SSE SSH SSL SSM TCP TLS TTL UDP URI URL URLs VPC VPN WAF XML',
    'CloudFront CloudTrail CloudWatch Cognito DynamoDB Glue Kinesis Lambda OpenSearch Redshift SageMaker',
  ]
    .join(' ')
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);
/** The singular of a plural: `the rule` for `the rules`. Other words are returned unchanged. */
export function singular(what: string): string {
  const [last = ''] = /[^\s._]+$/.exec(what) ?? [];
  const isOne = was(what) === 'was' || Object.hasOwn(SPELLED, last.toLowerCase());
  return isOne ? what : what.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}

const SERVICES: Record<string, string> = {
  apigatewayv2: 'API Gateway',
  appconfig: 'AppConfig',
  appsync: 'AppSync',
  codebuild: 'CodeBuild',
  datasync: 'DataSync',
  dax: 'DAX',
  dms: 'DMS',
  elasticache: 'ElastiCache',
  emr: 'EMR',
  fsx: 'FSx',
  lakeformation: 'Lake Formation',
  memorydb: 'MemoryDB',
  msk: 'MSK',
  opensearchserverless: 'OpenSearch Serverless',
  quicksight: 'QuickSight',
  route53: 'Route 53',
  ses: 'SES',
  sesv2: 'SES',
  sfn: 'Step Functions',
  wafv2: 'WAF',
};
const OUTER = /^(config|configs|configuration|configurations|settings?|options?|specification|parameters?)$/;
const UNITS =
  /(?:[._]in)?[._](days|hours|minutes|seconds|milliseconds|bytes|percent|percentage|kb|mb|gb|kib|mib|gib|ms|secs?)$/;
const SPELLED_OUT: Record<string, string> = { ms: 'milliseconds', sec: 'seconds', secs: 'seconds' };
/** Units of attributes whose names do not include the unit, in all types. */
const BY_NAME: readonly (readonly [name: RegExp, unit: string])[] = [
  [/(^|[._])(ttl|cooldown|grace_period|max_session_duration|visibility_timeout)$/, 'seconds'],
  [/(^|[._])(backup|snapshot)_retention_(period|limit)$/, 'days'],
  [/(^|[._])(allocated_storage|volume_size)$/, 'GB'],
];

/**
 * The unit of an attribute: the one in its name (`days` of `retention_in_days`), or the usual one of attributes with
 * that name.
 */
export function unitOf(name: string): string | undefined {
  const said = UNITS.exec(name)?.[1];
  if (said !== undefined) return SPELLED_OUT[said] ?? said;
  return BY_NAME.find(([form]) => form.test(name))?.[1];
}

/**
 * Writes the name of an attribute in words: `image_scanning_configuration.scan_on_push` becomes `image scanning scan on
 * push`.
 */
export function labelOf(name: string): string {
  const parts = name
    .replace(/\.(enabled|status|value)$/, '')
    .replace(UNITS, (unit) => (unit.startsWith('.') ? unit : ''));
  const words = plain(parts)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s._-]+/)
    .filter((word) => word !== '');
  const meaningful = words.filter((word, i) => i === words.length - 1 || !OUTER.test(word));
  const once = meaningful.filter((word, i) => word !== meaningful[i - 1]);
  return (
    cut(once.map((word) => SPELLED[word.toLowerCase()] ?? SERVICES[word] ?? word).join(' '), MAX_WORDS) || 'setting'
  );
}
