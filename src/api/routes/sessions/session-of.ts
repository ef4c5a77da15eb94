import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../base/errors.ts';
import type { Session } from '../../../services/sessions/authenticate.ts';
import { sessionSecretOf } from '../../http/session-cookie.ts';
import type { Caller, HttpOptions } from '../../http/types.ts';

/** The session that a call was made in; undefined for one that a key was sent with. */
export const sessionOf = ({ caller }: FastifyRequest): Session | undefined =>
  caller.kind === 'known' ? caller.session : undefined;

/**
 * Who is signed in, for what anybody may ask: `over` where the browser still has the cookie of a session that is over. Throws 503
 * where that cannot be known, so that nobody seems to be signed out who is not.
 */
export function signedIn(
  request: FastifyRequest,
  http: HttpOptions,
): Required<Extract<Caller, { kind: 'known' }>> | 'over' | undefined {
  const { caller } = request;
  if (caller.kind === 'known') return caller.session && { ...caller, session: caller.session };
  if (sessionSecretOf(request, http) === undefined) return undefined;
  if (caller.kind === 'refused') return 'over';
  throw new AppError('unavailable', 'The database is not available at the moment; try again.', { retryAfter: 5 });
}
