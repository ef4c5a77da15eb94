import { listDeletions as query, type DeletionRow } from '../../store/queries/organization-deletions.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';

/** What is left of an organization that was removed. */
export type Deletion = {
  id: string;
  organization_id: string;
  login: string;
  actor: { kind: DeletionRow['actor_kind']; id: string | null; name: string | null; hint: string | null };
  request_id: string | null;
  requested_at: string;
  finished_at: string | null;
};

export function presentDeletion(row: DeletionRow): Deletion {
  return {
    id: row.id,
    organization_id: row.organization_id,
    login: row.login,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, hint: row.actor_hint },
    request_id: row.request_id,
    requested_at: row.requested_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** Organizations that were removed, by whom, newest first. Operator only. */
export async function listDeletions(ctx: Ctx, input: PageRequest): Promise<Page<Deletion>> {
  requireOperator(ctx);
  return page(input, (limit, after) => query(ctx.store.db, { limit, after }), presentDeletion);
}
