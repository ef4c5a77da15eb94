import { fit } from './width.ts';
import type { Analysis, SeenBefore, SimilarIncident } from '../engine/model/analysis.ts';

/** Resources of which it is told: the worst come first, and a memory may know something of every one. */
const MOST_RESOURCES = 10;
/** Columns of a summary: post-mortems may be long. */
const MOST_SUMMARY = 300;

/** What was seen before, as far as a report shows it, and of how many resources more. */
export function seenBefore({ similar = [] }: Pick<Analysis, 'similar'>): { shown: SeenBefore[]; rest: number } {
  return { shown: similar.slice(0, MOST_RESOURCES), rest: Math.max(0, similar.length - MOST_RESOURCES) };
}

export const restText = (rest: number): string =>
  `… and of ${rest} more ${rest === 1 ? 'resource' : 'resources'}; all of them with --json`;

/** What happened, on one line. */
export function summaryText({ summary }: SimilarIncident): string {
  const line = summary.trim().replaceAll(/[ \t\r\n]+/g, ' ');
  return fit(line, MOST_SUMMARY);
}

/** Where an incident is found again: on what it was, how alike it is to that of `resource`, its id. */
export function tracesText({ id, resource: other, similarity }: SimilarIncident, resource: string): string {
  return `${other === resource ? 'the same resource' : other} · similarity ${similarity.toFixed(2)} · ${id}`;
}
