import { Readable } from 'node:stream';
import type { Answerer, Call, CloudAnswer, Stage } from '../call/types.ts';
import { endOf, passes, pauseFor, pauseMs, type CallEnd } from './retry.ts';
import { type RateLimiter, createRateLimiters } from './limiter.ts';
import type { HardLimit } from '../../catalog/limits.ts';

export type RateLimitOptions = {
  /** Clouds' hard limits per account; default: none. Not applied to sessions with an endpoint on this machine. */
  limits?: readonly HardLimit[];
  /** How long a throttled call is retried; default: 30 seconds. */
  budgetMs?: number;
};

/** How often a failing call is sent, retries included. */
const MAX_TRIES_FAILED = 4;

/** The result of one try of a call. */
type Try = { end: CallEnd } & ({ answer: CloudAnswer } | { problem: unknown });

/**
 * Limits the rate of calls by account, region and service, over all analyses: within the known limits, and adapted to
 * the service's throttling. A throttled call is retried for a while, a failed one a few times; then its last result is
 * passed on. Rejects as the next stage does, and with the signal's reason.
 */
export function createRateLimit({ limits = [], budgetMs = 30_000 }: RateLimitOptions = {}): Stage {
  const limiters = createRateLimiters(limits, () => performance.now());
  return (next) => async (call, signal) => {
    const limiter = limiters.limiterOf(call);
    const { progress } = call.session;
    let until: number | undefined;
    for (let tries = 1; ; tries += 1) {
      await progress.held(limiter.turn(call.session.by, signal));
      const one = await tryOnce(next, call, limiter, signal);
      if (one.end === 'answered') return resultOf(one);
      until ??= performance.now() + budgetMs;
      const ms = pauseMs(one.end, tries, 'answer' in one ? one.answer.headers : {});
      const again = one.end === 'throttled' || (tries < MAX_TRIES_FAILED && limiter.mayRetry());
      if (!again || performance.now() + ms > until) return resultOf(one);
      letGo(one);
      await progress.held(pauseFor(ms, signal));
    }
  };
}

async function tryOnce(next: Answerer, call: Call, limiter: RateLimiter, signal: AbortSignal): Promise<Try> {
  const sentAt = performance.now();
  const ended = <T extends Try>(one: T): T => {
    limiter.ended(sentAt, one.end);
    if (one.end === 'throttled') call.session.counter.count(call, 'throttled');
    return one;
  };
  try {
    const answer = await next(call, signal);
    return ended({ end: endOf(answer), answer });
  } catch (problem) {
    if (signal.aborted || !passes(problem)) throw problem;
    return ended({ end: 'failed', problem });
  }
}

function resultOf(one: Try): CloudAnswer {
  if ('answer' in one) return one.answer;
  throw one.problem;
}

/** An unread body would hold its connection. */
function letGo(one: Try): void {
  if ('answer' in one && one.answer.body instanceof Readable) one.answer.body.destroy();
}
