import { AppError } from '../../base/errors.ts';
import type { FailingSeverity } from '../../engine/model/analysis.ts';
import { isUniqueViolation } from '../../store/errors.ts';
import { updateOrganization as write } from '../../store/queries/organizations.ts';
import { audited, changesOf } from '../audit/audited.ts';
import { requireOperator, requireScope, type Ctx } from '../base/context.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { fetchOrganization, presentOrganization, type Organization } from '../access/organization.ts';

/** The fields in the audit log. */
const SHOWN = ['login', 'installation_id', 'incident_retention_days', 'check_fails_at', 'drift_issues'] as const;

type Input = {
  org_id: string;
  login?: string;
  installation_id?: number | null;
  incident_retention_days?: number | null;
  check_fails_at?: FailingSeverity | null;
  drift_issues?: boolean;
};

/**
 * Changes how long an organization keeps incidents that are over (null: for ever), from which severity on drift fails a
 * check (null: never), whether its repositories have an issue of their drift, its login, or which installation of
 * the code host's App is its own (null: none, and it is kept all the same). The account that it follows is then learned anew from that
 * installation.
 * 409 when login or installation are taken; these two are for the operator only.
 */
export async function updateOrganization(ctx: Ctx, input: Input): Promise<Organization> {
  const before = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  if (input.login !== undefined || input.installation_id !== undefined) requireOperator(ctx);
  refuseSecrets({ login: input.login });
  const { org_id: _, ...given } = input;
  const moved = given.installation_id !== undefined && given.installation_id !== before.installation_id;
  const changes = {
    ...given,
    ...(moved && { account_id: null, suspended_at: null, login_at: null }),
    // Whoever says which installation it has, or that it goes on without one, wants it kept.
    ...(given.installation_id !== undefined && { uninstalled_at: null }),
  };
  if (Object.keys(changes).length === 0) return presentOrganization(before);
  try {
    return await audited(ctx, async (trx) => {
      const after = await write(trx, before.id, changes);
      const detail = changesOf(before, after, SHOWN);
      const target = { kind: 'organization', id: after.id };
      const event = { org_id: after.id, action: 'organization.update', target, detail } as const;
      return { result: presentOrganization(after), event: Object.keys(detail).length === 0 ? null : event };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'Another organization has this login or installation already.', { cause: error });
  }
}
