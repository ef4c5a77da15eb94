import type { Value } from '../../base/value.ts';
import type { Masker } from '../mask/mask.ts';
import type { StateInstance } from '../state/instance.ts';

const STEP = /\.?([^.[\]]+)|\[("(?:[^"\\]|\\.)*")\]|\[\d+\]/y;

/** Masking inside a key may have removed half of an escape. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The members on a path, up to the first position in a list. */
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

/** The value in a state at a path, as far as the path leads through objects and maps. Masked keys end the path. */
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
 * Returns a function that digests the values of some of an instance's attributes in the state, by their paths. For a
 * tag only that tag counts; for an attribute inside a list or set the whole list or set counts. The digest is keyed,
 * like a fingerprint: two digests show whether the state has changed, without revealing values.
 */
export function desiredDigest(instance: StateInstance, masker: Masker): (paths: readonly string[]) => string {
  return (paths) => {
    const values = instance.values() as Value;
    return masker.fingerprint([...new Set(paths)].sort().map((path) => wanted(values, path)));
  };
}
