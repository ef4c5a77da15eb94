import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { vectorOf } from './vectors.ts';

/** How a request goes wrong. `silent` keeps the connection open without a word; `broken` changes the answer. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { silent: true }
  | { cut: true }
  | { delayMs: number }
  | { body: string }
  | { broken: 'count' | 'nan' | 'dimension' | 'order' | 'zero' | 'huge' }
  /** Refuses what is more than this, as services do. */
  | { atMost: { texts?: number; characters?: number } }
  /** Goes wrong only where a text has this in it, or is longer than so many characters. */
  | { on: string | number; fault: Fault };

export type SeenRequest = { texts: string[]; authorization: string | undefined; model: string };

export type EmbeddingsEmulator = {
  /** For EMBEDDINGS_BASE_URL. */
  url: string;
  apiKey: string;
  model: string;
  /** Every request that came, failed ones too. */
  seen: SeenRequest[];
  dimension: number;
  /** The next requests go wrong in this way; all of them where it is not said how many. */
  fail(fault: Fault, times?: number): void;
  heal(): void;
  /** Keeps back all answers until it is released. */
  hold(): { release(): void };
} & AsyncDisposable;

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

/** A service with an OpenAI-compatible `/embeddings` on 127.0.0.1, with faults on demand. */
export async function startEmbeddings(dimension = 256): Promise<EmbeddingsEmulator> {
  const apiKey = `emb-${randomBytes(18).toString('hex')}`;
  const model = 'stand-in-embedding';
  const seen: SeenRequest[] = [];
  let faults: { fault: Fault; left: number }[] = [];
  let held: Promise<void> | undefined;

  const takeFault = (): Fault | undefined => {
    const next = faults.find(({ left }) => left > 0);
    if (next) next.left -= 1;
    return next?.fault;
  };
  const refusal = (text: string) => JSON.stringify({ error: { message: text, type: 'invalid_request_error' } });

  function answer(texts: string[], fault: Fault | undefined): { status: number; body: string } {
    if (fault && 'atMost' in fault) {
      const { texts: most = Infinity, characters = Infinity } = fault.atMost;
      if (texts.length > most || texts.some((text) => text.length > characters))
        return { status: 400, body: refusal('This is more than the model takes.') };
    }
    const entries = texts.map((text, index): Entry => ({
      object: 'embedding',
      index,
      embedding: vectorOf(text, emulator.dimension),
    }));
    const data = fault && 'broken' in fault ? BREAK[fault.broken](entries) : entries;
    return { status: 200, body: JSON.stringify({ object: 'list', data, model, usage: { total_tokens: 1 } }) };
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { model: string; input: string[] };
    seen.push({ texts: body.input, authorization: message.headers.authorization, model: body.model });
    const fault = meant(takeFault(), body.input);
    await held;
    const json = { 'content-type': 'application/json' };
    if (fault && 'silent' in fault) return;
    if (fault && 'cut' in fault) return void message.socket.destroy();
    if (fault && 'status' in fault)
      return void response
        .writeHead(fault.status, { ...json, ...fault.headers })
        .end(fault.body ?? refusal(`no: ${String(message.headers.authorization)}`));
    if (fault && 'delayMs' in fault) await sleep(fault.delayMs);
    if (fault && 'body' in fault) return void response.writeHead(200, json).end(fault.body);
    if (message.url !== '/v1/embeddings' || body.model !== model)
      return void response.writeHead(404, json).end(refusal('There is no such model.'));
    if (message.headers.authorization !== `Bearer ${apiKey}`)
      return void response
        .writeHead(401, json)
        .end(refusal(`Incorrect API key: ${String(message.headers.authorization)}`));
    const { status, body: text } = answer(body.input, fault);
    response.writeHead(status, json).end(text);
  }

  const server = createServer((message, response) => {
    serve(message, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const emulator: EmbeddingsEmulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    apiKey,
    model,
    seen,
    dimension,
    fail: (fault, times = Infinity) => void faults.push({ fault, left: times }),
    heal: () => void (faults = []),
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
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return emulator;
}
