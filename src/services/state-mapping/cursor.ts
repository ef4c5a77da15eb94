/** The cursor after a state: encoded, since a key may be any text and a cursor may not. */
export const cursorAfter = ({ key }: { key: string }): string => Buffer.from(key).toString('base64url');

/** The position of a claim in a list. */
export const claimPosition = (claim: { repo_full_name: string; key: string; id: string }): string =>
  [claim.repo_full_name, claim.key, claim.id].join('\n');

/** The cursor after a claim. */
export const cursorAfterClaim = (claim: Parameters<typeof claimPosition>[0]): string =>
  Buffer.from(claimPosition(claim)).toString('base64url');
