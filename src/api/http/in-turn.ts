import type { FastifyReply } from 'fastify';
import { ownOrganization, type Ctx } from '../../services/base/context.ts';
import type { Services } from '../../services/services.ts';
import { createTurns } from '../../services/base/turns.ts';

/** Aborts when the connection closes or the response is complete. A request's own signal aborts once its body is read. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // An earlier disconnection is not reported again.
  if (raw.destroyed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/**
 * An expensive use case: runs one call at a time, organization by organization, until nobody waits for the response any
 * more. Throws 429 as `createTurns` does.
 */
export function oneAtATime<Input extends { org_id: string }, T>(
  work: (ctx: Ctx & Services, input: Input, signal: AbortSignal) => Promise<T>,
) {
  const inTurn = createTurns();
  return (ctx: Ctx & Services, input: Input, { reply }: { reply: FastifyReply }): Promise<T> => {
    const signal = untilGone(reply);
    // Not by the organization in the path, which may be another's.
    return inTurn(ownOrganization(ctx) ?? input.org_id, () => work(ctx, input, signal), signal);
  };
}
