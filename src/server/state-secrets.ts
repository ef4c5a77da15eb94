import { isObject } from '../base/json.ts';
import type { StateSource } from '../base/state-source.ts';
import type { Path } from '../base/value.ts';
import { MASK, secretsOfState, withoutSecrets, type Secrets } from '../engine/mask/mask.ts';
import { parseState, type StateInstance } from '../engine/state/parse.ts';

/** Shorter texts occur in too many places by chance. */
const MIN_LENGTH = 6;

/**
 * Collects the secrets of all states read through `source`. `hide` masks texts that look like secrets anywhere in a text,
 * and a text as a whole that a state marks as sensitive.
 */
export function stateSecrets() {
  const byState = new Map<string, { secrets: Secrets; marked: Set<string> }>();
  const source = (inner: StateSource): StateSource => ({
    ...inner,
    read: async (key, signal) => {
      const read = await inner.read(key, signal);
      const parsed = parseState(read.bytes);
      if (parsed.ok) {
        const { instances } = parsed.state;
        byState.set(key, { secrets: secretsOfState(instances), marked: new Set(instances.flatMap(markedIn)) });
      }
      return read;
    },
  });
  const hide = (text: string): string => {
    let shown = text;
    for (const { secrets, marked } of byState.values()) {
      if (marked.has(text)) return MASK;
      shown = withoutSecrets(shown, secrets);
    }
    return shown;
  };
  return { hide, source };
}

function markedIn(instance: StateInstance): string[] {
  const values = instance.values();
  return instance.sensitivePaths
    .flatMap((path) => textsIn(at(values, path)))
    .filter(({ length }) => length >= MIN_LENGTH);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === 'number' ? inner[step] : inner;
    return isObject(inner) ? inner[step] : undefined;
  }, value);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
