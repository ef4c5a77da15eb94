import { SourceProblem, type StateSource } from '../../base/state-source.ts';

/** A source whose states are `<name>://<key>` in the organization; null for the one whose keys stay as they are. */
export type NamedSource = { name: string | null; source: StateSource };

/** What stands before the keys of a named source. */
export const keyPrefix = (name: string | null): string => (name === null ? '' : `${name}://`);

/** The states of a source below a prefix of their keys in the organization; undefined where none of them can be. */
export function narrowed(name: string | null, prefix: string): string | undefined {
  const own = keyPrefix(name);
  if (prefix.startsWith(own)) return prefix.slice(own.length);
  return own.startsWith(prefix) ? '' : undefined;
}

/**
 * Several sources as one. A source that cannot be listed is one state that cannot be read, named after it: what the others hold is
 * analysed all the same, and nothing of its states is taken for gone.
 */
export function combinedStates(sources: readonly NamedSource[]): StateSource {
  const [only] = sources;
  if (only && sources.length === 1 && only.name === null) return only.source;
  const unlisted = new Map<string, SourceProblem>();

  /** The source of a state, and its key there. */
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
      // One alone fails as a whole, as ever.
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
        // Tables are the bucket's: others have locks of their own.
        for await (const lock of source.locks(name === null ? query : undefined, signal))
          yield { ...lock, key: prefix + lock.key };
      }
    },
  };
}
