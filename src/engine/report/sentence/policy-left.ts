import { compileGlob, matchesGlob } from '../../model/glob.ts';
import type { Grant, Policy } from '../severity/statement.ts';

type Found = (grant: Grant) => Grant[];

const keyOf = ({ effect, principal, action, resource }: Grant) => JSON.stringify([effect, principal, action, resource]);

/** Grants that are compared with each other: patterns come from whoever writes policies. */
const MAX_PAIRS = 50_000;

/** Whether two policies differ in too many grants to compare. */
export function isTooMuch(before: Policy, after: Policy): boolean {
  const wholeOf = (grant: Grant) => `${keyOf(grant)} ${grant.condition}`;
  const own = (these: Policy, those: Policy) => {
    const known = new Set(those.grants.map(wholeOf));
    return these.grants.filter((grant) => !known.has(wholeOf(grant))).length;
  };
  const most = Math.max(own(before, after) * after.grants.length, own(after, before) * before.grants.length);
  return most > MAX_PAIRS;
}

/** What a policy says of the very same, whatever the condition. */
export function sameButCondition({ grants }: Policy): Found {
  const all = Map.groupBy(grants, keyOf);
  return (grant) => all.get(keyOf(grant)) ?? [];
}

/** Whether a pattern stands for a text; made ready once for many texts. */
function matcher(pattern: string): (text: string) => boolean {
  const glob = pattern.includes('*') ? compileGlob(pattern) : undefined;
  return (text) => text === pattern || (glob !== undefined && matchesGlob(glob, text));
}

/** Whether a grant says what another one does, whoever it is for and under whatever condition. */
function saying({ action, resource }: Grant): (grant: Grant) => boolean {
  const [what, which] = [matcher(action.toLowerCase()), matcher(resource)];
  return (grant) => what(grant.action.toLowerCase()) && which(grant.resource);
}

type Ready = { grant: Grant; says: (other: Grant) => boolean };

/** A grant is searched among those for the same principal, or for anybody. */
function near<T>(policy: Policy, made: (grant: Grant) => T): (grant: Grant) => T[] {
  const all = new Map<string, T[]>();
  for (const grant of policy.grants) {
    const key = `${grant.effect} ${grant.principal}`;
    const those = all.get(key) ?? [];
    those.push(made(grant));
    all.set(key, those);
  }
  const of = (effect: string, principal: string) => all.get(`${effect} ${principal}`) ?? [];
  return ({ effect, principal }) =>
    principal === '*' ? of(effect, '*') : [...of(effect, principal), ...of(effect, '*')];
}

/** What of a policy says as much as a grant did, but for a condition. */
export function stillUnder(policy: Policy): Found {
  const among = near<Ready>(policy, (grant) => ({ grant, says: saying(grant) }));
  return (grant) => among(grant).flatMap((one) => (one.says(grant) ? [one.grant] : []));
}

/** What of a policy says a part of what a grant did. */
export function leftOf(policy: Policy): Found {
  const among = near(policy, (grant) => grant);
  return (grant) => among(grant).filter(saying(grant));
}
