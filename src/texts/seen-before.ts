import { fit } from './width.ts';
import type { Analysis, SeenBefore, SimilarIncident } from '../engine/model/analysis.ts';

/** Maximum resources that are listed, the worst first, because each may have similar incidents. */
const MAX_RESOURCES = 10;
/** Maximum columns of a summary, because post-mortems may be long. */
const MAX_SUMMARY = 300;

/** The similar incidents that a report shows, and the number of other resources with similar incidents. */
export function seenBefore({ similar = [] }: Pick<Analysis, 'similar'>): { shown: SeenBefore[]; rest: number } {
  return { shown: similar.slice(0, MAX_RESOURCES), rest: Math.max(0, similar.length - MAX_RESOURCES) };
}

export const restText = (rest: number): string =>
  `… and of ${rest} more ${rest === 1 ? 'resource' : 'resources'}; all of them with --json`;

/** The summary of an incident on one line. */
export function summaryText({ summary }: SimilarIncident): string {
  const line = summary.trim().replaceAll(/[ \t\r\n]+/g, ' ');
  return fit(line, MAX_SUMMARY);
}

/** The resource of an incident, its similarity to `resource`'s incident, and its id. */
export function tracesText({ id, resource: other, similarity }: SimilarIncident, resource: string): string {
  return `${other === resource ? 'the same resource' : other} · similarity ${similarity.toFixed(2)} · ${id}`;
}
