import { plain, cut } from '../wording/clean.ts';
import { driftedText } from '../wording/drifted.ts';
import { plural } from '../../../base/plural.ts';
import { SEVERITIES, type Analysis, type Finding } from '../../model/analysis.ts';
import { ALL_MATTERS, matterText } from '../matters.ts';
import { steps } from './steps.ts';
import type { ListedFinding, Tally } from '../tally.ts';

/** Characters: a screen or two, and as much as agents are shown. */
export const MAX_SUMMARY = 4_000;
const MAX_MATTERS = 8;
const MAX_REASONS = 3;

export type Summed = Pick<Analysis, 'states' | 'error'> & {
  tally: Tally;
  /** A model's sentences about listed findings, in place of why these matter by their kinds. */
  sentences?: ReadonlyMap<ListedFinding, string>;
};

const numberOf = ({ findings }: Tally, kind?: Finding['kind']): number =>
  findings.reduce((sum, one) => sum + (kind === undefined || one.kind === kind ? one.count : 0), 0);

/** How many findings are not side effects of others. */
export const ownFindings = (tally: Tally): number => numberOf(tally) - tally.counts.following;

/** How many of the checked resources drifted, by kind and severity. */
export function headline({ tally }: Summed): string {
  const { counts } = tally;
  const { following } = counts;
  const checked = counts.in_sync + counts.changed + counts.deleted;
  if (checked === 0) return 'No resource was checked. Drift is unknown.';
  if (numberOf(tally) === 0) return `No drift: ${plural(checked, 'resource')} checked.`;
  const changed = counts.changed - following;
  const parts = [changed > 0 && `${changed} changed`, counts.deleted > 0 && `${counts.deleted} deleted`];
  const headline = driftedText(ownFindings(tally), checked, following);
  return `${headline}: ${parts.filter(Boolean).join(', ')}.${severities(tally)}`;
}

/** Side effects, whose severity is low, are not counted. */
function severities({ findings, counts: { following } }: Tally): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const all = findings.filter((one) => one.severity === severity).reduce((sum, { count }) => sum + count, 0);
    const own = severity === 'low' ? all - following : all;
    return own > 0 ? [`${own} ${severity}`] : [];
  });
  return parts.length === 0 ? '' : ` By severity: ${parts.join(', ')}.`;
}

/** What was not checked, with reasons; undefined where everything was. */
export function honesty({ tally: { counts, gaps }, states }: Summed): string | undefined {
  const unread = states.filter((state) => state.status !== 'read').length;
  const why = gaps
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, MAX_REASONS)
    .map(({ reason, count }) => `${count} ${cut(plain(reason), 40)}`);
  const reasons = why.length === 0 ? '' : ` (${why.join(', ')}${gaps.length > MAX_REASONS ? ', …' : ''})`;
  const parts = [
    counts.suspect > 0 && `${plural(counts.suspect, 'deletion')} could not be confirmed`,
    unread > 0 && `${plural(unread, 'state')} could not be read`,
    counts.unreadable > 0 && `${plural(counts.unreadable, 'resource')} could not be read${reasons}`,
    counts.unsupported > 0 && `${plural(counts.unsupported, 'resource')} had no provider that can read them`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? undefined
    : `Not checked (may have drifted): ${parts.join('; ')}. The coverage lists each with its reason.`;
}

function matters({ matters: entries }: Tally): string[] {
  const counts = new Map(entries.map(({ matter, count }) => [matter, count]));
  return ALL_MATTERS.filter((matter) => counts.has(matter))
    .slice(0, MAX_MATTERS)
    .map((matter) => `- ${matterText(matter).what} (${counts.get(matter)}): ${matterText(matter).why}.`);
}

/** The worst findings; a location that they all share stands in the heading alone. */
function changes({ tally, sentences }: Summed, max: number): string[] {
  const listed = tally.worst.slice(0, max);
  const more = ownFindings(tally) - listed.length;
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

/** A summary that lists at most `max` findings. */
function note(summed: Summed, max: number): string {
  const { tally } = summed;
  const listed = tally.worst.slice(0, max);
  const honest = honesty(summed);
  const sections = [
    [headline(summed)],
    listed.length === 0 ? [] : changes(summed, max),
    tally.matters.length === 0 || summed.sentences ? [] : ['Why it matters:', ...matters(tally)],
    listed.length === 0 ? [] : ['What to do:', ...steps(listed)],
    honest === undefined ? [] : [honest],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/**
 * The summary of an analysis: changes, why they matter, next steps, and what was not checked. At most `MAX_SUMMARY` characters:
 * the longer the sentences, the fewer findings are listed. The same input gives the same text.
 */
export function summarise(summed: Summed): string {
  if (summed.error) return `The analysis failed: ${summed.error.detail}`;
  const all = summed.tally.worst.length;
  const tries = Array.from({ length: all + 1 }, (_, i) => note(summed, all - i));
  return tries.find((text) => text.length <= MAX_SUMMARY) ?? tries.at(-1) ?? '';
}
