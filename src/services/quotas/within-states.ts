import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import { quotaText } from './quotas.ts';

/**
 * A source of which the first `most` states, in its own order, are read. The others are listed all the same, so that an analysis says of
 * each that it was not checked, and why.
 */
export function withinStates(source: StateSource, most: number): StateSource {
  const within = new Set<string>();
  return {
    ...source,
    async *list(signal) {
      for await (const object of source.list(signal)) {
        if (within.size < most) within.add(object.key);
        yield object;
      }
    },
    async read(key, signal) {
      if (!within.has(key)) throw new SourceProblem('quota_exceeded', quotaText('states', most));
      return source.read(key, signal);
    },
  };
}
