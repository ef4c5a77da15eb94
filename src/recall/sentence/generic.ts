import type { Json } from '../../base/json.ts';
import { isOn } from '../../drift/severity/scale.ts';
import { blocksClause } from './blocks.ts';
import { amountClause, flagClause, itemsClause, opaqueClause, valueClause } from './clause.ts';
import type { Fact } from './fact.ts';
import { labelOf, unitOf, was } from './words.ts';

const isScalar = (value: Json) => typeof value !== 'object' || value === null;
const isList = (value: Json) => value === null || (Array.isArray(value) && value.every(isScalar));

/** Attributes that blocks are told apart by. */
const NAMING = ['name', 'id', 'key', 'cidr', 'cidr_block', 'device_name', 'arn', 'type'];

/** What the name of a switch has besides what is switched, and what says that on is off. */
const BEFORE = /^(?:enable|disable|is|use) /;
const BEHIND = /(?:^| )(?:enabled?|disabled?)$/;
const NEGATED = /^disable |(?:^| )disabled?$/;

/** What a switch of this name switches; one that names nothing enables or disables the resource itself. */
function switchOf(label: string): { what: string; on: string; off: string } {
  const rest = label.replace(BEFORE, '').replace(BEHIND, '');
  const what = rest === '' ? 'it' : `the ${rest}`;
  const words = rest === '' ? ['enabled', 'disabled'] : ['switched on', 'switched off'];
  const [on = '', off = ''] = (NEGATED.test(label) ? words.toReversed() : words).map(
    (word) => `${what} ${was(what)} ${word}`,
  );
  return { what, on, off };
}

/** What is said of an attribute that no phrase is about: its name in words, and what became of it. */
export function genericClause(fact: Fact): string {
  const label = labelOf(fact.key !== undefined && !fact.masked ? `${fact.name}.${fact.key}` : fact.name);
  const what = `the ${label}`;
  const { before, after, masked } = fact;
  if (masked) return opaqueClause(what, fact);
  const both = [before, after];
  if (both.some((one) => typeof one === 'boolean') && both.every((one) => isOn(one) !== undefined))
    return flagClause(switchOf(label), fact) ?? opaqueClause(what, fact);
  if (both.some((one) => typeof one === 'number') && both.every((one) => one === null || typeof one === 'number'))
    return amountClause({ what, unit: unitOf(fact.name) }, fact);
  if (both.some(Array.isArray) && both.every(isList)) return itemsClause({ one: what, many: what }, fact);
  return blocksClause({ one: what, many: what, by: NAMING }, fact) ?? valueClause(what, fact);
}
