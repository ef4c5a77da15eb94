import { HOLDER, type Grant } from '../access/grant.ts';
import { widestFirst } from '../../value/width.ts';
import { join, sayOne, shortName } from '../wording/words.ts';

const ROOT = /^arn:[a-z0-9-]+:iam::(\d{12}):root$/;
const ELSEWHERE = /^arn:[a-z0-9-]+:iam::(\d{12}):/;

/**
 * The text of a principal: `anybody`, `account 123456789012`, `role/app`. The account is named if it is another one.
 */
export function who(principal: string, account: string | undefined): string {
  if (principal === '*') return 'anybody';
  const root = ROOT.exec(principal)?.[1];
  if (root !== undefined) return root === account ? 'this account' : `account ${root}`;
  const other = ELSEWHERE.exec(principal)?.[1];
  const name = sayOne(shortName(principal)) ?? 'somebody';
  return other === undefined || other === account ? name : `${name} of account ${other}`;
}

const unique = (all: readonly string[]) => [...new Set(all)];

/** The text of the actions: `every action`, `s3:GetObject and s3:PutObject`. */
export function actionsOf(grants: readonly Grant[]): string {
  const actions = widestFirst(unique(grants.map(({ action }) => action)), (action) => action);
  return actions.includes('*') ? 'every action' : join(actions.map((action) => sayOne(action) ?? 'an action'));
}

export const verbOf = (grants: readonly Grant[]): string => (/ and /.test(actionsOf(grants)) ? 'were' : 'was');

function onResources(grants: readonly Grant[]): string {
  const resources = unique(grants.map(({ resource }) => resource));
  if (resources.includes('*')) return ' on every resource';
  return ` on ${join(
    resources.map((resource) => sayOne(shortName(resource)) ?? 'a resource'),
    2,
  )}`;
}

/** The text of the resources. Empty for a policy of a resource, which concerns that resource itself. */
export const resourcesOf = (grants: readonly Grant[]): string =>
  grants.some(({ principal }) => principal !== HOLDER) ? '' : onResources(grants);

/** The text of the grants that remain: their actions, and their resources if these are fewer. */
export function grantsText(grants: readonly Grant[], of: Grant): string {
  const isElsewhere = grants.some(({ resource }) => resource !== of.resource);
  return `${actionsOf(grants)}${isElsewhere ? onResources(grants) : resourcesOf(grants)}${underCondition(grants)}`;
}

/** True if the grants only allow to assume a role. */
export const isTrust = (grants: readonly Grant[]): boolean =>
  grants.every(({ action }) => /^sts:(AssumeRole|TagSession)/.test(action)) &&
  grants.some(({ action }) => action.startsWith('sts:AssumeRole'));

/** The text ` a condition (aws:SecureTransport)`; empty without a condition. */
export function conditionText(grants: readonly Grant[]): string {
  const conditions = unique(grants.flatMap(({ condition }) => (condition === '' ? [] : [condition])));
  if (conditions.length === 0) return '';
  const keys = unique(conditions.flatMap(keysOf)).map((key) => sayOne(key) ?? '');
  return ` a condition${keys.length === 0 || keys.includes('') ? '' : ` (${join(keys)})`}`;
}

/** The text ` under a condition (aws:SecureTransport)`; empty without a condition. */
export function underCondition(grants: readonly Grant[]): string {
  const text = conditionText(grants);
  return text === '' ? '' : ` under${text}`;
}

/** The keys that a condition tests: `aws:SourceIp` of `{"IpAddress":{"aws:SourceIp":"…"}}`. */
function keysOf(condition: string): string[] {
  try {
    const read = JSON.parse(condition) as Record<string, object>;
    return Object.values(read).flatMap((inside) => Object.keys(inside));
  } catch {
    return [];
  }
}
