import type { Json } from '../../base/json.ts';
import { isOn } from '../../drift/severity/scale.ts';
import { amountClause, flagClause, itemsClause, opaqueClause, valueClause } from './clause.ts';
import type { Fact } from './fact.ts';
import { labelOf, unitOf } from './words.ts';

const isScalar = (value: Json) => typeof value !== 'object' || value === null;
const isList = (value: Json) => value === null || (Array.isArray(value) && value.every(isScalar));

/** What is said of an attribute that no phrase is about: its name in words, and what became of it. */
export function genericClause(fact: Fact): string {
  const label = labelOf(fact.key !== undefined && !fact.masked ? `${fact.name}.${fact.key}` : fact.name);
  const what = `the ${label}`;
  const { before, after, masked } = fact;
  if (masked) return opaqueClause(what, fact);
  const both = [before, after];
  if (both.some((one) => typeof one === 'boolean') && both.every((one) => isOn(one) !== undefined))
    return flagClause({ what }, fact) ?? opaqueClause(what, fact);
  if (both.some((one) => typeof one === 'number') && both.every((one) => one === null || typeof one === 'number'))
    return amountClause({ what, unit: unitOf(fact.name) }, fact);
  if (both.some(Array.isArray) && both.every(isList)) return itemsClause({ one: what, many: what }, fact);
  return valueClause(what, fact);
}
