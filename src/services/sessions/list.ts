import { listSessionsOf, type OrganizationSessionRow, type SessionRow } from '../../store/queries/sessions.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import type { Session } from './authenticate.ts';
import { endOf } from './secret.ts';

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

/** What is shown of every session. */
export type SessionTimes = {
  id: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  /** The one that asks. */
  current: boolean;
};

/** A session of an organization as the API shows it. */
type ShownSession = SessionTimes & {
  kind: 'key' | 'person';
  /** Null for a person. */
  key_id: string | null;
  /** The name and the last characters of its key; what a person was called when they signed in. */
  name: string;
  hint: string | null;
  scopes: string[];
};

/** @param current the id of the one that asks */
export const sessionTimes = (
  row: Pick<SessionRow, 'id' | 'created_at' | 'expires_at' | 'last_used_at' | 'key_expires_at'>,
  current: string | undefined,
): SessionTimes => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  expires_at: endOf(row).toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  current: row.id === current,
});

/** The row as the API shows it, without its hash. */
function presentSession(row: OrganizationSessionRow, current: string | undefined): ShownSession {
  return {
    ...sessionTimes(row, current),
    kind: row.login === null ? 'key' : 'person',
    key_id: row.key_id,
    name: row.login ?? row.key_name ?? '',
    hint: row.key_hint,
    scopes: row.person_scopes ?? row.scopes,
  };
}
