import { counted } from '../../base/plural.ts';
import type { Conclusion } from '../../engine/report/summary/conclude.ts';
import { countOpened } from '../../store/queries/incident-news.ts';
import type { InventoryEnd } from '../../store/queries/inventories.ts';
import type { Run } from '../../store/queries/runs.ts';
import { countOpenObjects, countUnseen } from '../../store/queries/unmanaged-objects-page.ts';
import type { Tenant } from '../../store/scope.ts';
import { isAtLeast, NOTHING_LISTED } from './bounds.ts';

function bound(end: InventoryEnd): string {
  const isMost = (end.unread_states ?? []).length > 0;
  if (isAtLeast(end)) return isMost ? 'about ' : 'at least ';
  return isMost ? 'at most ' : '';
}

/** The result of an inventory in a sentence. Nothing in it comes from outside. */
async function sentenceOf({ tenant, ...run }: Run & { tenant: Tenant }, end: InventoryEnd): Promise<string> {
  if (end.status === 'failed') return `Inventory: it failed. ${end.error?.detail ?? ''}`.trim();
  if (end.error?.code === NOTHING_LISTED) return 'Inventory: nothing could be listed.';
  const { open } = await countOpenObjects(tenant);
  const fresh = await countOpened(tenant, run.id, 'unmanaged');
  const news = fresh === 0 ? 'none of them new' : `${fresh.toLocaleString('en-US')} new`;
  if (open === 0 && bound(end) === '') return 'Inventory: nothing unmanaged.';
  if (open === 0) return 'Inventory: nothing unmanaged in what could be read.';
  const unseen = await countUnseen(tenant, run);
  const rest = unseen === 0 ? '' : ` Not read this time: ${counted(unseen, 'object')} of these.`;
  return `Inventory: ${bound(end)}${counted(open, 'object')} in no state, ${news}.${rest}`;
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
