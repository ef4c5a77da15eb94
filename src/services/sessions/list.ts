import { listSessionsOf } from '../../store/queries/sessions.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import type { Session } from './authenticate.ts';
import { presentSession, type ShownSession } from './present.ts';

/** Who is signed in to an organization, newest first. The operator's own sessions are nobody's. */
export async function listSessions(
  ctx: Ctx,
  input: PageRequest & { org_id: string; session: Session | undefined },
): Promise<Page<ShownSession>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const now = new Date();
  const query = (limit: number, after: string | undefined) => listSessionsOf(ctx.store.db, id, { limit, after, now });
  return page(input, query, (row) => presentSession(row, input.session?.id));
}
