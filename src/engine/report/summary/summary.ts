import { plain, cut } from '../wording/clean.ts';
import { plural } from '../../../base/plural.ts';
import { SEVERITIES, type Analysis, type Finding } from '../../model/analysis.ts';
import { ALL_MATTERS, matterText } from '../matters.ts';
import { steps } from './steps.ts';
import type { Tally } from '../tally.ts';

/** Characters of a summary: what fits a screen or two, and what agents are shown. */
export const LONGEST_SUMMARY = 4_000;
/** Why findings matter is told of so many kinds. */
const MATTERS = 8;
const REASONS = 3;

export type Summed = Pick<Analysis, 'states' | 'error'> & { tally: Tally };

const numberOf = ({ findings }: Tally, kind?: Finding['kind']): number =>
  findings.reduce((sum, one) => sum + (kind === undefined || one.kind === kind ? one.count : 0), 0);

/** Findings that follow from no other. */
export const ownFindings = (tally: Tally): number => numberOf(tally) - tally.counts.following;

/** How much drift there is among how many resources, in a sentence or two that are true by count. */
export function headline({ tally }: Summed): string {
  const { counts } = tally;
  const { following } = counts;
  const looked = counts.in_sync + counts.changed + counts.deleted;
  if (looked === 0) return 'Nothing was looked at, so nothing can be said about drift.';
  if (numberOf(tally) === 0) return `No drift: ${plural(looked, 'resource')} as the state says.`;
  const changed = counts.changed - following;
  const parts = [changed > 0 && `${changed} changed`, counts.deleted > 0 && `${counts.deleted} deleted`];
  const more =
    following > 0
      ? ` ${plural(following, 'more resource')} only ${following === 1 ? 'follows' : 'follow'} from that.`
      : '';
  return `Drift in ${ownFindings(tally)} of ${plural(looked, 'resource')}: ${parts.filter(Boolean).join(', ')}.${more}${severities(tally)}`;
}

/** What only follows from another finding is low by itself, and is not counted. */
function severities({ findings, counts: { following } }: Tally): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const all = findings.filter((one) => one.severity === severity).reduce((sum, { count }) => sum + count, 0);
    const own = severity === 'low' ? all - following : all;
    return own > 0 ? [`${own} ${severity}`] : [];
  });
  return parts.length === 0 ? '' : ` By severity: ${parts.join(', ')}.`;
}

/** What could not be looked at, and that nothing is said of it; undefined where everything was. */
export function honesty({ tally: { counts, gaps }, states }: Summed): string | undefined {
  const unread = states.filter((state) => state.status !== 'read').length;
  const why = gaps
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, REASONS)
    .map(({ reason, count }) => `${count} ${cut(plain(reason), 40)}`);
  const reasons = why.length === 0 ? '' : ` (${why.join(', ')}${gaps.length > REASONS ? ', …' : ''})`;
  const parts = [
    counts.suspect > 0 && `${plural(counts.suspect, 'deletion')} could not be confirmed`,
    unread > 0 && `${plural(unread, 'state')} could not be read`,
    counts.unreadable > 0 && `${plural(counts.unreadable, 'resource')} could not be read${reasons}`,
    counts.unsupported > 0 && `${plural(counts.unsupported, 'resource')} had no provider that can read them`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? undefined
    : `Not everything was looked at: ${parts.join('; ')}. Of these nothing is said here; the coverage says which and why.`;
}

function matters({ matters: found }: Tally): string[] {
  const counts = new Map(found.map(({ matter, count }) => [matter, count]));
  return ALL_MATTERS.filter((matter) => counts.has(matter))
    .slice(0, MATTERS)
    .map((matter) => `- ${matterText(matter).what} (${counts.get(matter)}): ${matterText(matter).why}.`);
}

/** What is told one by one; where all of it happened in one place, that is said once. */
function changes({ tally }: Summed, most: number): string[] {
  const told = tally.worst.slice(0, most);
  const more = ownFindings(tally) - told.length;
  const [{ where } = { where: '' }] = told;
  const isShared =
    told.length > 1 && told.every(({ text, where: other }) => other === where && text.includes(` ${where}`));
  const textOf = (text: string) => {
    const at = text.lastIndexOf(` ${where}`);
    return isShared ? text.slice(0, at) + text.slice(at + where.length + 1) : text;
  };
  return [
    `What changed${isShared ? ` ${where}` : ''}, the worst first:`,
    ...told.map(({ severity, text }) => `- ${severity}: ${textOf(text)}.`),
    ...(more > 0 ? [`- … and ${plural(more, 'more finding')}.`] : []),
  ];
}

/** The note with so many findings told one by one. */
function note(summed: Summed, most: number): string {
  const { tally } = summed;
  const told = tally.worst.slice(0, most);
  const honest = honesty(summed);
  const sections = [
    [headline(summed)],
    told.length === 0 ? [] : changes(summed, most),
    tally.matters.length === 0 ? [] : ['Why it matters:', ...matters(tally)],
    told.length === 0 ? [] : ['What to do:', ...steps(told)],
    honest === undefined ? [] : [honest],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/**
 * What an engineer would write under the analysis: what changed, why it matters, what to do, first things first, and what is
 * not known. Of at most `LONGEST_SUMMARY` characters: the more there is to say of each finding, the fewer are told. The same
 * input, the same text.
 */
export function summarise(summed: Summed): string {
  if (summed.error) return `The analysis could not be made: ${summed.error.detail}`;
  const most = summed.tally.worst.length;
  const tries = Array.from({ length: most + 1 }, (_, i) => note(summed, most - i));
  return tries.find((text) => text.length <= LONGEST_SUMMARY) ?? tries.at(-1) ?? '';
}
