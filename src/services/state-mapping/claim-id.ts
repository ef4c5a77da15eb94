import { digestOf } from '../../base/digest.ts';
import type { AcceptedClaim } from '../../engine/mapping/types.ts';

/**
 * By what a claim is known: of which repository it is, and which states in which bucket it names. Whoever accepts a claim by its id
 * accepts what they saw: another key, or more workspaces, is another claim.
 */
export function claimId(bucket: string, { repo_id: repoId, key, glob, workspaces }: AcceptedClaim): string {
  return `clm_${digestOf([repoId, bucket, key, glob, workspaces])}`;
}
