import type { Value } from '../../base/value.ts';
import type { Masker } from '../mask/mask.ts';
import type { StateInstance } from '../state/instance.ts';

const STEP = /\.?([^.[\]]+)|\[("(?:[^"\\]|\\.)*")\]|\[\d+\]/y;

/** What is masked inside a key may have taken half of an escape with it. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The members that a path as people write it leads through, up to the first place in a list. */
function members(path: string): string[] {
  const names: string[] = [];
  STEP.lastIndex = 0;
  for (let step = STEP.exec(path); step; step = STEP.exec(path)) {
    const [, name, key] = step;
    if (name !== undefined) names.push(name);
    else if (key === undefined || !isJson(key)) break;
    else names.push(JSON.parse(key) as string);
  }
  return names;
}

const isMembers = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a state says at a path, as far as it leads through objects and maps; what is masked in it leads nowhere. */
function wanted(values: Value, path: string): Value {
  let value = values;
  const names = members(path);
  const found: string[] = [];
  for (const name of names) {
    if (!isMembers(value) || name.includes('(sensitive)')) break;
    value = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    found.push(name);
  }
  return [found, value];
}

/**
 * Digests what a state says of some of an instance's attributes, by their paths: of a tag of that tag alone, of what lies in a list or
 * set of the whole of it. Keyed, like a fingerprint: two digests tell whether the state has changed its mind, not what it says.
 */
export function desiredDigest(instance: StateInstance, masker: Masker): (paths: readonly string[]) => string {
  return (paths) => {
    const values = instance.values() as Value;
    return masker.fingerprint([...new Set(paths)].sort().map((path) => wanted(values, path)));
  };
}
