import { SEVERITIES } from '../../engine/model/analysis.ts';
import { ownFindings } from '../../engine/report/summary/summary.ts';
import type { Tally } from '../../engine/report/tally.ts';

const WORDS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value): [string, string] => [word, String(value)]),
);
/** Words that mean a number which nothing can be compared with. */
const VAGUE =
  /^(thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|half|twice|thrice|couple|double[ds]?|triple[ds]?|percent)$/;

/** What may stand between a number and what it counts. */
const FILL = new Set(
  'of the these those all total only just new own resource resources instance instances are is were was have has been be in that severity'.split(
    ' ',
  ),
);
const KEYS: readonly [key: string, words: RegExp][] = [
  ...SEVERITIES.slice(0, 4).map((severity): [string, RegExp] => [severity, new RegExp(`^${severity}$`)]),
  ['changed', /^(chang(ed|es?)|modified|altered|modifications?)$/],
  ['deleted', /^(delet(ed|ions?)|gone|missing|destroyed|removed|removals?)$/],
  ['in_sync', /^sync$/],
  ['unread', /^(unread|unreadable|not|could)$/],
  ['states', /^states?$/],
  ['following', /^(follow(s|ed)?|consequences?|effects?)$/],
  ['more', /^(more|other|others|further|remaining|another|additional|rest)$/],
  ['drift', /^(drift(s|ed)?|findings?|differ(s|ed)?|differences?|issues?|problems?|incidents?)$/],
];
/** Keys that are ignored beside more specific ones, the most specific first. */
const GENERAL = ['more', 'drift'];

/** The numbers that may be said of each thing that is counted. `reported` findings are named in the text. */
export function countsOf(tally: Tally, states: number, reported: number): ReadonlyMap<string, ReadonlySet<string>> {
  const { counts, findings } = tally;
  const { following } = counts;
  const own = ownFindings(tally);
  const all = own + following;
  const sum = (wanted: (one: Tally['findings'][number]) => boolean) =>
    findings.filter(wanted).reduce((total, { count }) => total + count, 0);
  const set = (...values: number[]) => new Set(values.map(String));
  const checked = counts.in_sync + counts.changed + counts.deleted;
  return new Map([
    ...SEVERITIES.slice(0, 4).map((severity): [string, Set<string>] => {
      const count = sum((one) => one.severity === severity);
      return [severity, severity === 'low' ? set(count, count - following) : set(count)];
    }),
    ['changed', set(counts.changed, counts.changed - following)],
    ['deleted', set(counts.deleted)],
    ['in_sync', set(counts.in_sync)],
    ['unread', set(counts.unreadable, counts.unreadable + counts.unsupported + counts.suspect)],
    ['states', set(states)],
    ['following', set(following)],
    ['more', set(all - reported, own - reported, ...(following > 0 ? [following] : []))],
    ['drift', set(all, own)],
    ['resources', set(checked, counts.resources, all, own)],
    ['whole', set(checked, counts.resources, all, own)],
  ]);
}

type Counts = ReturnType<typeof countsOf>;

/** What a number counts, by the words that follow it; undefined where it counts nothing that is counted. */
function countedBy(words: readonly string[]): { keys: string[]; resources: boolean; rest: readonly string[] } {
  const keys: string[] = [];
  let resources = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = (words[at] ?? '').toLowerCase();
    const key = KEYS.find(([, pattern]) => pattern.test(word))?.[0];
    if (key !== undefined) keys.push(key);
    else if (!FILL.has(word)) break;
    if (/^(resource|instance)s?$/.test(word)) resources = true;
  }
  return { keys, resources, rest: words.slice(at) };
}

const isNumber = (word: string | undefined) => word !== undefined && /^\d/.test(word);
/** `1,000` is 1000, `twelve` is 12, `50%` is 50. */
const valueOf = (word: string) => WORDS.get(word.toLowerCase()) ?? word.replaceAll(',', '').replace(/%$/, '');

function isCount(number: string, keys: readonly string[], counts: Counts): boolean {
  const specific = keys.filter((key) => !GENERAL.includes(key));
  const counted = specific.length > 0 ? specific : GENERAL.filter((key) => keys.includes(key)).slice(0, 1);
  return counted.every((key) => counts.get(key)?.has(number) === true);
}

/**
 * Whether every number among the words of a line is one that may be said there: of what is counted the count, else one that the
 * findings of the line have. Numbers of a word (`twelve`, `no one`) are numbers, but for `one` where it counts nothing.
 */
export function numbersHold(words: readonly string[], values: ReadonlySet<string>, counts: Counts): boolean {
  return words.every((word, at) => {
    if (VAGUE.test(word.toLowerCase())) return false;
    if (!isNumber(word) && !WORDS.has(word.toLowerCase())) return true;
    const number = valueOf(word);
    const { keys, resources, rest } = countedBy(words.slice(at + 1));
    const [next = ''] = rest;
    // `24 of 60 resources drifted`: what the second one counts says what the first one counts.
    if (words[at + 1]?.toLowerCase() === 'of' && isNumber(next)) {
      const second = countedBy(rest.slice(1));
      const first = second.keys.length > 0 ? second.keys : ['drift'];
      return (
        isCount(number, first, counts) &&
        (second.resources || second.keys.length > 0) &&
        counts.get('whole')?.has(valueOf(next)) === true
      );
    }
    const isPart = words[at - 1]?.toLowerCase() === 'of' && isNumber(words[at - 2]);
    if (isPart && (keys.length > 0 || resources)) return counts.get('whole')?.has(number) === true;
    if (keys.length > 0) return isCount(number, keys, counts);
    if (resources) return counts.get('resources')?.has(number) === true;
    return word.toLowerCase() === 'one' || values.has(number);
  });
}
