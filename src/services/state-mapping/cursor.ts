/** The cursor that goes on after a state: a key may be any text, and a cursor may not. */
export const cursorAfter = ({ key }: { key: string }): string => Buffer.from(key).toString('base64url');

/** Where a claim stands in their list. */
export const claimPlace = (claim: { repo_full_name: string; key: string; id: string }): string =>
  [claim.repo_full_name, claim.key, claim.id].join('\n');

/** The cursor that goes on after a claim. */
export const cursorAfterClaim = (claim: Parameters<typeof claimPlace>[0]): string =>
  Buffer.from(claimPlace(claim)).toString('base64url');
