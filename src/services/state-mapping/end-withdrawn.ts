import type { Claim } from '../../engine/mapping/types.ts';
import {
  acceptedClaimsOf,
  removeAcceptedClaims,
  saveAcceptedClaims,
  type AcceptedClaimRow,
} from '../../store/queries/accepted-claims.ts';
import type { Tenant } from '../../store/scope.ts';
import { recordChange } from '../audit/audited.ts';
import { claimIdAt } from './check-claims.ts';

const ACTOR = { kind: 'system', name: 'reading of the repository' } as const;
/** The number of claims named in the audit log. */
const MAX_NAMED = 100;

/** The part of an accepted claim that the repository still claims: none, all, or its key without its workspaces. */
function leftOf(row: AcceptedClaimRow, claims: readonly Claim[]): 'none' | 'all' | 'key' {
  const same = claims.filter(
    ({ key, glob = false, bucket = row.bucket }) => key === row.key && glob === row.is_pattern && bucket === row.bucket,
  );
  if (same.length === 0) return 'none';
  return row.workspaces === null || same.some(({ workspaces }) => workspaces === row.workspaces) ? 'all' : 'key';
}

/**
 * Ends the acceptance of claims that a repository no longer makes, so that they are proposals if they return. Call it
 * in the transaction that stores the repository's claims. The audit log records it.
 */
export async function endWithdrawn(
  tenant: Tenant,
  { repository, claims }: { repository: { id: string; full_name: string }; claims: readonly Claim[] },
): Promise<void> {
  const rows = await acceptedClaimsOf(tenant, repository.id);
  const ended = rows.filter((row) => leftOf(row, claims) !== 'all');
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await removeAcceptedClaims(tenant, ids);
  const narrowed = ended
    .filter((row) => leftOf(row, claims) === 'key')
    .map(({ repo_id, bucket, key, is_pattern, priority, accepted_at }) => {
      const id = claimIdAt(bucket, { repo_id, key, glob: is_pattern, workspaces: null });
      return { id, repo_id, bucket, key, is_pattern, workspaces: null, priority, accepted_at };
    });
  await saveAcceptedClaims(tenant, narrowed);
  const named = ended.slice(0, MAX_NAMED).map(({ key, workspaces }) => ({ key, workspaces }));
  const target = { kind: 'repository', id: repository.id };
  const detail = { repository: repository.full_name, ended: named, count: ended.length };
  const event = { org_id: tenant.scope.org_id, action: 'state_claims.end', target, detail } as const;
  await recordChange(tenant.db, { principal: ACTOR, request_id: null }, event);
}
