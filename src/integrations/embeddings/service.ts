import { AppError } from '../../base/errors.ts';
import { createBreaker } from '../openai/breaker.ts';
import { persist, type Endpoint } from '../openai/post.ts';
import { RequestFailed, type ServiceProblem } from '../openai/problem.ts';
import { askNarrowing, batchesOf, joined, type Vectors, type Call } from './narrow.ts';
import { requestVectors } from './vectors.ts';

export type EmbeddingsSettings = Endpoint & {
  /** Receives errors, for the log; once for as long as one lasts. */
  onProblem: (problem: ServiceProblem) => void;
  /** One request has ended, well or for this reason. */
  onRequest?: (outcome: 'ok' | ServiceProblem['reason']) => void;
  pace?: Partial<typeof PACE>;
  /** How long nobody asks after a first failure. */
  restMs?: number;
};

/** Somebody waits for an answer, or nobody does. */
export type Patience = keyof typeof PACE;

/** How long all of it may take, how long one try, how many tries there are. */
const PACE = {
  answer: { allMs: 3_000, tryMs: 2_500, tries: 2 },
  background: { allMs: 120_000, tryMs: 30_000, tries: 4 },
};
/** Problems that no text causes. */
const OF_THE_SERVICE = new Set<ServiceProblem['reason']>(['throttled', 'unusable_answer']);
/** A text that every model takes. */
const HARMLESS = 'incident';

/**
 * A service with an OpenAI-compatible `/embeddings`. `embed` throws `unavailable`, with the seconds after which a retry makes
 * sense, where it does not answer, or not with vectors; while it is away, at once.
 */
export function embeddingsService({ onProblem, onRequest, pace, restMs, ...endpoint }: EmbeddingsSettings) {
  const newBreaker = () => createBreaker(() => performance.now(), restMs);
  // A service may be too slow for somebody who waits, and do for nobody who does.
  const breakers = { answer: newBreaker(), background: newBreaker() };
  const name = `remote:${endpoint.model}`;
  let model: string | undefined;

  const away = (patience: Patience) =>
    new AppError('unavailable', 'The embeddings service does not answer at the moment; try again.', {
      retryAfter: Math.max(1, Math.ceil(breakers[patience].waitMs() / 1000)),
    });

  async function once(texts: readonly string[], timeoutMs: number, signal: AbortSignal | undefined) {
    try {
      const answer = await requestVectors(endpoint, texts, { timeoutMs, signal });
      onRequest?.('ok');
      return answer;
    } catch (error) {
      if (error instanceof RequestFailed) onRequest?.(error.problem.reason);
      throw error;
    }
  }

  /** Asks as one call does, and remembers whether the service was well in it. */
  function calling(patience: Patience, signal: AbortSignal | undefined) {
    const { allMs, tryMs, tries } = { ...PACE, ...pace }[patience];
    const until = performance.now() + allMs;
    let well = false;
    async function ask(batch: readonly string[], maxTries: number): Promise<Vectors> {
      const limits = { until, tryMs, tries: maxTries, signal };
      const answer = await persist((timeoutMs) => once(batch, timeoutMs, signal), limits);
      well = true;
      return answer;
    }
    return {
      takesTime: patience === 'background',
      // Where it was well a moment ago, it is likely the texts.
      ask: (batch: readonly string[]) => ask(batch, well ? Math.min(tries, patience === 'background' ? 2 : 1) : tries),
      async isWell() {
        const hasTime = until - performance.now() >= tryMs;
        try {
          return (await ask([HARMLESS], 1)).vectors[0] !== undefined;
        } catch (error) {
          if (!(error instanceof RequestFailed)) throw error;
          // With little time left, another silence adds nothing.
          if (hasTime || error.problem.reason !== 'timeout') well = false;
          return false;
        }
      },
      wasWell: () => well,
    };
  }

  async function embedAll(call: Call, texts: readonly string[]) {
    const parts: Vectors[] = [];
    for (const batch of batchesOf(texts)) parts.push(await askNarrowing(call, batch));
    const { dimension, vectors } = joined(parts);
    // Without any vector, a harmless text shows the dimension of the model.
    const knownDimension = dimension ?? (await call.ask([HARMLESS])).dimension;
    model = `${name}@${knownDimension}`;
    return { model, vectors };
  }

  async function embed(
    texts: readonly string[],
    { patience, signal }: { patience: Patience; signal?: AbortSignal | undefined },
  ) {
    const breaker = breakers[patience];
    if (!breaker.admit()) throw away(patience);
    const began = performance.now();
    const call = calling(patience, signal);
    try {
      const embedded = await embedAll(call, texts);
      breaker.succeeded();
      const soon = performance.now() - began < { ...PACE, ...pace }.answer.tryMs;
      if (patience === 'answer') breakers.background.succeeded();
      else if (soon) breakers.answer.succeeded();
      return embedded;
    } catch (error) {
      if (!(error instanceof RequestFailed)) {
        breaker.gaveUp();
        throw error;
      }
      // The time ran out before the faulty text was isolated: other callers may go on.
      if (call.wasWell() && !OF_THE_SERVICE.has(error.problem.reason)) breaker.succeeded();
      else {
        const slow = patience === 'answer' && error.problem.reason === 'timeout';
        for (const one of slow ? [breaker] : Object.values(breakers)) one.failed(error.waitMs);
        onProblem(error.problem);
      }
      throw away(patience);
    }
  }

  return {
    /** The prefix of the ids of its models; `@` and the dimension follow. */
    name,
    /** The id of its model as of its last answer. */
    model: () => model,
    /** Seconds until it makes sense to ask; 0 without a known problem. */
    waitSeconds: (patience: Patience = 'answer') => Math.ceil(breakers[patience].waitMs() / 1000),
    embed,
  };
}
