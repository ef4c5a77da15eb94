import { matcher, type Grant, type Policy } from './grant.ts';

/**
 * Returns a function that tells whether a grant has no actions and resources beyond this one, for any principal and
 * condition.
 */
function saying({ action, resource }: Grant): (grant: Grant) => boolean {
  const [what, which] = [matcher(action.toLowerCase()), matcher(resource)];
  return (grant) => what(grant.action.toLowerCase()) && which(grant.resource);
}

/**
 * Finds what a policy still grants of a removed grant, among grants for the same principal or for anybody. `whole`
 * finds grants that include it, apart from conditions. `part` finds grants that are a part of it.
 */
export function remainingIn(policy: Policy): Record<'whole' | 'part', (grant: Grant) => Grant[]> {
  const groups = Map.groupBy(
    policy.grants.map((grant) => ({ grant, says: saying(grant) })),
    ({ grant: { effect, principal } }) => `${effect} ${principal}`,
  );
  const near = ({ effect, principal }: Grant) =>
    [...new Set([principal, '*'])].flatMap((who) => groups.get(`${effect} ${who}`) ?? []);
  return {
    whole: (grant) => near(grant).flatMap((one) => (one.says(grant) ? one.grant : [])),
    part: (grant) =>
      near(grant)
        .flatMap((one) => one.grant)
        .filter(saying(grant)),
  };
}
