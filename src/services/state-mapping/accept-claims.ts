import { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { saveAcceptedClaims } from '../../store/queries/accepted-claims.ts';
import { lockStateMappings } from '../../store/queries/state-mappings.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { sourcesVersion } from '../ownership/mapping.ts';
import { overStates } from '../ownership/over-states.ts';
import { checkAcceptance, type AcceptanceCheck, type OwnerChange } from './check-acceptance.ts';
import type { CheckedClaim } from './check-claims.ts';
import { scoped } from '../../store/scope.ts';

/** What accepting claims changed: each state that belongs to another repository now, or to one at all. */
export type AcceptedClaims = {
  /** How many claims were accepted that were not before, or take over what others have. */
  accepted: number;
  /** How many states changed their owner, and the first of them. */
  changed: number;
  changes: OwnerChange[];
};

const MAX_SHOWN = 100;
/** How often claims are checked anew, when something changed whose the states are meanwhile. */
const ATTEMPTS = 5;

const asJson = ({ repo_id, full_name, claim }: CheckedClaim): JsonObject => ({
  repo_id,
  repository: full_name,
  key: claim.key,
  pattern: claim.glob ?? false,
  workspaces: claim.workspaces ?? null,
});

/**
 * Accepts claims of repositories to states, by their ids: the states that nobody has are the repository's from now on, later ones that a
 * pattern names too. With `take_over` also the states that other repositories have. All of them or none; the audit log has whose
 * each state was and is. Throws 409 where a claim is not made any more, where states have an owner, where no bucket is set, and where
 * whose states are changes faster than claims can be checked.
 */
export async function acceptStateClaims(
  ctx: Ctx,
  input: { org_id: string; claims: readonly string[]; take_over?: boolean },
  signal?: AbortSignal,
): Promise<AcceptedClaims> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'admin');
  const request = { ids: new Set(input.claims), takeOver: input.take_over ?? false };
  const over = overStates(signal);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const checked = await checkAcceptance(scoped(ctx.store.db, { org_id }), request, over);
    if (checked.claims.length === 0) return { accepted: 0, changed: 0, changes: [] };
    const accepted = await keep(ctx, org_id, checked, request.takeOver);
    if (accepted) return accepted;
  }
  throw new AppError('conflict', "Other requests are changing these states' owners. Try again.");
}

/** Stores the checked acceptance; undefined where the data has changed since. */
async function keep(
  ctx: Ctx,
  org_id: string,
  { version, claims, rows, changes }: AcceptanceCheck,
  takeOver: boolean,
): Promise<AcceptedClaims | undefined> {
  const scope = { org_id };
  const shown = changes.slice(0, MAX_SHOWN);
  return audited<AcceptedClaims | undefined>(ctx, async (trx) => {
    // Nobody else changes whose states are from here on.
    await lockStateMappings(scoped(trx, { org_id }));
    if ((await sourcesVersion(trx, scope)) !== version) return { result: undefined, event: null };
    await saveAcceptedClaims(scoped(trx, scope), rows);
    return {
      result: { accepted: claims.length, changed: changes.length, changes: shown },
      event: {
        org_id,
        action: takeOver ? 'state_claims.take_over' : 'state_claims.accept',
        target: { kind: 'state_claims', id: org_id },
        detail: {
          claims: claims.slice(0, MAX_SHOWN).map(asJson),
          accepted: claims.length,
          changed: changes.length,
          before: Object.fromEntries(shown.map(({ key, before: { repo_full_name: name } }) => [key, name])),
          after: Object.fromEntries(shown.map(({ key, after: { repo_full_name: name } }) => [key, name])),
        },
      },
    };
  });
}
