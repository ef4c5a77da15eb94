import { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import {
  deleteMembership,
  endOperatorSession,
  endSession,
  forgetSessions,
  getSessionOf,
  listMemberships,
} from '../../store/queries/sessions.ts';
import { transact } from '../../store/transact.ts';
import { audited, recordChange } from '../audit/audited.ts';
import { requireOperator, type Ctx, type Base } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import type { Session } from './authenticate.ts';
import { scoped } from '../../store/scope.ts';

const noSuchSession = () => new AppError('not_found', 'No such session.');

/**
 * Ends a session at once, with the sessions opened from it. A person's session only loses its access to this
 * organization. 404 if the session has ended, or is another organization's.
 */
export async function revokeSession(ctx: Ctx, input: { org_id: string; session_id: string }): Promise<void> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'admin');
  await audited(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    const row = await getSessionOf(tenant, input.session_id);
    const ended = row && (row.login === null ? endSession(trx, row.id) : deleteMembership(tenant, row.id));
    if (!row || !(await ended)) throw noSuchSession();
    const { key_id, key_name: name, key_hint: hint, login } = row;
    const detail: JsonObject = login === null ? { key_id, name, hint } : { login };
    const event = { org_id, action: 'session.revoke', target: { kind: 'session', id: row.id }, detail } as const;
    return { result: undefined, event };
  });
}

/**
 * Ends a session of the operator at once, with the sessions opened from it, and records it in the audit log of the
 * instance. 404 if it has ended, or is not the operator's.
 * @param operatorHash SHA-256 of the operator key that started the session
 */
export async function revokeOperatorSession(
  ctx: Ctx,
  { operatorHash, session_id: id }: { operatorHash: Uint8Array; session_id: string },
): Promise<void> {
  requireOperator(ctx);
  await audited(ctx, async (trx) => {
    if (!(await endOperatorSession(trx, operatorHash, id))) throw noSuchSession();
    const target = { kind: 'session', id };
    return { result: undefined, event: { org_id: null, action: 'session.revoke', target } };
  });
}

/** Ends the session of this call, with the sessions opened from it. */
export async function signOut(
  { store, principal, request_id }: Pick<Ctx, 'store' | 'principal' | 'request_id'>,
  { id }: Session,
): Promise<void> {
  const target = { kind: 'session', id };
  await transact(store, async (trx) => {
    const memberships = principal.kind === 'person' ? await listMemberships(trx, id) : [];
    if (!(await endSession(trx, id))) return;
    const own = principal.kind === 'operator' ? null : principal.org_id;
    const organizations = principal.kind === 'person' ? memberships.map(({ org_id }) => org_id).toSorted() : [own];
    for (const org_id of organizations)
      await recordChange(trx, { principal, request_id }, { org_id, action: 'session.end', target });
  });
}

/** Deletes expired sessions and links. */
export async function expireSessions({ store }: Pick<Base, 'store'>): Promise<void> {
  await forgetSessions(store.db, new Date());
}
