import { AppError } from '../../base/errors.ts';
import { createBreaker } from '../openai/breaker.ts';
import { persist, type Endpoint } from '../openai/post.ts';
import { RequestFailed, type ServiceProblem } from '../openai/problem.ts';
import { askNarrowing, batchesOf, joined, type Vectors, type Call } from './narrow.ts';
import { requestVectors } from './vectors.ts';

export type EmbeddingsSettings = Endpoint & {
  /** Receives errors, for the log; a lasting one only once. */
  onProblem: (problem: ServiceProblem) => void;
  /** Called after each request, with `ok` or the reason of its failure. */
  onRequest?: (outcome: 'ok' | ServiceProblem['reason']) => void;
  pace?: Partial<typeof PACE>;
  /** How long no request is sent after a first failure. */
  restMs?: number;
};

/** Whether somebody waits for the answer. */
export type Patience = keyof typeof PACE;

/** Time limits of the whole call and of one try, and the number of tries. */
const PACE = {
  answer: { allMs: 3_000, tryMs: 2_500, tries: 2 },
  background: { allMs: 120_000, tryMs: 30_000, tries: 4 },
};
/** Reasons that no text can cause. */
const OF_THE_SERVICE = new Set<ServiceProblem['reason']>(['throttled', 'unusable_answer']);
/** A text that every model embeds. */
const HARMLESS = 'incident';

/**
 * A service with an OpenAI-compatible `/embeddings`. `embed` throws `unavailable`, with the seconds to wait before a
 * retry, where the service does not answer or not with vectors. After failures it throws at once.
 */
export function embeddingsService({ onProblem, onRequest, pace, restMs, ...endpoint }: EmbeddingsSettings) {
  const newBreaker = () => createBreaker(() => performance.now(), restMs);
  // A service may be too slow for a caller who waits, and fast enough for background work.
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

  /** The requests of one call, which remember whether the service embedded anything. */
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
      // After a success, a failure is probably due to the texts, so fewer tries follow.
      ask: (batch: readonly string[]) => ask(batch, well ? Math.min(tries, patience === 'background' ? 2 : 1) : tries),
      async isWell() {
        const hasTime = until - performance.now() >= tryMs;
        try {
          return (await ask([HARMLESS], 1)).vectors[0] !== undefined;
        } catch (error) {
          if (!(error instanceof RequestFailed)) throw error;
          // With little time left, another timeout says nothing about the service.
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
    // If no text has a vector, a harmless text shows the model's dimension.
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
      // The time ran out before the faulty text was found; the service itself works, so other callers may go on.
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
    /** The prefix of the ids of the service's models; `@` and the dimension follow. */
    name,
    /** The model's id, as of the last response. */
    model: () => model,
    /** Seconds until a request is sent again; 0 without a known failure. */
    waitSeconds: (patience: Patience = 'answer') => Math.ceil(breakers[patience].waitMs() / 1000),
    embed,
  };
}
