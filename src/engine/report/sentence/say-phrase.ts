import type { Json } from '../../../base/json.ts';
import type { Finding } from '../../model/analysis.ts';
import { differences, type Difference } from '../../value/difference.ts';
import { isOn } from '../../value/scalars.ts';
import { blocksClause, choiceClause } from './blocks.ts';
import { amountClause, entriesClause, flagClause, itemsClause, opaqueClause, valueClause } from './clause.ts';
import { cut, plain } from '../wording/clean.ts';
import { listOf, type Fact } from './fact.ts';
import { networkClause } from './network.ts';
import type { Phrase } from '../../../clouds/contract/phrases.ts';
import { policyClause } from './policy.ts';
import { rangesClause, sourcesClause } from './sources.ts';
import { say, sayOne, was } from '../wording/words.ts';

const MAX_PATH = 60;

const isPlain = (value: Json) => typeof value !== 'object';

/** The clause for a value in several blocks. It is only known how often each value occurs, not in which block. */
function severalClause(what: string, before: readonly Json[], after: readonly Json[], fact: Fact): string {
  const [came, went] = [moreThan(after, before), moreThan(before, after)];
  const [now, then] = [came[0], went[0]];
  if (came.length + went.length > 2 || came.length > 1 || went.length > 1) return valueClause(what, fact);
  const places = `one of ${Math.max(before.length, after.length)} places`;
  if (now !== undefined && then !== undefined)
    return `${valueClause(what, { ...fact, before: then, after: now })} in ${places}`;
  if (now !== undefined) return `${what} ${was(what)} set to ${say(now) ?? 'another value'} in one place more`;
  return `${what} ${was(what)} ${say(then ?? null) ?? 'the same'} in one place less`;
}

/** The elements that occur more often in the first list than in the second, with repetition. */
function moreThan(these: readonly Json[], those: readonly Json[]): Json[] {
  const left = new Map<Json, number>();
  for (const one of those) left.set(one, (left.get(one) ?? 0) + 1);
  return these.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

/**
 * The clause for a value that has a sentence of its own. It applies if all blocks have this value now and none had it
 * before. An unset value (`-`) has a sentence only if the phrase gives one.
 */
function casesClause({ what, says }: Extract<Phrase, { kind: 'cases' }>, fact: Fact): string {
  const [before, after] = [listOf(fact.before), listOf(fact.after)];
  if (fact.masked || fact.partial || ![...before, ...after].every(isPlain)) return valueClause(what, fact);
  const wordsOf = (all: readonly Json[]) => (all.length === 0 ? ['-'] : [...new Set(all.map(String))]);
  const [had, has] = [wordsOf(before), wordsOf(after)];
  const [word = ''] = has;
  if (has.length === 1 && !had.includes(word)) {
    const keys = had.length === 1 ? [`${had[0]}>${word}`, ...(before.length === 0 ? [] : [word])] : [word];
    const key = keys.find((one) => Object.hasOwn(says, one));
    if (key !== undefined) return says[key] ?? what;
  }
  return before.length > 1 || after.length > 1 ? severalClause(what, before, after, fact) : valueClause(what, fact);
}

/** The clause for a switch that was unset. Its effect is unknown, because unset may mean on or off. */
function settingClause(what: string, fact: Fact): string {
  const state = isOn(fact.before);
  if (fact.masked || fact.before === null || fact.after !== null || state === undefined) return valueClause(what, fact);
  return `the setting of ${what.replace(/^the /, '')} was removed (it was ${state ? 'on' : 'off'})`;
}

/** The clause for a changed document, with the difference if it is the only one. */
function documentClause(what: string, fact: Fact): string {
  const text = opaqueClause(what, fact);
  const [only, ...more] = fact.partial ? [] : differences(fact.before, fact.after);
  const inside = only === undefined || only.path === '' || more.length > 0 ? undefined : differenceText(only);
  return inside === undefined ? text : `${text} (${inside})`;
}

/**
 * The text of a difference: `States.Wait.Seconds: 5 → 500`, `paid removed from kind`. Undefined if a value does not fit
 * into a sentence.
 */
function differenceText(difference: Difference): string | undefined {
  const { kind } = difference;
  const isElement = difference.path.endsWith('[]');
  const path = cut(plain(difference.path.replace(/\[\]$/, '')), MAX_PATH);
  if (kind === 'reordered' || path === '') return undefined;
  if (kind === 'changed') {
    const [before, after] = [sayOne(difference.before), sayOne(difference.after)];
    return before === undefined || after === undefined ? undefined : `${path}: ${before} → ${after}`;
  }
  if (!isElement) return `${path} ${kind}`;
  return `${sayOne(difference.value) ?? 'an element'} ${kind} ${kind === 'added' ? 'to' : 'from'} ${path}`;
}

/** The clause of a phrase for a fact; undefined if the phrase does not apply to such values. */
export function sayPhrase(phrase: Phrase, fact: Fact, finding: Finding): string | undefined {
  switch (phrase.kind) {
    case 'flag':
      return flagClause(phrase, fact) ?? (isBlock(fact) ? undefined : settingClause(phrase.what, fact));
    case 'amount':
      return amountClause(phrase, fact);
    case 'value':
      return valueClause(phrase.what, fact);
    case 'items':
      return itemsClause(phrase, fact);
    case 'choice':
      return choiceClause(phrase.what, fact);
    case 'entries':
      return entriesClause(phrase, fact);
    case 'blocks':
      return blocksClause(phrase, fact);
    case 'sources':
      return sourcesClause(phrase.what, fact);
    case 'ranges':
      return rangesClause(phrase, fact, finding);
    case 'cases':
      return casesClause(phrase, fact);
    case 'opaque':
      return documentClause(phrase.what, fact);
    case 'policy':
      return policyClause({ ...phrase, account: finding.account_id }, fact);
    case 'network':
      return networkClause(phrase.out, fact, finding);
  }
}

const isBlock = ({ before, after }: Fact) =>
  [before, after].flat().some((one) => typeof one === 'object' && one !== null);
