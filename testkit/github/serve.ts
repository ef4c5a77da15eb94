import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRequest } from '../cloud/http.ts';
import { plannedFaults } from './faults.ts';
import { Refusal } from './refusal.ts';

export type ApiRequest = {
  method: string;
  /** The path without the query, percent-encoded as received. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The URL of the server. */
  base: string;
  /** The parsed body; {} without a body. */
  json(): unknown;
  is(method: string, path: string | RegExp): RegExpExecArray | [string] | undefined;
};

/** A received request with the status of its response: 0 if the connection was cut. */
export type Seen = { request: string; query: string; status: number; headers: IncomingHttpHeaders };

/** The response. */
export type Reply = { status: number; headers: Record<string, string>; body: string | Buffer };

export const json = (status: number, value: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: JSON.stringify(value),
});

const HOURLY = 5000;

/**
 * An HTTP server on 127.0.0.1 with the common behaviour of GitHub's API: `ETag` and 304, rate limit headers (a 304 does
 * not count), and errors in its format; with faults on demand.
 */
export async function serve(answer: (request: ApiRequest) => Promise<Reply>) {
  const faults = plannedFaults();
  const seen: Seen[] = [];
  let used = 0;
  let base = '';

  async function reply(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, path, query, headers, body } = await readRequest(message);
    const entry: Seen = { request: `${method} ${path}`, query: query.toString(), status: 0, headers };
    seen.push(entry);
    const how = faults.take(entry.request);
    if (how && 'silent' in how) return;
    if (how && 'cut' in how) return void message.socket.destroy();
    if (how && 'delayMs' in how) await sleep(how.delayMs);
    const given =
      how && 'status' in how
        ? {
            status: how.status,
            headers: how.headers ?? {},
            body: JSON.stringify(how.body ?? { message: 'Server Error' }),
          }
        : await answer(requestOf({ method, path, query, headers, body: body.toString('utf8') })).catch(refused);
    const tag = `W/"${createHash('sha256').update(given.body).digest('hex')}"`;
    const fresh = method === 'GET' && given.status === 200;
    const unchanged = fresh && headers['if-none-match'] === tag;
    if (!unchanged) used += 1;
    entry.status = unchanged ? 304 : given.status;
    const limits = {
      'x-ratelimit-limit': String(HOURLY),
      'x-ratelimit-remaining': String(Math.max(0, HOURLY - used)),
      'x-ratelimit-used': String(used),
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3600),
      'x-ratelimit-resource': 'core',
    };
    const type = { 'content-type': 'application/json; charset=utf-8', 'x-github-request-id': `TEST:${seen.length}` };
    response.writeHead(entry.status, { ...type, ...limits, ...(fresh && { etag: tag }), ...given.headers });
    response.end(unchanged ? undefined : given.body);
  }

  const requestOf = (given: Omit<ApiRequest, 'json' | 'is' | 'base'>): ApiRequest => ({
    ...given,
    base,
    json: () => parsed(given.body),
    is(method, path) {
      if (given.method !== method) return undefined;
      if (typeof path === 'string') return given.path === path ? [path] : undefined;
      return path.exec(given.path) ?? undefined;
    },
  });

  const server = createServer((message, response) => {
    reply(message, response).catch((error: unknown) => {
      console.error('the stand-in for GitHub:', error);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: base,
    faults,
    seen,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function parsed(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(400, 'Problems parsing JSON');
  }
}

function refused(error: unknown): Reply {
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, headers: error.headers, body: error.body };
}
