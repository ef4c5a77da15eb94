import { listOperatorSessions, listSessionsOf, type OrganizationSessionRow } from '../../store/queries/sessions.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { timeOf } from '../base/present.ts';
import type { Session } from './authenticate.ts';
import { endOf } from './secret.ts';
import { scoped } from '../../store/scope.ts';

/** `session`: the session of the call. */
type Listing = PageRequest & { session: Session | undefined };

/** The sessions of an organization, newest first. The operator's own sessions belong to no organization. */
export async function listSessions(
  ctx: Ctx,
  input: Listing & { org_id: string },
): Promise<Page<ReturnType<typeof presentSession>>> {
  const { id } = await fetchOrganization(ctx, input.org_id, 'admin');
  const now = new Date();
  const query = (limit: number, after: string | undefined) =>
    listSessionsOf(scoped(ctx.store.db, { org_id: id }), { limit, after, now });
  return page(input, query, (row) => presentSession(row, input.session));
}

/**
 * The operator's sessions, newest first.
 * @param operatorHash SHA-256 of the operator key: sessions that another key started have ended
 */
export async function listOperatorsSessions(
  ctx: Ctx,
  { operatorHash, session, ...request }: Listing & { operatorHash: Uint8Array },
): Promise<Page<ReturnType<typeof sessionTimes>>> {
  requireOperator(ctx);
  const now = new Date();
  const query = (limit: number, after: string | undefined) =>
    listOperatorSessions(ctx.store.db, operatorHash, { limit, after, now });
  return page(request, query, (row) => sessionTimes({ ...row, key_expires_at: null }, session));
}

type Times = Pick<OrganizationSessionRow, 'id' | 'created_at' | 'expires_at' | 'last_used_at' | 'key_expires_at'>;

/** The fields of every session. */
const sessionTimes = (row: Times, current: Session | undefined) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  expires_at: endOf(row).toISOString(),
  last_used_at: timeOf(row.last_used_at),
  /** True for the session of the call. */
  current: row.id === current?.id,
});

/** A session of an organization as the API shows it, without its hash. */
const presentSession = (row: OrganizationSessionRow, current: Session | undefined) => ({
  ...sessionTimes(row, current),
  kind: row.login === null ? ('key' as const) : ('person' as const),
  /** Null for a person's session. */
  key_id: row.key_id,
  /** The name and the last characters of its key, or the person's login at sign-in. */
  name: row.login ?? row.key_name ?? '',
  hint: row.key_hint,
  scopes: row.person_scopes ?? row.scopes,
});
