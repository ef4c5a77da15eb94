import { setTimeout } from 'node:timers/promises';
import { CodeHostProblem } from '../../base/code-host.ts';
import type { Json } from '../../base/json.ts';
import { createSemaphore } from '../../base/semaphore.ts';
import { NoResponse, type HttpResponse } from '../http/exchange.ts';
import type { ResponseCache } from './response-cache.ts';
import { askedToWait, exhausted } from './rate-limit.ts';
import { limited, refusalOf, type Purpose } from './refusal.ts';
import { send } from './send.ts';
import type { Clock, GithubSettings } from './settings.ts';

/** One thing that GitHub is asked for. */
export type Call = Purpose & {
  /** GET, if it is absent. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the API's address, with its query. */
  path: string;
  body?: Json;
  /** False for a creation: done twice, it is there twice. Such a call is repeated only where it was surely not done. */
  repeatable?: boolean;
  /** False where the answer is never asked for again. */
  keep?: boolean;
  maxBytes?: number;
  signal?: AbortSignal | undefined;
};

/** As whom GitHub is asked. */
export type Identity = {
  /** Distinguishes its cached responses from those of others. */
  name: string;
  authorization(): Promise<string>;
  /** After a 401: whether it makes sense to try again. */
  renew(answer: HttpResponse): Promise<boolean>;
};

/** Asks; answers what GitHub answered with success. Throws `CodeHostProblem`, or what aborted the signal. */
export type Ask = (call: Call) => Promise<HttpResponse>;

type Outcome = { answer: HttpResponse } | { again: number; problem: CodeHostProblem };

const TRIES = 3;
const FIRST_PAUSE_MS = 500;
const TIMEOUT_MS = 15_000;
/** What a caller waits for by itself; it is told of longer waits instead. */
const PATIENCE_MS = 5_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** GitHub asks for few requests at once, and for one at a time of those that write. */
const AT_ONCE = 8;

export const CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}),
};

function isRepeatable(call: Call): boolean {
  return call.repeatable ?? call.method !== 'POST';
}

function silent(error: NoResponse, { doing }: Purpose): CodeHostProblem {
  const { reason, message: detail } = error;
  if (reason === 'too_large') return new CodeHostProblem('too_large', `GitHub was asked to ${doing}, but ${detail}.`);
  return new CodeHostProblem('unavailable', `GitHub could not be asked to ${doing}: ${detail}.`);
}

type CallerSettings = Pick<GithubSettings, 'apiUrl' | 'onProblem' | 'timeoutMs' | 'clock'>;

/** A caller of GitHub as one identity. It keeps its limits: all that ask as this identity have to use the same. */
export function createCaller(settings: CallerSettings, who: Identity, cache: ResponseCache): Ask {
  const { apiUrl, onProblem = () => undefined, timeoutMs = TIMEOUT_MS, clock = CLOCK } = settings;
  const slots = createSemaphore(AT_ONCE);
  const writing = createSemaphore(1);
  let heldUntil = 0;

  /** Waits until GitHub may be asked; throws where that takes longer than anybody waits. */
  async function pass(call: Call): Promise<void> {
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

  /** What an answer means: it is one, or another try makes sense after a while, or it is thrown. */
  async function judge(call: Call, answer: HttpResponse, tries: number): Promise<Outcome> {
    const asked = askedToWait(answer, clock.now());
    if (asked !== undefined) {
      hold(asked);
      const problem = limited(heldUntil, call);
      if (asked > PATIENCE_MS) throw problem;
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
    const known = conditional ? cache.get(key) : undefined;
    try {
      const answer = await sendCall(call, known?.etag);
      if (answer.status === 304 && known) return { answer: known.response };
      const outcome = await judge(call, answer, tries);
      if (conditional && 'answer' in outcome) cache.set(key, answer);
      return outcome;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      const { reason, sent } = error;
      const problem = silent(error, call);
      if (reason === 'too_large' || reason === 'redirect' || (sent && !isRepeatable(call))) throw problem;
      return { again: pauseAfter(tries), problem };
    }
  }

  function report(error: unknown, { method = 'GET', path }: Call): void {
    // What is gone or in conflict is for whoever asked to understand.
    if (!(error instanceof CodeHostProblem) || error.code === 'gone' || error.code === 'conflict') return;
    onProblem({ code: error.code, operation: `${method} ${path.replace(/\?.*$/, '')}`, detail: error.message });
  }

  async function persist(call: Call, tries: number): Promise<HttpResponse> {
    await pass(call);
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

/** Grows, and differs between those that failed together. */
function pauseAfter(tries: number): number {
  return FIRST_PAUSE_MS * 3 ** (tries - 1) * (1 + Math.random() / 2);
}
