import { AppError } from '../../base/errors.ts';
import { endOperatorSession, listOperatorSessions } from '../../store/queries/sessions.ts';
import { audited } from '../audit/audited.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import type { Session } from './authenticate.ts';
import { sessionTimes, type SessionTimes } from './list.ts';

/** Whose sessions: those that were begun with the operator key that has this SHA-256. With another one they are over. */
type OfOperator = { operatorHash: Uint8Array };

/** Where the operator is signed in, newest first. */
export async function listOperatorsSessions(
  ctx: Ctx,
  { operatorHash, session, ...request }: PageRequest & OfOperator & { session: Session | undefined },
): Promise<Page<SessionTimes>> {
  requireOperator(ctx);
  const now = new Date();
  const query = (limit: number, after: string | undefined) =>
    listOperatorSessions(ctx.store.db, operatorHash, { limit, after, now });
  return page(request, query, (row) => sessionTimes({ ...row, key_expires_at: null }, session?.id));
}

/**
 * Ends one of them from now on, and those that were opened from it. The audit log of the instance has it. 404 for one that was
 * ended, or is not the operator's.
 */
export async function revokeOperatorSession(
  ctx: Ctx,
  { operatorHash, session_id: id }: OfOperator & { session_id: string },
): Promise<void> {
  requireOperator(ctx);
  await audited(ctx, async (trx) => {
    if (!(await endOperatorSession(trx, operatorHash, id))) throw new AppError('not_found', 'No such session.');
    const target = { kind: 'session', id };
    return { result: undefined, event: { org_id: null, action: 'session.revoke', target } };
  });
}
