import { setImmediate as yieldTurn } from 'node:timers/promises';
import { embeddingsService } from '../integrations/embeddings/service.ts';
import { chatModel } from '../integrations/llm/writer.ts';
import { embedIncident, embedIntent, type Recall } from '../recall/embed.ts';
import type { Embedder, RemoteEmbedder } from '../services/memory/models/embedder.ts';
import type { Summarising } from '../services/summaries/summarise.ts';
import type { Metrics } from './compose-api.ts';
import { needed, type Config } from './config/config.ts';
import { loadRecall } from './recall-files.ts';

/** Yields to other work after this time: texts may have any length. */
const SLICE_MS = 10;

/** The built-in embedder. It reads its table for the first text, and keeps it. */
export function composeEmbedder(): Embedder {
  let loading: Promise<Recall> | undefined;
  function load(): Promise<Recall> {
    loading ??= loadRecall().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }
  const unlessZero = (vector: Float32Array) => (vector.some((value) => value !== 0) ? vector : undefined);
  return {
    model: async () => (await load()).id,
    async embed(text) {
      const model = await load();
      return { model: model.id, vector: unlessZero(embedIntent(model, text)) };
    },
    async embedIncidents(texts) {
      const model = await load();
      const vectors: (Float32Array | undefined)[] = [];
      let begun = performance.now();
      for (const text of texts) {
        if (performance.now() - begun >= SLICE_MS) {
          await yieldTurn();
          begun = performance.now();
        }
        vectors.push(unlessZero(embedIncident(model, text)));
      }
      return { model: model.id, vectors };
    },
  };
}

type Address = { baseUrl: string | undefined; model: string | undefined; apiKey: string | undefined };

/** The address of another service's model; undefined without one. Throws `ConfigError` where a setting is missing. */
function addressOf(prefix: 'AI' | 'EMBEDDINGS', { baseUrl, model, apiKey }: Address) {
  const other = model !== undefined ? 'MODEL' : apiKey !== undefined ? 'API_KEY' : undefined;
  if (baseUrl === undefined && other === undefined) return undefined;
  return {
    baseUrl: needed(baseUrl, `${prefix}_BASE_URL`, `for ${prefix}_${other}`),
    model: needed(model, `${prefix}_MODEL`, `for ${prefix}_BASE_URL`),
    apiKey,
  };
}

type Warn = { warn: (fields: object, text: string) => void };

/** The embedding model of another service, if one is configured. */
export function composeRemoteEmbedder(
  { embeddingsUrl: baseUrl, embeddingsModel: model, embeddingsKey: apiKey }: Config,
  { log, metrics }: { log: Warn; metrics: Pick<Metrics, 'embeddingsRequested'> },
): RemoteEmbedder | undefined {
  const address = addressOf('EMBEDDINGS', { baseUrl, model, apiKey });
  return (
    address &&
    embeddingsService({
      ...address,
      onProblem: (problem) => log.warn(problem, 'a request to the embeddings service failed'),
      onRequest: (outcome) => metrics.embeddingsRequested(outcome),
    })
  );
}

/** The model that writes summaries, if one is configured. */
export function composeSummaries(
  { aiUrl: baseUrl, aiModel: model, aiKey: apiKey, aiTimeout, aiConcurrency: atOnce }: Config,
  { log, metrics }: { log: Warn; metrics: Pick<Metrics, 'summaryMade'> },
): Summarising | undefined {
  const address = addressOf('AI', { baseUrl, model, apiKey });
  if (!address) return undefined;
  return {
    writer: chatModel({
      ...address,
      timeoutMs: aiTimeout * 1000,
      atOnce,
      onProblem: (problem) => log.warn(problem, 'a request to the model that writes summaries failed'),
    }),
    onSummary({ analysis, outcome, why }) {
      metrics.summaryMade(outcome);
      if (outcome !== 'model' && outcome !== 'cached')
        log.warn({ analysis, outcome, why }, 'rules made the summary, not the model');
    },
  };
}
