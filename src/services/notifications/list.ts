import { listHooks as query, getHook as findHook, type HookRow } from '../../store/queries/hooks.ts';
import { AppError } from '../../base/errors.ts';
import type { Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { fetchOrganization } from '../access/organization.ts';
import { pick, timeOf } from '../base/present.ts';
import { scoped } from '../../store/scope.ts';

/** The webhooks of an organization, newest first. */
export async function listHooks(ctx: Ctx, input: PageRequest & { org_id: string }): Promise<Page<Hook>> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  return page(input, (limit, after) => query(scoped(ctx.store.db, scope), { limit, after }), presentHook);
}

/** One webhook. 404 for another organization's. */
export async function getHook(ctx: Ctx, input: { org_id: string; hook_id: string }): Promise<Hook> {
  return presentHook((await fetchHook(ctx, input)).row);
}

/** A webhook as the API shows it, without its address and secrets. */
export type Hook = ReturnType<typeof presentHook>;

export const presentHook = (row: HookRow) => ({
  ...pick(row, 'id', 'url_hint', 'format', 'events', 'description', 'enabled'),
  /** The reason why Plumbline disabled it; null if it did not. */
  disabled_reason: row.disabled_reason,
  /** The time since which every attempt has failed. */
  failing_since: timeOf(row.failing_since),
  /** The end of the period in which messages are signed with the previous secret as well. */
  previous_secret_until:
    row.previous_secret_until && row.previous_secret_until > new Date() ? timeOf(row.previous_secret_until) : null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The organization of a hook, if the caller may see its hooks. Every use case on hooks starts here. */
export async function fetchHooksOf(ctx: Ctx, orgId: string): Promise<{ org_id: string }> {
  const { id } = await fetchOrganization(ctx, orgId, 'admin');
  return { org_id: id };
}

/** The error for a hook that does not exist or belongs to another organization. */
export const noSuchHook = (): AppError => new AppError('not_found', 'No such webhook.');

/** A hook and its organization. 404 if there is none. */
export async function fetchHook(
  ctx: Ctx,
  input: { org_id: string; hook_id: string },
): Promise<{ scope: { org_id: string }; row: HookRow }> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  const row = await findHook(scoped(ctx.store.db, scope), input.hook_id);
  if (!row) throw noSuchHook();
  return { scope, row };
}

/** The fields in the audit log. */
export const HOOK_FIELDS = ['url_hint', 'format', 'events', 'description', 'enabled'] as const;
