import { counted } from '../../base/plural.ts';
import type { Conclusion } from '../../engine/report/summary/conclude.ts';
import { countOpened } from '../../store/queries/incident-news.ts';
import type { InventoryEnd } from '../../store/queries/inventories.ts';
import type { Run } from '../../store/queries/runs.ts';
import { countOpenObjects } from '../../store/queries/unmanaged-objects-page.ts';
import type { Tenant } from '../../store/scope.ts';

function bound({ not_listed: lists = 0, unread_states: states = [] }: InventoryEnd): string {
  if (states.length > 0) return 'at most ';
  return lists > 0 ? 'at least ' : '';
}

/** The result of an inventory in a sentence. Nothing in it comes from outside. */
async function sentenceOf({ tenant, ...run }: Run & { tenant: Tenant }, end: InventoryEnd): Promise<string> {
  if (end.status === 'failed') return `Inventory: it failed. ${end.error?.detail ?? ''}`.trim();
  const { open } = await countOpenObjects(tenant);
  const fresh = await countOpened(tenant, run.id, 'unmanaged');
  const news = fresh === 0 ? 'none of them new' : `${fresh.toLocaleString('en-US')} new`;
  if (open === 0 && end.status === 'completed') return 'Inventory: nothing unmanaged.';
  return `Inventory: ${bound(end)}${counted(open, 'object')} in no state, ${news}.`;
}

/** Adds the result of an inventory to the summary of its analysis. */
export async function withInventory(
  run: Run & { tenant: Tenant },
  end: Conclusion,
  inventory: InventoryEnd,
): Promise<Conclusion> {
  const sentence = await sentenceOf(run, inventory);
  return { ...end, ai_summary: end.ai_summary === null ? sentence : `${end.ai_summary}\n${sentence}` };
}
