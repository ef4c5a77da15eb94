import { shownAttributes } from '../../ui/shown-drift.ts';
import type { Rule } from '../settings/rules/queries.ts';
import type { Finding } from './queries.ts';

/** How much a rule hides, with the words for it: the least first. */
export const WIDTHS = [
  ['attributes', 'What drifted now, on this resource'],
  ['resource', 'All drift of this resource'],
  ['type', 'These attributes, on all of its type'],
] as const;

export type Width = (typeof WIDTHS)[number][0];

/** Beyond these, rules name the attributes that the places lie in. */
const MAX_PLACES = 20;

/** A day so many days from now, as a date field has it. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The attributes to ignore: tags of the provider are those of the resource there. */
function pathsOf({ attributes }: Finding): string[] {
  const paths = shownAttributes(attributes).map(({ path }) => path.replace(/^tags_all(?=$|\[)/, 'tags'));
  const shown = paths.length > MAX_PLACES ? paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path) : paths;
  return [...new Set(shown)];
}

export type Chosen = { reason: string; expires_at: string; width: Width };

/** The rules that hide these findings, each once. A resource that was deleted is hidden as a whole. */
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
