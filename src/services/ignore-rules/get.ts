import type { IgnoreRule } from '../../drift/rules/ignore.ts';
import { getIgnoreRules as query } from '../../store/queries/ignore-rules.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchOrganization } from '../organizations/fetch.ts';

/** The rules of an organization. `version` grows with every change; 0 is no rules, ever. */
export type IgnoreRules = { version: number; rules: IgnoreRule[] };

/** What is ignored in an organization, expired rules included, in the order in which rules are asked. */
export async function getIgnoreRules(ctx: Ctx, input: { org_id: string }): Promise<IgnoreRules> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { version, rules } = (await query(ctx.store.db, id)) ?? { version: 0, rules: [] };
  return { version, rules };
}
