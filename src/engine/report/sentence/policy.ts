import type { Json } from '../../../base/json.ts';
import { HOLDER, type Grant, type Policy } from '../access/grant.ts';
import {
  comparePolicies,
  isAdmin,
  isForAnybody,
  joinPolicies,
  NO_POLICY,
  readPolicy,
  variantsIn,
} from '../access/policy.ts';
import { remainingIn } from '../access/remaining.ts';
import { opaqueClause } from './clause.ts';
import { isHidden, listOf, type Fact } from './fact.ts';
import { actionsOf, grantsText, isTrust, resourcesOf, conditionText, underCondition, verbOf, who } from './grants.ts';
import { join } from '../wording/words.ts';

type Said = { what: string; inside?: boolean; account: string | undefined };
type Sides = { before: Policy; after: Policy };

/** Groups grants with the same wording and principal. Grants for anybody come first. */
function byPrincipal(grants: readonly Grant[], howOf: (grant: Grant) => string): { how: string; grants: Grant[] }[] {
  const all = Map.groupBy(grants, (grant) => JSON.stringify([grant.principal, howOf(grant)]));
  const groups = [...all.values()].flatMap((some) => (some[0] ? [{ how: howOf(some[0]), grants: some }] : []));
  const rank = ({ grants: [first] }: (typeof groups)[number]) => (first?.principal === '*' ? 0 : 1);
  return groups.toSorted((a, b) => rank(a) - rank(b));
}

/** Describes how a grant was added: under a condition, or without the condition that it had before. */
function cameUnder(before: Policy): (grant: Grant) => string {
  const had = variantsIn(before);
  return (grant) => {
    const hadCondition = had(grant).some(({ condition }) => condition !== '');
    return grant.condition === '' && hadCondition ? ' without the condition that it had' : underCondition([grant]);
  };
}

const RESTRICTED = 'restricted';

/**
 * Describes how a grant was removed: restricted by a condition now, `other` if the condition is another one, else the
 * remaining grants.
 */
function wentUnder(after: Policy, other: string): (grant: Grant) => string {
  const { whole, part } = remainingIn(after);
  return (grant) => {
    const now = whole(grant).filter(({ condition }) => condition !== '');
    if (now.length > 0) return grant.condition === '' ? RESTRICTED + conditionText(now) : other;
    const rest = part(grant);
    return rest.length > 0 ? ` (what is left: ${grantsText(rest, grant)})` : '';
  };
}

const DENIED = ' (it is denied, too)';

/** Returns a function that tells whether a denial without a condition also covers a grant. */
function deniedBy({ grants }: Policy): (grant: Grant) => boolean {
  const denials = grants.filter(({ effect, condition }) => effect === 'Deny' && condition === '');
  const isSame = (denied: string, allowed: string) => denied === '*' || denied === allowed;
  return ({ principal, action, resource }) =>
    denials.some(
      (denial) =>
        isSame(denial.principal, principal) && isSame(denial.action, action) && isSame(denial.resource, resource),
    );
}

/**
 * True if statements allow with exceptions (`NotAction`). They may have allowed new grants before, and may still allow
 * removed ones.
 */
const allowsByNot = ({ negated }: Policy) => negated.some((one) => one.includes('"Effect":"Allow"'));

function grantedText(said: Said, granted: readonly Grant[], sides: Sides): string[] {
  const { what, inside, account } = said;
  const [under, isDenied] = [cameUnder(sides.before), deniedBy(sides.after)];
  const howOf = (grant: Grant) => `${under(grant)}${isDenied(grant) ? DENIED : ''}`;
  const verb = allowsByNot(sides.before) ? 'named as allowed' : 'allowed';
  return byPrincipal(granted, howOf).flatMap(({ how, grants }) => {
    const [first] = grants;
    if (first === undefined) return [];
    if (grants.some((grant) => isAdmin(grant) && !/^iam:/i.test(grant.action)))
      return [`full administrator access (every action on every resource) was granted by ${what}${how}`];
    if (first.principal === HOLDER)
      return [`${actionsOf(grants)}${resourcesOf(grants)} ${verbOf(grants)} ${verb} by ${what}${how}`];
    const name = who(first.principal, account);
    if (isTrust(grants)) return [`${name} was allowed to assume the role${how}`];
    const isOpen = grants.some(isForAnybody) && inside !== true && !how.endsWith(DENIED);
    return [`${name} was ${verb} ${actionsOf(grants)} by ${what}${how}${isOpen ? ' (public access)' : ''}`];
  });
}

