import { isObject, type Json } from '../../../base/json.ts';
import { MASK } from '../../mask/mask.ts';
import { isWorld } from '../access/opening.ts';
import { amountClause, opaqueClause, valueClause } from './clause.ts';
import { isHidden, leavesOf, listOf, type Fact } from './fact.ts';
import { join, labelOf, sayOne, unitOf, was } from '../wording/words.ts';

type Block = Record<string, Json>;
const fieldsOf = (value: Json): Block => (isObject(value) ? value : {});

/** The name of a block: the value of the first of these attributes that it has. */
const nameOf = (block: Json, by: readonly string[]): string | undefined => {
  const fields = fieldsOf(block);
  const name = by
    .map((one) => (Object.hasOwn(fields, one) ? fields[one] : undefined))
    .find((one) => one !== undefined && one !== null && one !== '' && one !== MASK);
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
};

function nameText(name: string): string {
  return /\//.test(name) && isWorld(name) ? `${name} (the internet)` : (sayOne(name) ?? '');
}

/** The clause for the only attribute that differs in a block. A number needs the attribute's name to be understood. */
function leafClause(what: string, outer: string, leaf: Fact, verb: string): string {
  const isNumber = [leaf.before, leaf.after].every((side) => typeof side === 'number');
  if (!isNumber) return valueClause(what, leaf, verb);
  const inner = leaf.name.slice(outer.length + 1);
  const unit = unitOf(inner);
  const label = labelOf(/\.(days|hours|minutes|seconds)$/.test(inner) ? inner.replace(/\.[^.]+$/, '') : inner);
  return amountClause({ what: `the ${label} of ${what}`, unit }, leaf);
}

/** The clause for blocks that were added, removed or changed; undefined for other values. */
export function blocksClause(
  { one, many, by }: { one: string; many: string; by: readonly string[] },
  fact: Fact,
): string | undefined {
  if (fact.masked || fact.cut || isHidden(fact)) return opaqueClause(many, fact);
  const [before, after] = [listOf(fact.before), listOf(fact.after)];
  if (![...before, ...after].every(isObject)) return undefined;
  const byName = (all: Json[]) =>
    new Map(
      all.flatMap((block): [string, Json][] =>
        nameOf(block, by) === undefined ? [] : [[nameOf(block, by) ?? '', block]],
      ),
    );
  const [had, has] = [byName(before), byName(after)];
  const text = (verb: string, names: string[]) => {
    if (names.length === 0) return [];
    const what = names.length === 1 ? one : many;
    return [`${what} ${join(names.map(nameText))} ${names.length === 1 ? was(one) : was(many)} ${verb}`];
  };
  // If several blocks share a name, it is unknown which became which.
  const isAmbiguous = (all: Json[], names: Map<string, Json>) =>
    all.filter((block) => nameOf(block, by) !== undefined).length > names.size;
  if (isAmbiguous(before, had) || isAmbiguous(after, has)) return opaqueClause(many, fact);
  const both = [...has.keys()].filter((name) => had.has(name));
  const changed = both.filter((name) => JSON.stringify(had.get(name)) !== JSON.stringify(has.get(name)));
  const parts = [
    ...text(
      'added',
      [...has.keys()].filter((name) => !had.has(name)),
    ),
    ...text(
      'removed',
      [...had.keys()].filter((name) => !has.has(name)),
    ),
  ];
  const [only] = changed;
  if (changed.length === 1 && only !== undefined) {
    const inside = leavesOf({ ...fact, before: had.get(only) ?? null, after: has.get(only) ?? null });
    const what = `${one} ${nameText(only)}`;
    const [leaf] = inside.length === 1 ? inside : [];
    parts.push(leaf ? leafClause(what, fact.name, leaf, was(one)) : `${what} ${was(one)} changed`);
  } else parts.push(...text('changed', changed));
  return parts.length === 0 ? opaqueClause(many, fact) : parts.join(' and ');
}

/** The clause for a changed choice between nested blocks, of which one is set. */
export function choiceClause(what: string, fact: Fact): string {
  if ([fact.before, fact.after].some((side) => listOf(side).length > 1)) return opaqueClause(what, fact);
  const chosen = (value: Json): Json => {
    const inside = fieldsOf(listOf(value)[0] ?? null);
    const names = Object.keys(inside).filter((name) => listOf(inside[name] ?? null).length > 0);
    return names.length === 1 ? (names[0] ?? null) : value;
  };
  return valueClause(what, { ...fact, before: chosen(fact.before), after: chosen(fact.after) });
}
