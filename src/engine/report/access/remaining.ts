import { matcher, type Grant, type Policy } from './grant.ts';

/** Whether a grant says what another one does, whoever it is for and under whatever condition. */
function saying({ action, resource }: Grant): (grant: Grant) => boolean {
  const [what, which] = [matcher(action.toLowerCase()), matcher(resource)];
  return (grant) => what(grant.action.toLowerCase()) && which(grant.resource);
}

/**
 * Searches a policy for what is left of a grant that is gone, among the grants for the same principal, or for anybody: `whole` are
 * those that say as much but for a condition, `part` those that say a part of it.
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
