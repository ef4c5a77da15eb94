import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownOrganization } from '../../services/context.ts';
import { createTurns } from '../../services/turns.ts';

/** Aborted when the connection is closed, or the answer is whole. A request's own signal is aborted once its body is read. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Whoever went away before, while it was found out who they are, is not told of again.
  if (raw.destroyed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

type Asked = FastifyRequest<{ Params: { org_id: string } }>;

/**
 * For operations that are heavy to answer: of those that ask, one at a time is worked for, each organization in turn, until nobody waits
 * for the answer any more. Throws 429 as `createTurns` does.
 */
export function oneAtATime() {
  const inTurn = createTurns();
  return <T>(request: Asked, reply: FastifyReply, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    // Not by the organization that is named, which may be another's.
    const by = ownOrganization(request.ctx) ?? request.params.org_id;
    const signal = untilGone(reply);
    return inTurn(by, () => work(signal), signal);
  };
}
