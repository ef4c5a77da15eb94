import { includes, type Grant, type Policy } from '../../drift/severity/policy.ts';

type Found = (grant: Grant) => Grant[];

const keyOf = ({ effect, principal, action, resource }: Grant) => JSON.stringify([effect, principal, action, resource]);

/** What a policy says of the very same, whatever the condition. */
export function sameButCondition({ grants }: Policy): Found {
  const all = Map.groupBy(grants, keyOf);
  return (grant) => all.get(keyOf(grant)) ?? [];
}

/** A grant is looked for among those for the same principal, or for anybody. */
function near(policy: Policy): Found {
  const all = Map.groupBy(policy.grants, ({ effect, principal }) => `${effect} ${principal}`);
  const of = (effect: string, principal: string) => all.get(`${effect} ${principal}`) ?? [];
  return ({ effect, principal }) =>
    principal === '*' ? of(effect, '*') : [...of(effect, principal), ...of(effect, '*')];
}

/** What of a policy says as much as a grant did, but for a condition. */
export function stillUnder(policy: Policy): Found {
  const among = near(policy);
  return (grant) => among(grant).filter((one) => includes({ ...one, condition: '' }, { ...grant, condition: '' }));
}

/** What of a policy says a part of what a grant did. */
export function leftOf(policy: Policy): Found {
  const among = near(policy);
  return (grant) =>
    among(grant).flatMap((one) =>
      includes({ ...grant, condition: '' }, { ...one, principal: grant.principal }) ? [one] : [],
    );
}
