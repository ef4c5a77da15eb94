import { SourceProblem, type StateSource } from '../../base/state-source.ts';

/** A source of an organization. Its states have keys `<name>://<key>`; the source with the name null keeps its keys. */
export type NamedSource = { name: string | null; source: StateSource };

/** The prefix of the keys of a named source. */
export const keyPrefix = (name: string | null): string => (name === null ? '' : `${name}://`);

/** The name of the source that a key begins with, whether or not it still exists; null if it begins with none. */
export const sourceNameIn = (key: string): string | null => /^([a-z0-9][a-z0-9-]{0,39}):\/\//.exec(key)?.[1] ?? null;

/**
 * Converts a prefix of keys in the organization to a prefix of keys in a source; undefined if no state of the source
 * can match.
 */
export function narrowed(name: string | null, prefix: string): string | undefined {
  const own = keyPrefix(name);
  if (prefix.startsWith(own)) return prefix.slice(own.length);
  return own.startsWith(prefix) ? '' : undefined;
}

/**
 * Combines several sources into one. A source that cannot be listed appears as one unreadable state with the source's
 * name, so that the states of the others are analysed, and its own states do not count as deleted.
 */
export function combinedStates(sources: readonly NamedSource[]): StateSource {
  const [only] = sources;
  if (only && sources.length === 1 && only.name === null) return only.source;
  const unlisted = new Map<string, SourceProblem>();

  /** Returns the source of a state, and its key there. */
  function locate(key: string): { source: StateSource; own: string } {
    const named = sources.find(({ name }) => name !== null && key.startsWith(keyPrefix(name)));
    const { name, source } = named ?? sources.find((one) => one.name === null) ?? {};
    if (source === undefined) throw new SourceProblem('not_found', `${key} is in none of the sources.`);
    return { source, own: key.slice(keyPrefix(name ?? null).length) };
  }

  async function* listOf({ name, source }: NamedSource, signal: AbortSignal | undefined) {
    const prefix = keyPrefix(name);
    try {
      for await (const state of source.list(signal)) yield { ...state, key: prefix + state.key };
    } catch (error) {
      // If there is only one source, its error fails the whole analysis.
      if (!(error instanceof SourceProblem) || sources.length === 1) throw error;
      const key = name === null ? 'aws://' : prefix;
      unlisted.set(key, error);
      yield { key, size: 0, etag: '' };
    }
  }

  const located = async <T>(key: string, use: (source: StateSource, own: string) => Promise<T>): Promise<T> => {
    const problem = unlisted.get(key);
    if (problem) throw problem;
    const { source, own } = locate(key);
    return use(source, own);
  };

  return {
    async *list(signal) {
      for (const source of sources) yield* listOf(source, signal);
    },
    read: (key, signal) => located(key, (source, own) => source.read(own, signal)),
    etag: (key, signal) => located(key, (source, own) => source.etag(own, signal)),
    async *locks(query, signal) {
      for (const { name, source } of sources) {
        if (!source.locks) continue;
        const prefix = keyPrefix(name);
        // A query for locks in tables concerns the source without a name. Other sources find their locks themselves.
        for await (const lock of source.locks(name === null ? query : undefined, signal))
          yield { ...lock, key: prefix + lock.key };
      }
    },
  };
}
