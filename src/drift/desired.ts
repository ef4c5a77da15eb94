import type { Value } from '../base/value.ts';
import type { Masker } from './redact.ts';
import type { StateInstance } from './state/instance.ts';

/**
 * Digests what a state says of some of an instance's top-level attributes. Keyed, like a fingerprint: two digests tell whether the
 * state has changed its mind, not what it says.
 */
export function desiredDigest(instance: StateInstance, masker: Masker): (names: readonly string[]) => string {
  return (names) => {
    const values = instance.values();
    return masker.fingerprint([...names].sort().map((name): Value => [name, (values[name] ?? null) as Value]));
  };
}
