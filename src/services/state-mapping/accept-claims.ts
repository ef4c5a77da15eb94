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

/** The result of accepting claims: the states whose owner changed. */
export type AcceptedClaims = {
  /** The number of claims that were newly accepted, or that take over states of others. */
  accepted: number;
  /** The number of states whose owner changed, and the first of them. */
  changed: number;
  changes: OwnerChange[];
};

const MAX_SHOWN = 100;
/** Attempts to check claims while the owners of states keep changing. */
const ATTEMPTS = 5;

const asJson = ({ repo_id, full_name, claim }: CheckedClaim): JsonObject => ({
  repo_id,
  repository: full_name,
  key: claim.key,
  pattern: claim.glob ?? false,
  workspaces: claim.workspaces ?? null,
});

/**
 * Accepts claims of repositories to states, by the claims' ids. States without an owner become the repository's,
 * including later ones that match a pattern; with `take_over` also states of other repositories. All claims are
 * accepted or none; the audit log records the owners before and after. Throws 409 if a claim is no longer made, if
 * states have an owner, if no bucket is set, or if owners change faster than claims can be checked.
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

/** Stores the checked acceptance; undefined if the data has changed since. */
async function keep(
  ctx: Ctx,
  org_id: string,
  { version, claims, rows, changes }: AcceptanceCheck,
  takeOver: boolean,
): Promise<AcceptedClaims | undefined> {
  const scope = { org_id };
  const shown = changes.slice(0, MAX_SHOWN);
  return audited<AcceptedClaims | undefined>(ctx, async (trx) => {
    // Keeps other requests from changing owners until the transaction ends.
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
