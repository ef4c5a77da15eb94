import type { FastifyRequest } from 'fastify';
import { networkOf } from './address.ts';
import type { ApiOptions, App, Caller } from './types.ts';
import { AppError } from '../../base/errors.ts';
import { plural } from '../../base/plural.ts';
import { type Bucket, closest, type Decision, WINDOW_MS } from '../../limits/types.ts';

/** The holder of a call's limits, also for the log: a key or session, and its organization (none for the operator). */
export function holderOf({ principal, session }: Extract<Caller, { kind: 'identified' }>): {
  key: string;
  org?: string;
} {
  if (principal.kind === 'operator') return { key: session?.id ?? 'operator' };
  const { org_id: org } = principal;
  return { key: session?.id ?? (principal.kind === 'key' ? principal.key_id : principal.session_id), org };
}

const seconds = (ms: number) => Math.ceil(ms / 1000);

/** Seconds until a refused call would pass, if no other call uses its buckets meanwhile. */
export function retryAfterSeconds(decision: Decision): number {
  return Math.max(1, seconds(closest(decision)?.resetMs ?? 0));
}

/**
 * Headers about limits: `X-RateLimit-*` for the bucket closest to its limit, with the reset as an epoch second, which
 * every client knows; all buckets in the fields of draft-ietf-httpapi-ratelimit-headers, with the reset in seconds from
 * now. Times are rounded up, so that a client that waits for them is not early.
 * @param now milliseconds of the epoch at the decision
 */
export function limitHeaders(decision: Decision, now: number): Record<string, string> {
  const { limit, remaining, resetMs } = closest(decision) ?? { limit: 0, remaining: 0, resetMs: 0 };
  const { statuses } = decision;
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(seconds(now + resetMs)),
    RateLimit: statuses.map((one) => `"${one.name}";r=${one.remaining};t=${seconds(one.resetMs)}`).join(', '),
    'RateLimit-Policy': statuses.map((one) => `"${one.name}";q=${one.limit};w=${WINDOW_MS / 1000}`).join(', '),
  };
}

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
  const wait = retryAfterSeconds(decision);
  const message = `Rate limit exceeded: ${limit} ${WHAT[name]}. Try again in ${plural(wait, 'second')}.`;
  return new AppError('rate_limited', message, { retryAfter: wait });
}

const addressBucket = (ip: string, limit: number): Bucket => ({
  name: 'address',
  id: `address:${networkOf(ip)}`,
  limit,
});

/** Headers for responses that count against no limit: the limit of the address that they are sent to. */
export function addressLimitHeaders({ limiter, limits }: Limiting): (ip: string) => Record<string, string> {
  return (ip) => limitHeaders(limiter.peek([addressBucket(ip, limits.key)]), Date.now());
}

type On = 'recall' | 'address' | undefined;

function bucketsOf({ caller, ip }: FastifyRequest, on: On, limits: Limiting['limits']): Bucket[] {
  if (caller.kind !== 'identified' || on === 'address') return [addressBucket(ip, limits.key)];
  const { key, org } = holderOf(caller);
  const bucket = (name: Bucket['name'], owner: string, limit: number): Bucket => ({
    name,
    id: `${name}:${owner}`,
    limit,
  });
  const [ofKey, ofOrg] =
    on === 'recall'
      ? [bucket('recall-key', key, limits.recallKey), bucket('recall-org', org ?? '', limits.recallOrg)]
      : [bucket('key', key, limits.key), bucket('org', org ?? '', limits.org)];
  // The operator's key belongs to no organization.
  return org === undefined ? [ofKey] : [ofKey, ofOrg];
}

/** Counts a refusal for the limit that it names, and a call that passes for all its limits. */
function count(metrics: ApiOptions['metrics'], decision: Decision, refused: boolean): void {
  const bucket = closest(decision);
  if (refused && bucket) metrics.limitDecided(bucket.name, 'refused');
  else for (const { name } of decision.statuses) metrics.limitDecided(name, 'admitted');
}

/**
 * Counts every call except those of exempt routes: against its key and the key's organization, else against its address.
 * Refuses further calls with 429, except calls without credentials to public operations other than sign-in. Every
 * response has the limits. `by-call` routes count calls with a valid key themselves (`app.draw`).
 */
export function limitRequests(app: App, { limiter, limits, metrics }: Counting): void {
  const headersFor = addressLimitHeaders({ limiter, limits });
  app.decorateRequest('limitHeaders');
  app.decorate('draw', async (request: FastifyRequest, on?: On) => {
    const decision = await limiter.take(bucketsOf(request, on, limits));
    request.limitHeaders = limitHeaders(decision, Date.now());
    const refused = !decision.admitted && (request.caller.kind !== 'anonymous' || on === 'address');
    count(metrics, decision, refused);
    if (refused) throw exceeded(decision);
  });
  app.addHook('onRequest', async (request) => {
    const { limits: on } = request.routeOptions.config;
    if (on === 'exempt' || (on === 'by-call' && request.caller.kind === 'identified')) return;
    await app.draw(request, on === 'by-call' ? undefined : on);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    void reply.headers(request.limitHeaders ?? headersFor(request.ip));
    done();
  });
}
