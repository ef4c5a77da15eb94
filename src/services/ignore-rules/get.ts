import type { IgnoreRule } from '../../drift/rules/ignore.ts';
import type { RuleUsage } from '../../drift/rules/rule-use.ts';
import { getIgnoreRules as query } from '../../store/queries/ignore-rules.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';

/** What is known of a rule from the analyses since it was made or changed; `use` is what the last one of them said. */
export type PresentedUsage = { id: string } & RuleUsage;

/** The rules of an organization. `version` grows with every change; 0 is no rules, ever. */
export type IgnoreRules = { version: number; rules: IgnoreRule[]; usage: PresentedUsage[] };

/** What is known of the rules, in their order; nothing of those that no analysis has asked yet. */
export function presentUsage(rules: readonly IgnoreRule[], usage: Record<string, RuleUsage>): PresentedUsage[] {
  return rules.flatMap(({ id }) => (usage[id] ? [{ id, ...usage[id] }] : []));
}

/** What is ignored in an organization, expired rules included, in the order in which rules are asked. */
export async function getIgnoreRules(ctx: Ctx, input: { org_id: string }): Promise<IgnoreRules> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { version, rules, usage } = (await query(ctx.store.db, id)) ?? { version: 0, rules: [], usage: {} };
  return { version, rules, usage: presentUsage(rules, usage) };
}
