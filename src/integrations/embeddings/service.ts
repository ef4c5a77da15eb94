import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import { batchesOf, cut } from './batches.ts';
import { createBreaker } from './breaker.ts';
import { isPassing, RequestFailed, type EmbeddingsProblem } from './problem.ts';
import { requestVectors, type Endpoint } from './request.ts';

export type EmbeddingsSettings = Endpoint & {
  /** What went wrong, for the log; once for as long as it lasts. */
  onProblem: (problem: EmbeddingsProblem) => void;
  /** One request has ended, well or for this reason. */
  onRequest?: (outcome: 'ok' | EmbeddingsProblem['reason']) => void;
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
const FIRST_PAUSE_MS = 250;
/** A text that is refused is halved down to this. */
const SHORTEST = 256;
/** What every model takes. */
const HARMLESS = 'incident';

type Asked = { dimension: number | undefined; vectors: (Float32Array | undefined)[] };
/** One call, with what it was learnt in it. */
type Call = { ask: (texts: readonly string[]) => Promise<Asked>; takesTexts?: Promise<unknown> };

const isRefusal = (error: unknown) => error instanceof RequestFailed && error.problem.reason === 'refused';

function joined(parts: readonly Asked[]): Asked {
  const dimensions = new Set(parts.map(({ dimension }) => dimension).filter((dimension) => dimension !== undefined));
  if (dimensions.size > 1)
    throw new RequestFailed({ reason: 'unusable_answer', detail: 'its answers differ in dimension' });
  return { dimension: [...dimensions][0], vectors: parts.flatMap(({ vectors }) => vectors) };
}

/**
 * Asks for what may be sent at once. What the service refuses although it takes others is halved, first the batch, then
 * the text, until it fits; a text of which no part is taken has no vector.
 */
async function askBatch(call: Call, texts: readonly string[]): Promise<Asked> {
  try {
    return await call.ask(texts);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await (call.takesTexts ??= call.ask([HARMLESS]));
    const [first = ''] = texts;
    if (texts.length === 1)
      return first.length <= SHORTEST
        ? { dimension: undefined, vectors: [undefined] }
        : askBatch(call, [cut(first, Math.max(SHORTEST, first.length >> 1))]);
    const middle = texts.length >> 1;
    return joined([await askBatch(call, texts.slice(0, middle)), await askBatch(call, texts.slice(middle))]);
  }
}

/** Asks until it is answered, the tries are used up, or there is no time left for what the service asks to wait. */
async function persist<T>(
  attempt: (timeoutMs: number) => Promise<T>,
  { until, tryMs, tries, signal }: { until: number; tryMs: number; tries: number; signal: AbortSignal | undefined },
): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await attempt(Math.max(1, Math.min(tryMs, Math.floor(until - performance.now()))));
    } catch (error) {
      if (!(error instanceof RequestFailed) || !isPassing(error) || tried >= tries) throw error;
      // Half of it by chance, so that those who failed together do not come back together.
      const pause = FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random());
      const wait = Math.max(pause, error.waitMs ?? 0);
      if (wait >= until - performance.now()) throw error;
      await sleep(wait, undefined, { signal });
    }
}

/**
 * A service with an OpenAI-compatible `/embeddings`. `embed` throws `unavailable`, with the seconds after which a retry makes
 * sense, where it does not answer, or not with vectors; while it is known to be away, at once.
 */
export function embeddingsService({ onProblem, onRequest, pace, restMs, ...endpoint }: EmbeddingsSettings) {
  const breaker = createBreaker(() => performance.now(), restMs);
  const name = `remote:${endpoint.model}`;
  let model: string | undefined;

  const away = () =>
    new AppError('unavailable', 'The embeddings service does not answer at the moment; try again.', {
      retryAfter: Math.max(1, Math.ceil(breaker.waitMs() / 1000)),
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

  async function embedAll(texts: readonly string[], patience: Patience, signal: AbortSignal | undefined) {
    const { allMs, ...limits } = { ...PACE, ...pace }[patience];
    const until = performance.now() + allMs;
    const ask: Call['ask'] = (batch) =>
      persist((timeoutMs) => once(batch, timeoutMs, signal), { until, ...limits, signal });
    const parts: Asked[] = [];
    const call: Call = { ask };
    for (const batch of batchesOf(texts)) parts.push(await askBatch(call, batch));
    const { dimension, vectors } = joined(parts);
    // Of none of them a vector: what its model is called then, a text that has one tells.
    const known = dimension ?? (await ask([HARMLESS])).dimension;
    model = `${name}@${known}`;
    return { model, vectors };
  }

  async function embed(
    texts: readonly string[],
    { patience, signal }: { patience: Patience; signal?: AbortSignal | undefined },
  ) {
    if (!breaker.admit()) throw away();
    try {
      const embedded = await embedAll(texts, patience, signal);
      breaker.succeeded();
      return embedded;
    } catch (error) {
      if (!(error instanceof RequestFailed)) {
        breaker.gaveUp();
        throw error;
      }
      breaker.failed(error.waitMs);
      onProblem(error.problem);
      throw away();
    }
  }

  return {
    /** What the ids of its models begin with; `@` and the dimension follow. */
    name,
    /** The id of its model as of its last answer. */
    model: () => model,
    /** Seconds until it makes sense to ask; 0 where nothing is known to be wrong. */
    waitSeconds: () => Math.ceil(breaker.waitMs() / 1000),
    embed,
  };
}
