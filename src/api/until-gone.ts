import type { FastifyReply } from 'fastify';

/** Aborted when the connection is closed, or the answer is whole. A request's own signal is aborted once its body is read. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Whoever went away before, while it was found out who they are, is not told of again.
  if (raw.destroyed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}
