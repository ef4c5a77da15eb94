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
 * Changes an organization's settings: the days for which resolved incidents are kept (null: for ever), the severity
 * from which drift fails a check (null: never), the issues on drift in its repositories, its login, and its
 * installation of the code host's App (null: none, and the organization is kept all the same). After a change of
 * installation, its account is learned anew from the new one. 409 if login or installation are taken; these two are for
 * the operator only.
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
    // An operator who sets or clears the installation wants to keep the organization.
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
