import { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { deleteMembership } from '../../store/queries/session-organizations.ts';
import { endSession, getSessionOf } from '../../store/queries/sessions.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';

/**
 * Ends a session from now on, and those that were opened from it; one of a person has nothing to do with this organization from
 * now on. 404 for one that is over, or another organization's.
 */
export async function revokeSession(ctx: Ctx, input: { org_id: string; session_id: string }): Promise<void> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  await audited(ctx, async (trx) => {
    const row = await getSessionOf(trx, org_id, input.session_id);
    const ended = row && (row.login === null ? endSession(trx, row.id) : deleteMembership(trx, { org_id }, row.id));
    if (!row || !(await ended)) throw new AppError('not_found', 'No such session.');
    const { key_id, key_name: name, key_hint: hint, login } = row;
    const detail: JsonObject = login === null ? { key_id, name, hint } : { login };
    const event = { org_id, action: 'session.revoke', target: { kind: 'session', id: row.id }, detail } as const;
    return { result: undefined, event };
  });
}
