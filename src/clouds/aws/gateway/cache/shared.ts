import type { Readable } from 'node:stream';
import type { Answerer, CloudAnswer, Stage } from '../call/types.ts';
import { createCoalescer, type Coalescer } from './coalesce.ts';
import { createResponseCaches, isCacheable, type ResponseCache } from './cache.ts';
import { keyOf } from './key.ts';
import { perSession } from './per-session.ts';

/** The cache limits of one analysis, and of all. */
const OWN_BYTES = 32 * 1024 * 1024;
const ALL_BYTES = 64 * 1024 * 1024;

/** A stage with a memory of each analysis. */
type EndingStage = Stage & { end: (by: object) => void };

type Memory = { cache: ResponseCache; coalescer: Coalescer<CloudAnswer> };

const streamOf = ({ body }: CloudAnswer): Readable | undefined => (Buffer.isBuffer(body) ? undefined : body);

/**
 * Coalesces equal requests of one analysis at one account: while the first is pending, the others wait for its answer,
 * and later ones get the cached answer if `session.notBefore()` allows its age. Secrets are not cached. A stream goes
 * to the first caller; the others send their own request.
 */
export function createShared(options: { ownBytes?: number; allBytes?: number; now?: () => number } = {}): EndingStage {
  const { ownBytes = OWN_BYTES, allBytes = ALL_BYTES, now = () => performance.now() } = options;
  const openCache = createResponseCaches(allBytes, now);
  const memory = perSession<Memory>(() => ({ cache: openCache(ownBytes), coalescer: createCoalescer(now) }));

  const stage: Stage = (next) => {
    const alone: Answerer = async (call, signal) => {
      const { cache, coalescer } = memory.of(call.session);
      const key = keyOf(call);
      const notBefore = call.session.notBefore();
      const cached = cache.get(key, notBefore);
      if (cached !== undefined) {
        call.session.counter.count(call, 'saved');
        return cached;
      }
      const { answer, shared } = await coalescer.join(key, notBefore, signal, async (ended, askedAt) => {
        const said = await next(call, ended);
        if (call.action.kind === 'read' && isCacheable(said)) cache.put(key, said, askedAt);
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
  const end = (by: object): void => memory.end(by).forEach(({ cache }) => cache.clear());
  return Object.assign(stage, { end });
}
