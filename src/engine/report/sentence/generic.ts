import { isObject, type Json } from '../../../base/json.ts';
import { NAMES, pairElements } from '../../value/elements.ts';
import { isOn } from '../../value/scalars.ts';
import { blocksClause } from './blocks.ts';
import { amountClause, flagClause, itemsClause, opaqueClause, valueClause } from './clause.ts';
import { isHidden, leavesOf, readDocument, type Fact } from './fact.ts';
import { labelOf, singular, unitOf, was } from '../wording/words.ts';

const isScalar = (value: Json) => typeof value !== 'object' || value === null;
const isList = (value: Json) => value === null || (Array.isArray(value) && value.every(isScalar));

/** Attributes that distinguish blocks. */
const NAMING = [...NAMES, 'type'];

/** Maximum differences of a document without a phrase that are listed. */
const MAX_IN_DOCUMENT = 3;

/** The parts of a switch's name that do not name its subject. `NEGATED` matches names for which on means off. */
const BEFORE = /^(?:enable|disable|is|use) /;
const BEHIND = /(?:^| )(?:enabled?|disabled?)$/;
const NEGATED = /^disable |(?:^| )disabled?$/;

/** The clauses for a switch with this name. A name without a subject enables or disables the resource itself. */
function switchOf(label: string): { what: string; on: string; off: string } {
  const rest = label.replace(BEFORE, '').replace(BEHIND, '');
  const what = rest === '' ? 'it' : `the ${rest}`;
  const words = rest === '' ? ['enabled', 'disabled'] : ['switched on', 'switched off'];
  const [on = '', off = ''] = (NEGATED.test(label) ? words.toReversed() : words).map(
    (word) => `${what} ${was(what)} ${word}`,
  );
  return { what, on, off };
}

const isBlock = (side: Json) => isObject(Array.isArray(side) && side.length === 1 ? (side[0] ?? null) : side);

/** The only block of several that changed, if the blocks have no names. */
function onlyChanged({ before, after }: Fact): Pick<Fact, 'before' | 'after'> | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const { changed, removed, added } = pairElements(before, after);
  const [one, ...more] = changed;
  if (!one || one.name !== undefined || more.length + removed.length + added.length > 0) return undefined;
  const [was, is] = [before[one.before], after[one.after]];
  return was !== undefined && is !== undefined && isObject(was) && isObject(is)
    ? { before: was, after: is }
    : undefined;
}

/** The facts of an attribute without a phrase: the differences in its only block or in its document, else the attribute itself. */
export function genericFacts(fact: Fact): Fact[] {
  if (fact.masked || fact.cut || isHidden(fact)) return [fact];
  if (isBlock(fact.before) && isBlock(fact.after)) {
    const inside = leavesOf(fact);
    // If only empty blocks were added or removed, the block is named as a whole.
    return inside.length > 0 ? inside : [fact];
  }
  const only = onlyChanged(fact);
  if (only) return leavesOf({ ...fact, ...only });
  const document = readDocument(fact);
  const inside = document && document.before !== null && document.after !== null ? leavesOf(document) : [];
  return inside.length > 0 && inside.length <= MAX_IN_DOCUMENT ? inside : [fact];
}

/** The clause for an attribute without a phrase: its name in words, and the change. */
export function genericClause(fact: Fact): string {
  const names = [...fact.name.split('.'), ...(fact.key !== undefined && !fact.masked ? [fact.key] : [])];
  const label = labelOf([...names.slice(0, -1).map(singular), ...names.slice(-1)].join('.'));
  const what = `the ${label}`;
  const { before, after, masked } = fact;
  if (masked) return opaqueClause(what, fact);
  const both = [before, after];
  if (both.some((one) => typeof one === 'boolean') && both.every((one) => isOn(one) !== undefined))
    return flagClause(switchOf(label), fact) ?? opaqueClause(what, fact);
  if (both.some((one) => typeof one === 'number') && both.every((one) => one === null || typeof one === 'number'))
    return amountClause({ what, unit: label.endsWith(` ${unitOf(fact.name)}`) ? undefined : unitOf(fact.name) }, fact);
  const called = { one: singular(what), many: what };
  if (both.some(Array.isArray) && both.every(isList)) return itemsClause(called, fact);
  return blocksClause({ ...called, by: NAMING }, fact) ?? valueClause(what, fact);
}
