import { plain, cut } from '../wording/clean.ts';
import { driftedText } from '../wording/drifted.ts';
import { noDriftText, reasonText, uncheckedText, type Unchecked } from '../wording/unchecked.ts';
import { plural } from '../../../base/plural.ts';
import { SEVERITIES, type Analysis, type Finding } from '../../model/analysis.ts';
import { ALL_MATTERS, matterText } from '../matters.ts';
import { steps } from './steps.ts';
import type { ListedFinding, Totals } from '../totals.ts';

/** In characters: one or two screens, and as much as agents are shown. */
export const MAX_SUMMARY = 4_000;
const MAX_MATTERS = 8;
const MAX_REASONS = 3;

export type Summed = Pick<Analysis, 'states' | 'error'> & {
  totals: Totals;
  /** A model's sentences about listed findings. They replace the general reasons why findings matter. */
  sentences?: ReadonlyMap<ListedFinding, string>;
};

const numberOf = ({ findings }: Totals, kind?: Finding['kind']): number =>
  findings.reduce((sum, one) => sum + (kind === undefined || one.kind === kind ? one.count : 0), 0);

/** Number of findings that are not side effects. */
export const ownFindings = (totals: Totals): number => numberOf(totals) - totals.counts.following;

/** Number of instances and states that were not checked, and number of instances in scope. */
function uncheckedOf({ totals: { counts }, states }: Summed): { unchecked: Unchecked; total: number } {
  const instances = counts.suspect + counts.unreadable + counts.unsupported;
  const total = counts.in_sync + counts.changed + counts.deleted + instances;
  return { unchecked: { instances, states: states.filter(({ status }) => status !== 'read').length }, total };
}

/** The number of drifted resources among the checked ones, by kind and severity. */
export function headline(summed: Summed): string {
  const { totals } = summed;
  const { counts } = totals;
  const { following } = counts;
  const checked = counts.in_sync + counts.changed + counts.deleted;
  if (checked === 0) return 'No resource was checked. Drift is unknown.';
  if (numberOf(totals) === 0) {
    const { unchecked, total } = uncheckedOf(summed);
    return noDriftText(unchecked, total);
  }
  const changed = counts.changed - following;
  const parts = [changed > 0 && `${changed} changed`, counts.deleted > 0 && `${counts.deleted} deleted`];
  const headline = driftedText(ownFindings(totals), checked, following);
  return `${headline}: ${parts.filter(Boolean).join(', ')}.${severities(totals)}`;
}

/** Side effects are subtracted; their severity is always low. */
function severities({ findings, counts: { following } }: Totals): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const all = findings.filter((one) => one.severity === severity).reduce((sum, { count }) => sum + count, 0);
    const own = severity === 'low' ? all - following : all;
    return own > 0 ? [`${own} ${severity}`] : [];
  });
  return parts.length === 0 ? '' : ` By severity: ${parts.join(', ')}.`;
}

/** The text about resources that were not checked, with reasons; undefined if all were checked. */
export function honesty(summed: Summed): string | undefined {
  const { counts, gaps } = summed.totals;
  const { unchecked, total } = uncheckedOf(summed);
  const { instances, states } = unchecked;
  if (instances + states === 0) return undefined;
  const unread = gaps
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .map(({ reason, count }) => ({ text: cut(plain(reasonText({ verdict: 'unreadable', reason })), 80), count }));
  const why = [
    { text: 'unconfirmed deletion', count: counts.suspect },
    ...unread.slice(0, MAX_REASONS),
    { text: 'other reasons', count: unread.slice(MAX_REASONS).reduce((sum, { count }) => sum + count, 0) },
    { text: 'no provider to read it with', count: counts.unsupported },
  ].flatMap(({ text, count }) => (count > 0 ? [`${text} (${count.toLocaleString('en-US')})`] : []));
  const reasons = why.length === 0 ? '' : `: ${why.join(', ')}`;
  const parts = [
    ...(instances > 0 ? [`${uncheckedText({ instances, states: 0 }, total)} not checked${reasons}.`] : []),
    ...(states > 0 ? [`${plural(states, 'state')} not checked.`] : []),
  ];
  return `${parts.join(' ')} They may have drifted. The coverage lists each with its reason.`;
}

function matters({ matters: entries }: Totals): string[] {
  const counts = new Map(entries.map(({ matter, count }) => [matter, count]));
  return ALL_MATTERS.filter((matter) => counts.has(matter))
    .slice(0, MAX_MATTERS)
    .map((matter) => `- ${matterText(matter).what} (${counts.get(matter)}): ${matterText(matter).why}.`);
}

/** The worst findings. A location that all of them share is named only in the heading. */
function changes({ totals, sentences }: Summed, max: number): string[] {
  const listed = totals.worst.slice(0, max);
  const more = ownFindings(totals) - listed.length;
  const [{ where } = { where: '' }] = listed;
  const isShared =
    listed.length > 1 && listed.every(({ text, where: other }) => other === where && text.includes(` ${where}`));
  const textOf = (text: string) => {
    const at = text.lastIndexOf(` ${where}`);
    return isShared ? text.slice(0, at) + text.slice(at + where.length + 1) : text;
  };
  const lineOf = (one: ListedFinding) => [`- ${one.severity}: ${textOf(one.text)}.`, sentences?.get(one) ?? []].flat();
  return [
    `Changes${isShared ? ` ${where}` : ''}, worst first:`,
    ...listed.map((one) => lineOf(one).join(' ')),
    ...(more > 0 ? [`- … and ${plural(more, 'more finding')}.`] : []),
  ];
}

/** A summary with at most `max` findings. */
function note(summed: Summed, max: number): string {
  const { totals } = summed;
  const listed = totals.worst.slice(0, max);
  const honest = honesty(summed);
  // The reasons are omitted only if the model has a sentence for each listed finding.
  const isWritten = summed.sentences !== undefined && listed.every((one) => summed.sentences?.has(one));
  const sections = [
    [headline(summed)],
    listed.length === 0 ? [] : changes(summed, max),
    totals.matters.length === 0 || isWritten ? [] : ['Why it matters:', ...matters(totals)],
    listed.length === 0 ? [] : ['What to do:', ...steps(listed)],
    honest === undefined ? [] : [honest],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/**
 * Summarises an analysis: changes, reasons why they matter, next steps, and resources that were not checked. The text
 * has at most `MAX_SUMMARY` characters: the longer the sentences, the fewer findings are listed. Equal input gives
 * equal text.
 */
export function summarise(summed: Summed): string {
  if (summed.error) return `The analysis failed: ${summed.error.detail}`;
  const all = summed.totals.worst.length;
  const tries = Array.from({ length: all + 1 }, (_, i) => note(summed, all - i));
  return tries.find((text) => text.length <= MAX_SUMMARY) ?? tries.at(-1) ?? '';
}
