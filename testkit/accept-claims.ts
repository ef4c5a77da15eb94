import { claimIdAt } from '../src/services/state-mapping/check-claims.ts';
import { claimsOnBucket, readSources } from '../src/services/ownership/mapping.ts';
import { placeOf } from '../src/services/ownership/places.ts';
import { saveAcceptedClaims } from '../src/store/queries/accepted-claims.ts';
import { scoped, type Tenant } from '../src/store/scope.ts';

/**
 * Accepts the current claims of an organization's repositories, or the claims that `isWanted` selects, for test set-ups
 * that start after an admin has accepted them.
 */
export async function acceptClaims(
  tenant: Tenant,
  isWanted: (claim: { repo_id: string; key: string }) => boolean = () => true,
): Promise<void> {
  const scope = { org_id: tenant.scope.org_id };
  const sources = await readSources(tenant.db, scope);
  const rows = sources.repositories.flatMap(({ repo_id, claims }) =>
    claimsOnBucket(sources, claims).map(({ key, glob = false, workspaces = null }) => {
      const bucket = placeOf(sources.places, key);
      if (bucket === null) throw new Error('claims are to states of a bucket: set one first');
      const id = claimIdAt(bucket, { repo_id, key, glob, workspaces });
      return { id, repo_id, bucket, key, is_pattern: glob, workspaces };
    }),
  );
  const wanted = new Map(rows.filter(isWanted).map((row) => [row.id, row]));
  const accepted_at = new Date();
  await saveAcceptedClaims(
    scoped(tenant.db, scope),
    [...wanted.values()].map((row, priority) => ({ ...row, priority, accepted_at })),
  );
}
