import type { FastifyReply } from 'fastify';
import { ownOrganization, type Ctx } from '../../services/base/context.ts';
import type { Services } from '../../services/services.ts';
import { createTurns } from '../../services/base/turns.ts';

/** Aborted when the connection is closed, or the answer is whole. A request's own signal is aborted once its body is read. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Who went away before this was called is not reported again.
  if (raw.destroyed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/**
 * A use case that is heavy: one call at a time is worked on, each organization in turn, until nobody waits for the
 * answer any more. Throws 429 as `createTurns` does.
 */
export function oneAtATime<Input extends { org_id: string }, T>(
  work: (ctx: Ctx & Services, input: Input, signal: AbortSignal) => Promise<T>,
) {
  const inTurn = createTurns();
  return (ctx: Ctx & Services, input: Input, { reply }: { reply: FastifyReply }): Promise<T> => {
    const signal = untilGone(reply);
    // Not by the organization that is named, which may be another's.
    return inTurn(ownOrganization(ctx) ?? input.org_id, () => work(ctx, input, signal), signal);
  };
}
