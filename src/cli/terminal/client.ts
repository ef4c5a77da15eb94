import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { isObject, type Json } from '../../base/json.ts';
import { readConfig, type Config, type Env } from '../../server/config/config.ts';
import { visible } from '../../base/visible.ts';

/** A failure for the user, in a line or two; every other error is a defect. */
export class CliError extends Error {
  readonly exitCode: number;
  /** The seconds to wait, if a rate limit refused the request. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: { exitCode?: number; retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CliError';
    this.exitCode = options.exitCode ?? 1;
    this.retryAfter = options.retryAfter;
  }
}

export type ClientOptions = { url?: string | undefined; key?: string | undefined };

type Value = string | number | boolean | undefined;
/** Undefined query values are left out. */
type Extra = { query?: Readonly<Record<string, Value>>; signal?: AbortSignal | undefined };
type Body = Readonly<Record<string, Json | undefined>>;

/** Calls the API of a running server. Returns the body of a 2xx response; throws `CliError` for every other. */
export type Client = {
  readonly url: string;
  get<T>(path: string, extra?: Extra): Promise<T>;
  post<T>(path: string, body?: Body, extra?: Extra): Promise<T>;
  patch<T>(path: string, body: Body): Promise<T>;
  put<T>(path: string, body: Body): Promise<T>;
  delete<T>(path: string, extra?: Extra): Promise<T>;
  /** Lists all entries, page by page; `cursorOf` returns the cursor after an entry. */
  pages<T>(path: string, cursorOf: (last: T) => string, query?: Extra['query']): AsyncGenerator<T>;
  /** Posts JSON Lines. */
  postLines<T>(path: string, lines: string): Promise<T>;
  /** A response as a stream; reading throws `CliError` where it is cut off. */
  stream(path: string): AsyncIterable<Uint8Array>;
};

const PAGE_SIZE = 100;

/** A path of the API, with encoded values: at`/orgs/${org}/keys`. */
export const at = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeURIComponent));

function withQuery(path: string, query: Extra['query'] = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** The address of a server with this configuration, as seen from its own machine. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const wildcards: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  return `http://${wildcards[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
}

/** The key: `--key`, else PLUMBLINE_API_KEY, else the operator key in the server's data directory. */
function findKey(config: Config, env: Env, keyOption: string | undefined): string {
  const key = keyOption ?? (env.PLUMBLINE_API_KEY || undefined) ?? config.adminKey;
  if (key !== undefined) return key;
  const file = join(config.dataDir, 'operator.key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new CliError(
      `There is no API key: give one with --key or PLUMBLINE_API_KEY.\nThe operator key of a server on this machine would be in ${file} (PLUMBLINE_DATA_DIR says where), but it could not be read.`,
      { cause: error },
    );
  }
}

type Answer = { status: number; retryAfter: string | null };
type Content = { type: string; text: string };

/** Advice for the terminal that the API's messages, which are for HTTP clients, lack. */
function hintFor(status: number, path: string): string[] {
  if (status === 401) return ['The key was taken from --key, else PLUMBLINE_API_KEY, else the data directory.'];
  const named = /^\/api\/v1\/orgs\/(?!org_)[^/]+/.test(path);
  return status === 404 && named ? ['Organizations go by id or login: "plumbline orgs list" has them.'] : [];
}

function refusal({ status, retryAfter }: Answer, body: unknown, method: string, path: string): CliError {
  if (!isObject(body) || typeof body.detail !== 'string')
    return new CliError(`${method} ${path} was answered with ${status}, and not by Plumbline. Is the address right?`);
  const fields = Array.isArray(body.errors) ? body.errors.filter(isObject) : [];
  const lines = fields.map(({ path, message }) => `  ${visible(String(path))} ${visible(String(message))}`);
  const hint = hintFor(status, path);
  const wait = status === 429 && retryAfter !== null ? Number(retryAfter) : Number.NaN;
  const detail = visible(body.detail).replaceAll('?org_id=', '--org');
  return new CliError([`${detail} (${status})`, ...lines, ...hint].join('\n'), {
    retryAfter: Number.isFinite(wait) ? wait : undefined,
  });
}

function unreachable(url: string, error: unknown): CliError {
  const cause = error instanceof Error && isObject(error.cause) ? error.cause : undefined;
  if (cause?.code === 'ECONNREFUSED')
    return new CliError(
      `Nothing answers at ${url}: is the server running? Start it with \`plumbline start\`, or give another address with --url.`,
      { cause: error },
    );
  if (cause?.code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return new CliError(`${url} could not be reached: what listens there does not speak TLS. Is it http://?`, {
      cause: error,
    });
  const why = typeof cause?.message === 'string' && cause.message !== '' ? cause.message : messageOf(error);
  return new CliError(`${url} could not be reached: ${visible(why)}`, { cause: error });
}

