import { randomBytes } from 'node:crypto';
import { startFaultyService, type FaultyService, type ServiceCall, type ServiceFault } from '../faulty-service.ts';
import { vectorOf } from './vectors.ts';

/** The fault of a request; `broken` changes the answer. */
export type Fault =
  | ServiceFault
  | { broken: 'count' | 'nan' | 'dimension' | 'order' | 'zero' | 'huge' }
  /** Refuses larger requests, as real services do. */
  | { atMost: { texts?: number; characters?: number } }
  /** A fault only for a text that contains `on`, or that is longer than `on` characters. */
  | { on: string | number; fault: Fault };

export type SeenRequest = { texts: string[]; authorization: string | undefined; model: string };

/** `url` is for EMBEDDINGS_BASE_URL. */
export type EmbeddingsEmulator = {
  apiKey: string;
  model: string;
  /** All requests, including failed ones. */
  seen: SeenRequest[];
  dimension: number;
  /** Delays all responses until `release`. */
  hold(): { release(): void };
} & FaultyService<Fault>;

type Entry = { object: 'embedding'; index: number; embedding: unknown[] };

const BREAK: Record<Extract<Fault, { broken: unknown }>['broken'], (entries: Entry[]) => unknown[]> = {
  count: (entries) => entries.slice(1),
  nan: (entries) => entries.map((entry) => ({ ...entry, embedding: entry.embedding.map(() => null) })),
  dimension: (entries) => entries.map((entry, at) => ({ ...entry, embedding: entry.embedding.slice(at ? 0 : 1) })),
  order: (entries) => entries.toReversed(),
  zero: (entries) => entries.map((entry) => ({ ...entry, embedding: entry.embedding.map(() => 0) })),
  huge: (entries) =>
    entries.map((entry) => ({ ...entry, embedding: entry.embedding.map((value) => Number(value) * 1e300) })),
};

/** The fault of a request for these texts. */
function meant(fault: Fault | undefined, texts: readonly string[]): Fault | undefined {
  if (!fault || !('on' in fault)) return fault;
  const { on } = fault;
  return texts.some((text) => (typeof on === 'number' ? text.length > on : text.includes(on)))
    ? fault.fault
    : undefined;
}

/** Starts a service with an OpenAI-compatible `/embeddings` on 127.0.0.1, with faults on demand. */
export async function startEmbeddings(dimension = 256): Promise<EmbeddingsEmulator> {
  const apiKey = `emb-${randomBytes(18).toString('hex')}`;
  const model = 'stand-in-embedding';
  const seen: SeenRequest[] = [];
  let held: Promise<void> | undefined;

  /** The response body; undefined if the input exceeds the limits of the model. */
  function embed(texts: string[], fault: Fault | undefined): string | undefined {
    if (fault && 'atMost' in fault) {
      const { texts: most = Infinity, characters = Infinity } = fault.atMost;
      if (texts.length > most || texts.some((text) => text.length > characters)) return undefined;
    }
    const entries = texts.map((text, index): Entry => ({
      object: 'embedding',
      index,
      embedding: vectorOf(text, emulator.dimension),
    }));
    const data = fault && 'broken' in fault ? BREAK[fault.broken](entries) : entries;
    return JSON.stringify({ object: 'list', data, model, usage: { total_tokens: 1 } });
  }

  async function serve({ path, authorization, body: given, takeFault, spoil, answer, refuse }: ServiceCall<Fault>) {
    const body = given as { model: string; input: string[] };
    seen.push({ texts: body.input, authorization, model: body.model });
    const fault = meant(takeFault(), body.input);
    await held;
    if (fault && (await spoil(fault))) return;
    if (path !== '/v1/embeddings' || body.model !== model) return refuse(404, 'There is no such model.');
    if (authorization !== `Bearer ${apiKey}`) return refuse(401, `Incorrect API key: ${String(authorization)}`);
    const made = embed(body.input, fault);
    if (made === undefined) return refuse(400, 'This is more than the model takes.');
    answer(200, made);
  }

  const service = await startFaultyService<Fault>(serve);
  const emulator: EmbeddingsEmulator = {
    ...service,
    apiKey,
    model,
    seen,
    dimension,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return {
        release() {
          held = undefined;
          resolve();
        },
      };
    },
  };
  return emulator;
}
