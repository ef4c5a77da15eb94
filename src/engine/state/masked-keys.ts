import { messageOf } from '../../base/errors.ts';
import { SourceProblem, type StateObject, type StateSource } from '../../base/state-source.ts';
import { maskName } from '../mask/mask.ts';

async function withMaskedErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    throw new SourceProblem(error.code, maskName(messageOf(error)), { cause: error.cause });
  }
}

/**
 * Masks the keys of a source's states, because keys may contain secrets and are stored and shown. Keys that become
 * equal get a number.
 */
export function withMaskedKeys(source: StateSource): StateSource {
  const keys = new Map<string, string>();
  const shown = (object: StateObject): StateObject => {
    const masked = maskName(object.key);
    if (masked === object.key) return object;
    let key = masked;
    for (let n = 2; keys.has(key); n += 1) key = `${masked} ${n}`;
    keys.set(key, object.key);
    return { ...object, key };
  };
  return {
    async *list(signal) {
      keys.clear();
      for await (const object of source.list(signal)) yield shown(object);
    },
    read: (key, signal) => withMaskedErrors(source.read(keys.get(key) ?? key, signal)),
    etag: (key, signal) => withMaskedErrors(source.etag(keys.get(key) ?? key, signal)),
  };
}

/** Restricts the list of a source to these objects. */
export const listingOnly = (source: StateSource, objects: readonly StateObject[]): StateSource => ({
  ...source,
  async *list() {
    yield* objects;
  },
});