/**
 * A client for `--url` and `--key`, or for the environment: PLUMBLINE_URL, else the server's own HOST and PORT. Throws
 * `CliError` when there is no key.
 */
export function createClient(env: Env, options: ClientOptions): Client {
  const config = readConfig(env);
  const urlOption = options.url ?? (env.PLUMBLINE_URL || undefined);
  const url = (urlOption ?? localUrl(config)).replace(/\/+$/, '');
  if (urlOption === undefined && config.port === 0)
    throw new CliError('PORT is 0, so the server took a free port: name its address with --url.');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CliError(
      `--url or PLUMBLINE_URL must be an address such as http://127.0.0.1:8080 (got "${visible(url)}").`,
    );
  const key = findKey(config, env, options.key);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CliError('The API key holds characters that no key has; was it pasted whole?');

  async function ask(method: string, path: string, content?: Content, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'application/json' };
    if (content) headers['content-type'] = content.type;
    const init = { method, headers, ...(content && { body: content.text }), signal: signal ?? null };
    return fetch(`${url}/api/v1${path}`, init).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw unreachable(url, error);
    });
  }

  async function read<T>(response: Response, method: string, path: string): Promise<T> {
    const { status } = response;
    const text = await response.text();
    const parsed = parse(text);
    if (status >= 200 && status < 300 && (parsed !== undefined || text === '')) return parsed as T;
    throw refusal({ status, retryAfter: response.headers.get('retry-after') }, parsed, method, `/api/v1${path}`);
  }

  async function call<T>(method: string, bare: string, body?: Body, { query, signal }: Extra = {}): Promise<T> {
    const path = withQuery(bare, query);
    const content = body === undefined ? undefined : { type: 'application/json', text: JSON.stringify(body) };
    return read(await ask(method, path, content, signal), method, path);
  }

  async function* pages<T>(path: string, cursorOf: (last: T) => string, query?: Extra['query']): AsyncGenerator<T> {
    for (let cursor: string | undefined; ;) {
      const page = await call<T[]>('GET', path, undefined, { query: { limit: PAGE_SIZE, ...query, cursor } });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_SIZE) return;
      cursor = cursorOf(last);
    }
  }

  async function* stream(path: string): AsyncGenerator<Uint8Array> {
    const response = await ask('GET', path);
    if (!response.ok || !response.body) {
      await read(response, 'GET', path);
      return;
    }
    try {
      yield* response.body;
    } catch (error) {
      throw new CliError(`${url} ended its answer before it was complete.`, { cause: error });
    }
  }

  return {
    url,
    get: (path, extra) => call('GET', path, undefined, extra),
    post: (path, body = {}, extra = {}) => call('POST', path, body, extra),
    patch: (path, body) => call('PATCH', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path, extra) => call('DELETE', path, undefined, extra),
    pages,
    postLines: async (path, text) =>
      read(await ask('POST', path, { type: 'application/x-ndjson', text }), 'POST', path),
    stream,
  };
}

/** Sends a request. If a rate limit refuses it, waits slightly longer than the limit demands, and retries. */
export async function waitOut<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CliError) || error.retryAfter === undefined) throw error;
      await sleep(error.retryAfter * 1000 * (1 + Math.random() / 10), undefined, { signal });
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
