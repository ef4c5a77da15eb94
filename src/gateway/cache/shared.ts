import type { Readable } from 'node:stream';
import type { Answerer, CloudAnswer, Stage } from '../call/types.ts';
import { createCoalescer, type Coalescer } from './coalesce.ts';
import { createResponseCaches, isCacheable, type Kept } from './cache.ts';
import { keyOf } from './key.ts';
import { perSession } from './per-session.ts';

/** What answers of one analysis may take up, and those of all. */
const KEPT_BYTES = 32 * 1024 * 1024;
const ALL_BYTES = 64 * 1024 * 1024;

/** A stage that remembers something of each analysis. */
type EndingStage = Stage & { end: (by: object) => void };

type Memory = { kept: Kept; flights: Coalescer<CloudAnswer> };

const streamOf = ({ body }: CloudAnswer): Readable | undefined => (Buffer.isBuffer(body) ? undefined : body);

/**
 * Equal requests of one analysis at one account are asked once: while the first is under way the others wait for its answer, and
 * later ones get what it said, as long as that is not older than `session.notBefore()` allows. What is secret is not kept, what is a
 * stream goes to the one that asked first, and the others ask for themselves.
 */
export function createShared(options: { keptBytes?: number; allBytes?: number; now?: () => number } = {}): EndingStage {
  const { keptBytes = KEPT_BYTES, allBytes = ALL_BYTES, now = () => performance.now() } = options;
  const keep = createResponseCaches(allBytes, now);
  const memory = perSession<Memory>(() => ({ kept: keep(keptBytes), flights: createCoalescer(now) }));

  const stage: Stage = (next) => {
    const alone: Answerer = async (call, signal) => {
      const { kept, flights } = memory.of(call.session);
      const key = keyOf(call);
      const notBefore = call.session.notBefore();
      const had = kept.get(key, notBefore);
      if (had !== undefined) {
        call.session.counter.count(call, 'saved');
        return had;
      }
      const { answer, shared } = await flights.join(key, notBefore, signal, async (ended, askedAt) => {
        const said = await next(call, ended);
        if (call.action.kind === 'read' && isCacheable(said)) kept.put(key, said, askedAt);
        return said;
      });
      const stream = streamOf(answer);
      if (!shared) {
        if (stream !== undefined) signal.addEventListener('abort', () => stream.destroy(), { once: true });
        return answer;
      }
      if (stream !== undefined) return next(call, signal);
      call.session.counter.count(call, 'saved');
      return answer;
    };
    return (call, signal) => (call.action.kind === 'other' ? next(call, signal) : alone(call, signal));
  };
  const end = (by: object): void => memory.end(by).forEach(({ kept }) => kept.clear());
  return Object.assign(stage, { end });
}
