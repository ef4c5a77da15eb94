import { setTimeout } from 'node:timers/promises';
import { CodeHostProblem } from '../../base/code-host.ts';
import type { Json } from '../../base/json.ts';
import { createSemaphore } from '../../base/semaphore.ts';
import { NoResponse, type HttpResponse } from '../http/exchange.ts';
import type { ResponseCache } from './response-cache.ts';
import { askedToWait, exhausted } from './rate-limit.ts';
import { limited, refusalOf, type Purpose } from './refusal.ts';
import { send } from './send.ts';

export type CallerSettings = {
  /** The API's address: `https://api.github.com`, `https://github.example.com/api/v3`, an emulator. */
  apiUrl: string;
  /** Receives problems that the operator should know about, for the log. */
  onProblem?: (problem: GithubProblem) => void;
  timeoutMs?: number;
  clock?: Clock;
};

/** A problem for the log, without tokens or parts of a response. */
export type GithubProblem = { code: string; operation: string; detail: string };

/** A clock that tests can replace. `sleep` rejects with the signal's reason. */
export type Clock = { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };

export type Call = Purpose & {
  /** GET by default. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the API's address, with its query. */
  path: string;
  body?: Json;
  /** False for a creation, which is repeated only where GitHub certainly did not receive it. */
  repeatable?: boolean;
  /** False where the response need not be cached. */
  keep?: boolean;
  maxBytes?: number;
  signal?: AbortSignal | undefined;
};

/** Credentials of requests to GitHub. */
export type Identity = {
  /** Separates this identity's cached responses from those of others. */
  name: string;
  authorization(): Promise<string>;
  /** Whether to retry after this 401. */
  renew(answer: HttpResponse): Promise<boolean>;
};

/** Sends a request and returns a successful response. Throws `CodeHostProblem`, or the signal's reason. */
export type Ask = (call: Call) => Promise<HttpResponse>;

type Outcome = { answer: HttpResponse } | { again: number; problem: CodeHostProblem };

const TRIES = 3;
const FIRST_PAUSE_MS = 500;
const TIMEOUT_MS = 15_000;
/** The longest wait for a rate limit; for a longer one the caller gets an error. */
const PATIENCE_MS = 5_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** GitHub asks for few concurrent requests, and no concurrent writes. */
const AT_ONCE = 8;

export const CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}),
};

function isRepeatable(call: Call): boolean {
  return call.repeatable ?? call.method !== 'POST';
}

function noResponse(error: NoResponse, { doing }: Purpose): CodeHostProblem {
  const { reason, message: detail } = error;
  if (reason === 'too_large') return new CodeHostProblem('too_large', `GitHub was asked to ${doing}, but ${detail}.`);
  return new CodeHostProblem('unavailable', `GitHub could not be asked to ${doing}: ${detail}.`);
}

/** Sends one identity's requests and tracks its rate limit: all requests of the identity have to use it. */
export function createCaller(settings: CallerSettings, who: Identity, cache: ResponseCache): Ask {
  const { apiUrl, onProblem = () => undefined, timeoutMs = TIMEOUT_MS, clock = CLOCK } = settings;
  const slots = createSemaphore(AT_ONCE);
  const writing = createSemaphore(1);
  let heldUntil = 0;

  /** Waits for the rate limit; throws where that would take too long. */
  async function waitForLimit(call: Call): Promise<void> {
    const wait = heldUntil - clock.now();
    if (wait > PATIENCE_MS) throw limited(heldUntil, call);
    if (wait > 0) await clock.sleep(wait, call.signal);
  }

  const hold = (ms: number) => {
    if (ms > 0) heldUntil = Math.max(heldUntil, clock.now() + ms);
  };

  async function sendCall(call: Call, etag: string | undefined): Promise<HttpResponse> {
    const authorization = await who.authorization();
    const { method = 'GET', path, body, signal, maxBytes = MAX_BYTES } = call;
    const headers = {
      authorization,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'plumbline',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(etag !== undefined && { 'if-none-match': etag }),
    };
    const content = body === undefined ? undefined : JSON.stringify(body);
    const request = { method, url: `${apiUrl}${path}`, headers, body: content };
    const sent = () => slots.run(() => send(request, { timeoutMs, maxBytes, signal }));
    return method === 'GET' ? sent() : writing.run(sent);
  }

  /** Classifies a response: a result, a retry after a wait, or a problem to throw. */
  async function evaluate(call: Call, answer: HttpResponse, tries: number): Promise<Outcome> {
    const waitMs = askedToWait(answer, clock.now());
    if (waitMs !== undefined) {
      hold(waitMs);
      const problem = limited(heldUntil, call);
      if (waitMs > PATIENCE_MS) throw problem;
      return { again: 0, problem };
    }
    if (answer.status >= 200 && answer.status < 300) {
      hold(exhausted(answer, clock.now()));
      return { answer };
    }
    const problem = refusalOf(answer, call);
    if (answer.status === 401 && (await who.renew(answer))) return { again: 0, problem };
    if (answer.status >= 500 && isRepeatable(call)) return { again: pauseAfter(tries), problem };
    throw problem;
  }

  async function attempt(call: Call, tries: number): Promise<Outcome> {
    const key = `${who.name} ${call.path}`;
    const conditional = (call.method ?? 'GET') === 'GET' && call.keep !== false;
    const cached = conditional ? cache.get(key) : undefined;
    try {
      const answer = await sendCall(call, cached?.etag);
      if (answer.status === 304 && cached) return { answer: cached.response };
      const outcome = await evaluate(call, answer, tries);
      if (conditional && 'answer' in outcome) cache.set(key, answer);
      return outcome;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      const { reason, sent } = error;
      const problem = noResponse(error, call);
      if (reason === 'too_large' || reason === 'redirect' || (sent && !isRepeatable(call))) throw problem;
      return { again: pauseAfter(tries), problem };
    }
  }

  function report(error: unknown, { method = 'GET', path }: Call): void {
    // The caller handles `gone` and `conflict`.
    if (!(error instanceof CodeHostProblem) || error.code === 'gone' || error.code === 'conflict') return;
    onProblem({ code: error.code, operation: `${method} ${path.replace(/\?.*$/, '')}`, detail: error.message });
  }

  async function persist(call: Call, tries: number): Promise<HttpResponse> {
    await waitForLimit(call);
    const outcome = await attempt(call, tries).catch((error: unknown) => {
      report(error, call);
      throw error;
    });
    if ('answer' in outcome) return outcome.answer;
    if (tries === TRIES) {
      report(outcome.problem, call);
      throw outcome.problem;
    }
    if (outcome.again > 0) await clock.sleep(outcome.again, call.signal);
    return persist(call, tries + 1);
  }

  return (call) => persist(call, 1);
}

/** Grows with each try; the random part spreads requests that failed together. */
function pauseAfter(tries: number): number {
  return FIRST_PAUSE_MS * 3 ** (tries - 1) * (1 + Math.random() / 2);
}
