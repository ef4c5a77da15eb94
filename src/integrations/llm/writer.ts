import { isObject } from '../../base/json.ts';
import { createSemaphore } from '../../base/semaphore.ts';
import { createBreaker } from '../openai/breaker.ts';
import { persist, post, type Endpoint } from '../openai/post.ts';
import { parseResponse, RequestFailed, unusable, type ServiceProblem } from '../openai/problem.ts';

export type ModelSettings = Endpoint & {
  /** Time limit of a text, including the wait for its turn and retries. */
  timeoutMs: number;
  /** The number of concurrent requests. */
  atOnce: number;
  /** Receives errors, for the log. */
  onProblem: (problem: ServiceProblem) => void;
};

type Prompt = { system: string; user: string };

/** Tokens of a text of the maximal length; models that think first need more. */
const ANSWER_TOKENS = 900;
const THINKING_TOKENS = 6_000;
/** Far more than the bytes of that many tokens. */
const MAX_BYTES = 256 * 1024;
const TRIES = 2;

/**
 * The fields that bound a response: for most servers, and for OpenAI's reasoning models, which accept no other.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
const WAYS = [{ temperature: 0, max_tokens: ANSWER_TOKENS }, { max_completion_tokens: THINKING_TOKENS }] as const;

/** A model's thoughts before its answer, where the server does not remove them. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/;

/**
 * The text of a chat completion. Throws `RequestFailed` where it is missing or incomplete.
 * https://platform.openai.com/docs/api-reference/chat/object
 */
function readCompletion(text: string): string {
  const body = parseResponse(text);
  const choices = isObject(body) ? body.choices : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? choice.message : undefined;
  const content = isObject(message) ? message.content : undefined;
  if (!isObject(choice) || typeof content !== 'string' || content.trim() === '') throw unusable('it has no text');
  const { finish_reason: end = null } = choice;
  if (end !== null && end !== 'stop') throw unusable('it ends before its end');
  return content.replace(THOUGHTS, '').trim();
}

/** The server refused the request's fields, or something else in it. */
const isRefusal = (error: unknown) =>
  error instanceof RequestFailed && (error.problem.http_status === 400 || error.problem.http_status === 422);

/**
 * A model behind an OpenAI-compatible `/chat/completions`. `write` never throws: without a text in time it returns the
 * reason in a word, at once while the server is away.
 */
export function chatModel({ timeoutMs, atOnce, onProblem, ...endpoint }: ModelSettings) {
  const slots = createSemaphore(atOnce);
  const breaker = createBreaker(() => performance.now());
  let way = 0;

  async function ask({ system, user }: Prompt, until: number, signal: AbortSignal): Promise<string> {
    const body = {
      model: endpoint.model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      stream: false,
    };
    const once = (bounds: (typeof WAYS)[number]) =>
      persist(
        async (left) => {
          const limits = { timeoutMs: left, signal, maxBytes: MAX_BYTES };
          const whole = { ...body, ...bounds };
          return readCompletion(await post({ ...endpoint, prefix: 'AI' }, '/chat/completions', whole, limits));
        },
        { until, tryMs: timeoutMs, tries: TRIES, signal },
      );
    const current = WAYS[way] ?? WAYS[0];
    try {
      return await once(current);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const other = (way + 1) % WAYS.length;
      const text = await once(WAYS[other] ?? WAYS[0]);
      way = other;
      return text;
    }
  }

  /** Sends the request in its turn, and reports the result to the breaker. */
  async function inTurn(prompt: Prompt, until: number, signal: AbortSignal) {
    if (!breaker.admit()) return { failed: 'away' };
    try {
      const text = await ask(prompt, until, signal);
      breaker.succeeded();
      return { text };
    } catch (error) {
      if (!(error instanceof RequestFailed)) {
        breaker.gaveUp();
        return { failed: signal.aborted ? 'stopped' : 'trouble' };
      }
      const { problem, waitMs } = error;
      // The refusal of one text does not affect the next.
      if (problem.reason === 'unusable_answer' || problem.reason === 'refused') breaker.gaveUp();
      else breaker.failed(waitMs);
      onProblem(problem);
      return { failed: problem.reason };
    }
  }

  return {
    model: endpoint.model,
    async write(prompt: Prompt, signal: AbortSignal): Promise<{ text: string } | { failed: string }> {
      const until = performance.now() + timeoutMs;
      const timely = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const release = await slots.acquire(timely);
      if (!release) return { failed: signal.aborted ? 'stopped' : 'busy' };
      try {
        return await inTurn(prompt, until, signal);
      } finally {
        release();
      }
    },
  };
}
