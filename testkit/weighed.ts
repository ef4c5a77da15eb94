import type { Value } from '../src/base/value.ts';
import { canonical } from '../src/engine/value/canonical.ts';
import { diff, valueAt } from '../src/engine/value/diff.ts';
import { weigh, weighAlone, type Change, type Weight } from '../src/engine/report/severity/severity.ts';
import { schemaOf, type SchemaSpec } from './drift-schema.ts';

/** Merges several values of an attribute into one with the structure of all. */
const joined = (values: readonly Value[]): Value =>
  values.some(Array.isArray) ? values.flatMap((one) => one ?? []) : (values.find((one) => one !== null) ?? null);

/** A minimal schema for a value. */
function specOf(value: Value): SchemaSpec[string] {
  if (Array.isArray(value)) {
    const [first] = value;
    if (typeof first !== 'object' || first === null || Array.isArray(first)) return [['set', 'string'], 'o'];
    const members = value.flatMap((one) => Object.entries(one as Record<string, Value>));
    const byName = Map.groupBy(members, ([name]) => name);
    const of = [...byName].map(([name, all]) => [name, specOf(joined(all.map(([, one]) => one)))] as const);
    return { nesting: 'set', of: Object.fromEntries(of) };
  }
  if (typeof value === 'object' && value !== null) return [['map', 'string'], 'o'];
  return [typeof value === 'boolean' ? 'bool' : typeof value === 'number' ? 'number' : 'string', 'o'];
}

type Side = Record<string, Value>;

/** The severity of a changed resource, from its attributes before and after, compared as in an analysis. */
export function changed(type: string, before: Side, after: Side, sensitive = false): Weight {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const both = (name: string) => joined([after[name] ?? null, before[name] ?? null]);
  const schema = schemaOf(Object.fromEntries(names.map((name) => [name, specOf(both(name))])));
  const was: Value = canonical(schema, before, false);
  const is: Value = canonical(schema, after, false);
  const changes = diff(schema, was, is).map((path): Change => ({
    schema,
    path,
    before: valueAt(before, path),
    live: valueAt(after, path),
    sensitive,
  }));
  return weigh({ type, kind: 'changed', before, live: after, changes });
}

/** The severity of a deleted resource. */
export const deleted = (type: string, before: Side = {}): Weight =>
  weigh({ type, kind: 'deleted', before, live: null, changes: [] });

/** The severity of an object that is compared with nothing, as a part that was added to a managed object. */
export const added = (type: string, live: Side): Weight | undefined =>
  weighAlone(
    type,
    schemaOf(Object.fromEntries(Object.entries(live).map(([name, value]) => [name, specOf(value)]))),
    live,
    true,
  );
