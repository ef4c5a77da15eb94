import type { Json } from '../../base/json.ts';
import {
  comparePolicies,
  isAdmin,
  isForAnybody,
  readPolicy,
  type Grant,
  type Policy,
} from '../../drift/severity/policy.ts';
import { opaqueClause } from './clause.ts';
import { listOf, type Fact } from './fact.ts';
import { join, sayOne, shortName } from './words.ts';

const HOLDER = 'its holder';
const ROOT = /^arn:[a-z0-9-]+:iam::(\d{12}):root$/;
const ELSEWHERE = /^arn:[a-z0-9-]+:iam::(\d{12}):/;

/** Who it is: `anybody`, `account 123456789012`, `role/app`, with its account where that is another one. */
function who(principal: string, account: string | undefined): string {
  if (principal === '*') return 'anybody';
  const root = ROOT.exec(principal)?.[1];
  if (root !== undefined) return root === account ? 'this account' : `account ${root}`;
  const other = ELSEWHERE.exec(principal)?.[1];
  const name = sayOne(shortName(principal)) ?? 'somebody';
  return other === undefined || other === account ? name : `${name} of account ${other}`;
}

const unique = (all: readonly string[]) => [...new Set(all)];

function actionsOf(grants: readonly Grant[]): string {
  const actions = unique(grants.map(({ action }) => action));
  return actions.includes('*') ? 'every action' : join(actions.map((action) => sayOne(action) ?? 'an action'));
}

const verbOf = (grants: readonly Grant[]) => (/ and /.test(actionsOf(grants)) ? 'were' : 'was');

/** What it is about; for a policy of a resource that is the resource itself. */
function resourcesOf(grants: readonly Grant[]): string {
  const resources = unique(grants.map(({ resource }) => resource));
  if (grants.some(({ principal }) => principal !== HOLDER)) return '';
  if (resources.includes('*')) return ' on every resource';
  return ` on ${join(
    resources.map((resource) => sayOne(shortName(resource)) ?? 'a resource'),
    2,
  )}`;
}

const isTrust = (grants: readonly Grant[]) => grants.every(({ action }) => /^sts:(AssumeRole|TagSession)/.test(action));

/** Grants that are for the same, together. */
function byPrincipal(grants: readonly Grant[]): [principal: string, grants: Grant[]][] {
  const all = Map.groupBy(grants, ({ principal }) => principal);
  const rank = ([principal]: [string, Grant[]]) => (principal === '*' ? 0 : 1);
  return [...all].toSorted((a, b) => rank(a) - rank(b));
}

type Said = { what: string; inside?: boolean; account: string | undefined };

function grantedText({ what, inside, account }: Said, granted: readonly Grant[], was: Policy | undefined): string[] {
  if (granted.some(isAdmin))
    return [`full administrator access (every action on every resource) was granted by ${what}`];
  return byPrincipal(granted).map(([principal, grants]) => {
    const narrowed = grants.some(({ action, resource, condition }) =>
      was?.grants.some(
        (old) => condition === '' && old.condition !== '' && old.action === action && old.resource === resource,
      ),
    );
    const how = narrowed ? ' without the condition that it had' : '';
    if (principal === HOLDER)
      return `${actionsOf(grants)}${resourcesOf(grants)} ${verbOf(grants)} allowed by ${what}${how}`;
    const name = who(principal, account);
    if (isTrust(grants)) return `${name} was allowed to assume the role${how}`;
    const open = grants.some(isForAnybody) && inside !== true ? ' (public access)' : '';
    return `${name} was allowed ${actionsOf(grants)} by ${what}${how}${open}`;
  });
}

function revokedText({ what, account }: Said, revoked: readonly Grant[]): string[] {
  return byPrincipal(revoked).map(([principal, grants]) => {
    if (principal === HOLDER)
      return `${actionsOf(grants)}${resourcesOf(grants)} ${verbOf(grants)} no longer allowed by ${what}`;
    const name = who(principal, account);
    if (isTrust(grants)) return `${name} was no longer allowed to assume the role`;
    return `${name} was no longer allowed ${actionsOf(grants)} by ${what}`;
  });
}

function read(value: Json): Policy | undefined {
  const all = listOf(value).map(readPolicy);
  if (all.length === 0 || all.includes(undefined)) return undefined;
  const known = all.filter((one) => one !== undefined);
  return { grants: known.flatMap(({ grants }) => grants), negated: known.flatMap(({ negated }) => negated) };
}

/** What a document of IAM allows or denies that it did not, and the other way round; the widest first. */
export function policyClause(said: Said, fact: Fact): string {
  const { what } = said;
  const [before, after] = [read(fact.before), read(fact.after)];
  if (fact.masked || !after) return opaqueClause(what, fact);
  const { granted, revoked, denied, lifted } = comparePolicies(before, after);
  const parts = [
    ...grantedText(said, granted, before),
    ...(lifted.length > 0 ? [`the denial of ${actionsOf(lifted)} was lifted in ${what}`] : []),
    ...revokedText(said, revoked),
    ...(denied.length > 0 ? [`${actionsOf(denied)}${resourcesOf(denied)} ${verbOf(denied)} denied by ${what}`] : []),
  ];
  return join(parts, 2).replace(/ more$/, ' more of its permissions were changed') || opaqueClause(what, fact);
}
