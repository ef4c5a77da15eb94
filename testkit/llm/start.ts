import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { noteOf } from './note.ts';

/** What a model is asked, as it comes. */
export type SeenCompletion = {
  authorization: string | undefined;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    temperature?: number;
    max_tokens?: number;
    max_completion_tokens?: number;
    stream?: boolean;
  };
};

/** How a request goes wrong. `silent` keeps the connection open without a word; `says` is what the model writes instead, `well` nothing wrong. */
export type LlmFault =
  | { well: true }
  | { status: number; headers?: Record<string, string>; body?: string }
  | { silent: true }
  | { cut: true }
  | { delayMs: number }
  | { body: string; type?: string }
  | { streams: true }
  | { finish: string }
  | { says: string | ((data: string) => string) };

export type LlmEmulator = {
  /** For AI_BASE_URL. */
  url: string;
  apiKey: string;
  model: string;
  /** Every request that came, failed ones too. */
  seen: SeenCompletion[];
  /** The most that were asked at the same time. */
  most: () => number;
  /** As OpenAI's models that think: refuses the older names of bounds. */
  thinks: boolean;
  /** The next requests go wrong in this way; all of them where it is not said how many. */
  fail(fault: LlmFault, times?: number): void;
  heal(): void;
} & AsyncDisposable;

const refusal = (text: string) => JSON.stringify({ error: { message: text, type: 'invalid_request_error' } });
const completion = (model: string, content: string, finish = 'stop') =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
const events = (model: string, content: string) =>
  content
    .split(' ')
    .map((word) => `data: ${JSON.stringify({ model, choices: [{ index: 0, delta: { content: `${word} ` } }] })}\n\n`)
    .join('');

/** A server with an OpenAI-compatible `/chat/completions` on 127.0.0.1, whose model writes what it is given; with faults on demand. */
export async function startLlm(): Promise<LlmEmulator> {
  const apiKey = `llm-${randomBytes(18).toString('hex')}`;
  const model = 'stand-in-writer';
  const seen: SeenCompletion[] = [];
  let faults: { fault: LlmFault; left: number }[] = [];
  let [now, most] = [0, 0];

  const takeFault = (): LlmFault | undefined => {
    const next = faults.find(({ left }) => left > 0);
    if (next) next.left -= 1;
    return next?.fault;
  };

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SeenCompletion['body'];
    seen.push({ authorization: message.headers.authorization, body });
    const fault = takeFault() ?? { well: true };
    const json = { 'content-type': 'application/json' };
    const refuse = (status: number, text: string) => void response.writeHead(status, json).end(refusal(text));
    if ('silent' in fault) return;
    if ('cut' in fault) return void message.socket.destroy();
    if ('status' in fault)
      return void response
        .writeHead(fault.status, { ...json, ...fault.headers })
        .end(fault.body ?? refusal(`no: ${String(message.headers.authorization)}`));
    if ('delayMs' in fault) await sleep(fault.delayMs);
    if ('body' in fault)
      return void response.writeHead(200, { 'content-type': fault.type ?? 'application/json' }).end(fault.body);
    if (message.url !== '/v1/chat/completions' || body.model !== model) return refuse(404, 'There is no such model.');
    if (message.headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'Incorrect API key.');
    if (emulator.thinks && (body.max_tokens !== undefined || body.temperature !== undefined))
      return refuse(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
    const data = body.messages.at(-1)?.content ?? '';
    const said = 'says' in fault ? fault.says : noteOf;
    const text = typeof said === 'string' ? said : said(data);
    if ('streams' in fault)
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events(model, text));
    response.writeHead(200, json).end(completion(model, text, 'finish' in fault ? fault.finish : 'stop'));
  }

  const server = createServer((message, response) => {
    now += 1;
    most = Math.max(most, now);
    response.once('close', () => (now -= 1));
    serve(message, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const emulator: LlmEmulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    apiKey,
    model,
    seen,
    most: () => most,
    thinks: false,
    fail: (fault, times = Infinity) => void faults.push({ fault, left: times }),
    heal: () => void (faults = []),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return emulator;
}