function revokedText({ what, account }: Said, revoked: readonly Grant[], { after }: Sides): string[] {
  const no = allowsByNot(after) ? 'no longer named as allowed' : 'no longer allowed';
  return byPrincipal(revoked, wentUnder(after, 'changed')).flatMap(({ how, grants }) => {
    const [first] = grants;
    if (first === undefined) return [];
    const name = first.principal === HOLDER ? '' : who(first.principal, account);
    const is = isTrust(grants) ? 'to assume the role' : `${actionsOf(grants)}${resourcesOf(grants)}`;
    const permission =
      name === '' ? is : isTrust(grants) ? `the permission of ${name} ${is}` : `the permission of ${name} for ${is}`;
    if (how === 'changed') return [`the condition of ${permission} was changed in ${what}`];
    if (how.startsWith(RESTRICTED))
      return [
        `${permission} ${name === '' ? verbOf(grants) : 'was'} restricted by${how.slice(RESTRICTED.length)} in ${what}`,
      ];
    if (name === '') return [`${is} ${verbOf(grants)} ${no} by ${what}${how}`];
    return [isTrust(grants) ? `${name} was ${no} ${is}${how}` : `${name} was ${no} ${is} by ${what}${how}`];
  });
}

/** The principal of a denial; empty if it is for everybody. */
const deniedTo = (grants: readonly Grant[], account: string | undefined) => {
  const principal = grants[0]?.principal ?? HOLDER;
  return principal === HOLDER || principal === '*' ? '' : who(principal, account);
};

function deniedText({ what, account }: Said, denied: readonly Grant[], { before }: Sides): string[] {
  return byPrincipal(denied, cameUnder(before)).map(({ how, grants }) => {
    const to = deniedTo(grants, account);
    return `${actionsOf(grants)}${resourcesOf(grants)} ${verbOf(grants)} denied${to === '' ? '' : ` to ${to}`} by ${what}${how}`;
  });
}

function liftedText({ what, account }: Said, lifted: readonly Grant[], { after }: Sides): string[] {
  return byPrincipal(lifted, wentUnder(after, ' (it holds under another one)')).flatMap(({ how, grants }) => {
    const to = deniedTo(grants, account);
    const denial = `the denial of ${actionsOf(grants)}${to === '' ? '' : ` to ${to}`}`;
    if (how.startsWith(RESTRICTED)) return [`${denial} in ${what} was restricted by${how.slice(RESTRICTED.length)}`];
    return [`${denial}${underCondition(grants)} was lifted in ${what}${how}`];
  });
}

/** The clause for changed statements with exceptions. Their effect is unknown. */
function negatedText({ what }: Said, { before, after }: Sides): string[] {
  const [had, has] = [new Set(before.negated), new Set(after.negated)];
  const [came, went] = [[...has.difference(had)], [...had.difference(has)]];
  const all = [...came, ...went];
  if (all.length === 0) return [];
  const names = ['NotAction', 'NotResource', 'NotPrincipal'].filter((name) =>
    all.some((one) => one.includes(`"${name}":`)),
  );
  const effects = new Set(all.map((one) => (one.includes('"Effect":"Allow"') ? 'allows' : 'denies')));
  const [does] = effects;
  const one = effects.size > 1 ? `a statement with ${join(names)}` : `a statement that ${does} by ${join(names)}`;
  const verb = went.length === 0 ? 'added to' : came.length === 0 ? 'removed from' : 'changed in';
  return [`${one} was ${verb} ${what}`];
}

const isNothing = (value: Json) => listOf(value).length === 0;

function read(value: Json): Policy | undefined {
  if (isNothing(value)) return NO_POLICY;
  const all = listOf(value).map(readPolicy);
  const policies = all.filter((one) => one !== undefined);
  return policies.length < all.length ? undefined : joinPolicies(policies);
}

/**
 * The clause for the permissions that an IAM document newly allows or denies, or no longer does. The widest come first.
 */
export function policyClause(said: Said, fact: Fact): string | undefined {
  const { what } = said;
  const [before, after] = [read(fact.before), read(fact.after)];
  // A policy of another kind (of encryption, of networks) is described as a document.
  if (!before && !after && !fact.masked && !fact.partial && !isHidden(fact)) return undefined;
  if (fact.masked || fact.partial || !before || !after || isNothing(fact.after)) return opaqueClause(what, fact);
  // Without a policy, an endpoint inside a network lets everybody in.
  if (said.inside === true && isNothing(fact.before)) return opaqueClause(what, fact);
  const sides = { before, after };
  const { granted, revoked, denied, lifted, isTooMuch } = comparePolicies(before, after);
  if (isTooMuch) return opaqueClause(what, fact);
  const [hadSame, gone] = [variantsIn(before), new Set(revoked)];
  // A changed condition is named together with the old one.
  const isOtherCondition = (grant: Grant) =>
    grant.condition !== '' && hadSame(grant).some((old) => old.condition !== '' && gone.has(old));
  const parts = [
    ...grantedText(
      said,
      granted.filter((grant) => !isOtherCondition(grant)),
      sides,
    ),
    ...liftedText(said, lifted, sides),
    ...revokedText(said, revoked, sides),
    ...deniedText(said, denied, sides),
    ...negatedText(said, sides),
  ];
  return (
    join([...new Set(parts)], 2).replace(/ more$/, ' more of its permissions were changed') || opaqueClause(what, fact)
  );
}
