import { isObject } from '../../../base/json.ts';
import type { Value } from '../../../base/value.ts';
import { stable } from '../../value/stable.ts';
import { conditionComparer, isNoLimit } from './conditions.ts';
import { exceptionsMoved } from './exceptions.ts';
import { conditionOf, HOLDER, matcher, principalsOf, textsOf, type Grant, type Policy } from './grant.ts';

function grantsOf(statement: Record<string, unknown>): Grant[] {
  const { Effect, Principal, Action, Resource, Condition } = statement;
  const condition = conditionOf(Condition);
  const resources = Resource === undefined ? ['*'] : textsOf(Resource);
  const effect = Effect === 'Deny' ? 'Deny' : 'Allow';
  return principalsOf(Principal).flatMap((principal) =>
    textsOf(Action).flatMap((action) =>
      resources.map((resource): Grant => ({ effect, principal, action, resource, condition })),
    ),
  );
}

const EVERYBODY = /^all(Authenticated)?Users$/;

/** The grants of a Google binding, which gives members a role. */
function grantsOfBinding({ role, members, condition }: Record<string, unknown>): Grant[] {
  const limit = isObject(condition) ? stable({ Equals: { expression: String(condition.expression) } }) : '';
  return textsOf(role).flatMap((action) =>
    textsOf(members).map((member): Grant => ({
      effect: 'Allow',
      principal: EVERYBODY.test(member) ? '*' : member,
      action,
      resource: '*',
      condition: limit,
    })),
  );
}

/** Maximum grants that are read. A policy of AWS has room for a few hundred. */
const MAX_GRANTS = 500;

/** Reads a policy of IAM or Google. Undefined for other values, and for policies that are too long. */
export function readPolicy(value: Value | undefined): Policy | undefined {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(value);
  } catch {
    return undefined;
  }
  if (!isObject(document) || (document.Statement === undefined && !Array.isArray(document.bindings))) return undefined;
  const statements = [document.Statement ?? []].flat().filter(isObject);
  const isNegated = (one: Record<string, unknown>) =>
    ['NotAction', 'NotResource', 'NotPrincipal'].some((name) => name in one);
  const bindings = [document.bindings ?? []].flat().filter(isObject);
  const grants = [
    ...statements.filter((one) => !isNegated(one)).flatMap(grantsOf),
    ...bindings.flatMap(grantsOfBinding),
  ];
  if (grants.length > MAX_GRANTS) return undefined;
  return { grants, negated: statements.filter(isNegated).map((one) => stable(one as Value)) };
}

type Comparer = ReturnType<typeof conditionComparer>;

/** Returns a function that tells whether this grant includes another one. Conditions only narrow a grant. */
function including({ effect, principal, action, resource, condition }: Grant, passes: Comparer) {
  const [who, what, which] = [matcher(principal), matcher(action.toLowerCase()), matcher(resource)];
  return (other: Grant): boolean =>
    effect === other.effect &&
    what(other.action.toLowerCase()) &&
    which(other.resource) &&
    who(other.principal) &&
    passes(condition, other.condition);
}

export type PolicyChange = {
  /** Grants that are new; denials that were removed. */
  granted: Grant[];
  lifted: Grant[];
  /** Grants that were removed; denials that are new. */
  revoked: Grant[];
  denied: Grant[];
  /** The direction in which statements with exceptions changed; `wider` if it is unknown. */
  exceptions?: 'wider' | 'narrower';
  /** The policies have too many different grants to compare. All lists are empty. */
  isTooMuch?: true;
};

export const NO_POLICY: Policy = { grants: [], negated: [] };

/** Maximum pairs of grants that are compared. More would take minutes. */
const MAX_PAIRS = 50_000;

const keyOf = (grant: Grant) => `${sameButCondition(grant)} ${grant.condition}`;

/** The grants of `these` that `those` do not include; undefined if there are too many to compare. */
function beyond(these: Policy, those: Policy, passes: Comparer): Grant[] | undefined {
  const known = new Set(those.grants.map(keyOf));
  const own = these.grants.filter((one) => !known.has(keyOf(one)));
  if (own.length * those.grants.length > MAX_PAIRS) return undefined;
  const all = those.grants.map((one) => including(one, passes));
  return own.filter((one) => !all.some((includes) => includes(one)));
}

/** Compares two policies by their effect, not by their wording. */
export function comparePolicies(before: Policy = NO_POLICY, live: Policy = NO_POLICY): PolicyChange {
  const passes = conditionComparer();
  const [came, went] = [beyond(live, before, passes), beyond(before, live, passes)];
  if (!came || !went) return { granted: [], revoked: [], denied: [], lifted: [], exceptions: 'wider', isTooMuch: true };
  const of = (grants: Grant[], effect: Grant['effect']) => grants.filter((one) => one.effect === effect);
  const exceptions = exceptionsMoved(before, live, passes);
  return {
    granted: of(came, 'Allow'),
    revoked: of(went, 'Allow'),
    denied: of(came, 'Deny'),
    lifted: of(went, 'Deny'),
    ...(exceptions && { exceptions }),
  };
}

/** True if a grant is for everybody, without a condition that narrows it. */
export const isForAnybody = ({ effect, principal, condition }: Grant): boolean =>
  effect === 'Allow' && principal === '*' && isNoLimit(condition);

const OWNER = /^roles\/(owner|editor|iam\.securityAdmin|resourcemanager\.\w*[aA]dmin)$/;

/** True if a grant is equivalent to full control: all actions, or all of IAM's, on everything. */
export const isAdmin = ({ effect, action, resource, principal }: Grant): boolean =>
  effect === 'Allow' &&
  (OWNER.test(action) ||
    (principal === HOLDER && /^(\*|\*\/\*)$/.test(resource) && /^(\*|\*:\*|iam:\*)$/i.test(action)));

/** True if a denial locks its principals out: it denies all actions on everything. */
export const isLockout = ({ effect, action, resource, principal, condition }: Grant): boolean =>
  effect === 'Deny' &&
  /^(\*|\*:\*)$/.test(action) &&
  resource === '*' &&
  condition === '' &&
  /^(\*|its holder)$/.test(principal);

/** The identity of a grant without its condition. */
const sameButCondition = ({ effect, principal, action, resource }: Grant): string =>
  JSON.stringify([effect, principal, action.toLowerCase(), resource]);

/** Returns a function that finds the same grant in a policy, under any condition. */
export function variantsIn({ grants }: Policy): (grant: Grant) => readonly Grant[] {
  const all = Map.groupBy(grants, sameButCondition);
  return (grant) => all.get(sameButCondition(grant)) ?? [];
}

export const joinPolicies = (policies: readonly Policy[]): Policy => ({
  grants: policies.flatMap(({ grants }) => grants),
  negated: policies.flatMap(({ negated }) => negated),
});
