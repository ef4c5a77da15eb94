import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The fault of a request to any service. `silent` keeps the connection open without a response. */
export type ServiceFault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { silent: true }
  | { cut: true }
  | { delayMs: number }
  | { body: string; type?: string };

/** One request with its whole body. */
export type ServiceCall<Fault> = {
  path: string;
  authorization: string | undefined;
  body: unknown;
  /** Takes the next planned fault, if any. To be called once per request. */
  takeFault: () => Fault | undefined;
  /** Sends a response, by default JSON. */
  answer: (status: number, body: string, type?: string) => void;
  /** Sends an error response. */
  refuse: (status: number, text: string) => void;
  /** Registers a listener for the end of the request, successful or not. */
  onEnd: (ended: () => void) => void;
  /** Applies a fault. Resolves to false if the request must still be answered, perhaps after a delay. */
  spoil: (fault: object) => Promise<boolean>;
};

export type FaultyService<Fault> = {
  /** The base URL, up to `/v1`. */
  url: string;
  /** Makes the next `times` requests fail in this way; by default all. */
  fail(fault: Fault, times?: number): void;
  heal(): void;
} & AsyncDisposable;

const refusal = (text: string) => JSON.stringify({ error: { message: text, type: 'invalid_request_error' } });

const isKnown = (fault: object): fault is ServiceFault =>
  ['status', 'silent', 'cut', 'delayMs', 'body'].some((name) => name in fault);

/** Starts a service on 127.0.0.1 that accepts JSON, as OpenAI's do, with faults on demand. */
export async function startFaultyService<Fault>(
  serve: (call: ServiceCall<Fault>) => Promise<void> | void,
): Promise<FaultyService<Fault>> {
  let faults: { fault: Fault; left: number }[] = [];

  async function take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const { authorization } = message.headers;
    const answer = (status: number, body: string, type = 'application/json') =>
      void response.writeHead(status, { 'content-type': type }).end(body);
    await serve({
      path: message.url ?? '',
      authorization,
      body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown,
      takeFault() {
        const next = faults.find(({ left }) => left > 0);
        if (next) next.left -= 1;
        return next?.fault;
      },
      answer,
      refuse: (status, text) => answer(status, refusal(text)),
      onEnd: (ended) => void response.once('close', ended),
      async spoil(fault) {
        if (!isKnown(fault)) return false;
        if ('cut' in fault) message.socket.destroy();
        else if ('delayMs' in fault) await sleep(fault.delayMs);
        else if ('status' in fault)
          response
            .writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
            .end(fault.body ?? refusal(`no: ${String(authorization)}`));
        else if ('body' in fault) answer(200, fault.body, fault.type);
        return !('delayMs' in fault);
      },
    });
  }

  const server = createServer((message, response) => {
    take(message, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    fail: (fault, times = Infinity) => void faults.push({ fault, left: times }),
    heal: () => void (faults = []),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
