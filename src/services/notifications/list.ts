import { listHooks as query } from '../../store/queries/hooks.ts';
import type { Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { fetchHook, fetchHooksOf, presentHook, type Hook } from './hook.ts';

/** The webhooks of an organization, newest first. */
export async function listHooks(ctx: Ctx, input: PageRequest & { org_id: string }): Promise<Page<Hook>> {
  const scope = await fetchHooksOf(ctx, input.org_id);
  return page(input, (limit, after) => query(ctx.store.db, scope, { limit, after }), presentHook);
}

/** One of them. */
export async function getHook(ctx: Ctx, input: { org_id: string; hook_id: string }): Promise<Hook> {
  return presentHook((await fetchHook(ctx, input)).row);
}
