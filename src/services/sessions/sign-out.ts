import { listMemberships } from '../../store/queries/session-organizations.ts';
import { endSession } from '../../store/queries/sessions.ts';
import { transact } from '../../store/transact.ts';
import { recordChange } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import type { Session } from './authenticate.ts';

/** Ends the session that this call was made in, and those that were opened from it. */
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
