import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { plural } from '../base/plural.ts';
import { closest, type Bucket, type Decision } from '../limits/types.ts';
import { networkOf } from './address.ts';
import { holderOf } from './holder.ts';
import { limitHeaders, waitSeconds } from './limit-headers.ts';
import type { ApiOptions, App } from './types.ts';

type Limiting = Pick<ApiOptions, 'limiter' | 'limits'>;
type Counting = Limiting & Pick<ApiOptions, 'metrics'>;

const WHAT: Record<Bucket['name'], string> = {
  key: 'requests a minute for this key',
  org: 'requests a minute for this organization',
  'recall-key': 'recalls a minute for this key',
  'recall-org': 'recalls a minute for this organization',
  address: 'requests a minute without a valid key from this address',
};

function exceeded(decision: Decision): AppError {
  const { name, limit } = closest(decision) ?? { name: 'key', limit: 0 };
  const wait = waitSeconds(decision);
  const message = `Rate limit exceeded: ${limit} ${WHAT[name]}. Try again in ${plural(wait, 'second')}.`;
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

type On = 'recall' | 'address' | undefined;

function bucketsOf({ caller, ip }: FastifyRequest, on: On, limits: Limiting['limits']): Bucket[] {
  if (caller.kind !== 'known' || on === 'address') return [addressBucket(ip, limits.key)];
  const { key, org } = holderOf(caller);
  return on === 'recall'
    ? pair({ name: 'recall-key', limit: limits.recallKey }, { name: 'recall-org', limit: limits.recallOrg }, key, org)
    : pair({ name: 'key', limit: limits.key }, { name: 'org', limit: limits.org }, key, org);
}

type Limit = Pick<Bucket, 'name' | 'limit'>;

/** The buckets of a key and of its organization; the operator's key belongs to none. */
function pair(ofKey: Limit, ofOrg: Limit, key: string, org: string | undefined): Bucket[] {
  const bucket = (limit: Limit, owner: string): Bucket => ({ ...limit, id: `${limit.name}:${owner}` });
  return org === undefined ? [bucket(ofKey, key)] : [bucket(ofKey, key), bucket(ofOrg, org)];
}

/** A refusal counts for the limit that it is told for, a call that passes for all it draws on. */
function count(metrics: ApiOptions['metrics'], decision: Decision, refused: boolean): void {
  const told = closest(decision);
  if (refused && told) metrics.limitDecided(told.name, 'refused');
  else for (const { name } of decision.standings) metrics.limitDecided(name, 'admitted');
}

/**
 * Counts every call but those of exempt routes: against its key and the key's organization, else against the address it
 * comes from. Refuses with 429 what goes beyond; not, though, what asks without credentials for what needs none, unless it
 * is an attempt to sign in. Tells
 * the limits on every answer. Routes of the kind `by-call` count calls with a valid key themselves (`app.draw`).
 */
export function limitRequests(app: App, { limiter, limits, metrics }: Counting): void {
  const tell = tellAddress({ limiter, limits });
  app.decorateRequest('limitHeaders');
  app.decorate('draw', async (request: FastifyRequest, on?: On) => {
    const decision = await limiter.take(bucketsOf(request, on, limits));
    request.limitHeaders = limitHeaders(decision, Date.now());
    const refused = !decision.admitted && (request.caller.kind !== 'nobody' || on === 'address');
    count(metrics, decision, refused);
    if (refused) throw exceeded(decision);
  });
  app.addHook('onRequest', async (request) => {
    const { limits: on } = request.routeOptions.config;
    if (on === 'exempt' || (on === 'by-call' && request.caller.kind === 'known')) return;
    await app.draw(request, on === 'by-call' ? undefined : on);
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.headers(request.limitHeaders ?? tell(request.ip));
  });
}
