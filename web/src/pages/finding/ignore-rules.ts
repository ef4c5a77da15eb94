import { shownAttributes } from '../../ui/shown-drift.ts';
import type { Rule } from '../settings/rules/queries.ts';
import type { Finding } from './queries.ts';

/** The widths of an ignore rule with their labels, narrowest first. */
export const WIDTHS = [
  ['attributes', 'What drifted now, on this resource'],
  ['resource', 'All drift of this resource'],
  ['type', 'These attributes, on all of its type'],
] as const;

export type Width = (typeof WIDTHS)[number][0];

/** With more differing paths than these, rules name their top-level attributes. */
const MAX_PLACES = 20;

/** The date `days` days from now, in the format of a date field. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The paths of attributes to ignore; `tags_all` becomes `tags`. */
function pathsOf({ attributes }: Finding): string[] {
  const paths = shownAttributes(attributes).map(({ path }) => path.replace(/^tags_all(?=$|\[)/, 'tags'));
  const shown = paths.length > MAX_PLACES ? paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path) : paths;
  return [...new Set(shown)];
}

export type Chosen = { reason: string; expires_at: string; width: Width };

/** The distinct rules that hide these findings. The rule for a deleted resource names no attribute. */
export function rulesFor(findings: readonly Finding[], { reason, expires_at: end, width }: Chosen): Rule[] {
  const about = { reason: reason.trim(), ...(end !== '' && { expires_at: `${end}T00:00:00.000Z` }) };
  const rules = findings.flatMap((finding): Rule[] => {
    const own = { address: finding.resource, state: finding.state_key };
    const paths = finding.kind === 'deleted' || width === 'resource' ? [] : pathsOf(finding);
    if (paths.length === 0) return [{ ...about, ...own }];
    return paths.map((attribute) => ({ ...about, ...(width === 'type' ? { type: finding.type } : own), attribute }));
  });
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
