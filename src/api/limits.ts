import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { closest, type Bucket, type Decision } from '../limits/types.ts';
import { networkOf } from './address.ts';
import { limitHeaders, waitSeconds } from './limit-headers.ts';
import type { ApiOptions, App } from './types.ts';

type Limiting = Pick<ApiOptions, 'limiter' | 'limits'>;

const WHOSE: Record<Bucket['name'], string> = {
  key: 'for this key',
  org: 'for this organization',
  address: 'without a valid key from this address',
};

function exceeded(decision: Decision): AppError {
  const { name, limit } = closest(decision) ?? { name: 'key', limit: 0 };
  const wait = waitSeconds(decision);
  const message = `Rate limit exceeded: ${limit} requests a minute ${WHOSE[name]}. Try again in ${wait} second${wait === 1 ? '' : 's'}.`;
  return new AppError('rate_limited', message, { retryAfter: wait });
}

const addressBucket = (ip: string, limit: number): Bucket => ({
  name: 'address',
  id: `address:${networkOf(ip)}`,
  limit,
});

/** Makes the headers for answers that draw on no limit: how the address they go to stands. */
export function tellAddress({ limiter, limits }: Limiting): (ip: string) => Record<string, string> {
  return (ip) => limitHeaders(limiter.look([addressBucket(ip, limits.key)]), Date.now());
}

function bucketsOf({ caller, ip }: FastifyRequest, limits: Limiting['limits']): Bucket[] {
  if (caller.kind !== 'known') return [addressBucket(ip, limits.key)];
  const { principal } = caller;
  if (principal.kind === 'operator') return [{ name: 'key', id: 'key:operator', limit: limits.key }];
  return [
    { name: 'key', id: `key:${principal.key_id}`, limit: limits.key },
    { name: 'org', id: `org:${principal.org_id}`, limit: limits.org },
  ];
}

/**
 * Counts every call but those of exempt routes: against its key and the key's organization, else against the address it
 * comes from. Refuses with 429 what goes beyond; not, though, what asks without credentials for what needs none. Tells
 * the limits on every answer.
 */
export function limitRequests(app: App, { limiter, limits }: Limiting): void {
  const tell = tellAddress({ limiter, limits });
  app.decorateRequest('limitHeaders');
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.limits === 'exempt') return;
    const decision = await limiter.take(bucketsOf(request, limits));
    request.limitHeaders = limitHeaders(decision, Date.now());
    if (!decision.admitted && request.caller.kind !== 'nobody') throw exceeded(decision);
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.headers(request.limitHeaders ?? tell(request.ip));
  });
}
