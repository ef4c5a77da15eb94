import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRequest, type CloudRequest } from '../cloud/http.ts';
import { newAccount, type Account, type StripeEvent } from './account.ts';
import { perform } from './api.ts';
import { StripeRefusal } from './error.ts';
import { plannedFailures, type Failure } from './failures.ts';
import { readForm } from './form.ts';
import { idempotencyKeys, type Answer } from './idempotency.ts';
import { shopper, type Shopper } from './shopper.ts';

export type Seen = { request: string; body: string; headers: CloudRequest['headers'] };

export type StripeEmulator = {
  /** The value of STRIPE_API_BASE. */
  url: string;
  secretKey: string;
  webhookSecret: string;
  account: Account;
  people: Shopper;
  /** All received requests, `POST /v1/customers`, including failed ones. */
  seen: Seen[];
  fail(failure: Failure): void;
  /** Executes the next such request, and delays its response until `release`. */
  holdNext(request: string): { answered: Promise<void>; release(): void };
  /** Removes all failures. */
  heal(): void;
  /** A delivery: the body and its signature; `at` is in seconds since the epoch. */
  sign(event: unknown, options?: { secret?: string; at?: number }): { payload: string; signature: string };
  /** Sends an event to an endpoint; resolves to the status. */
  deliver(event: StripeEvent, url: string, options?: { secret?: string }): Promise<number>;
} & AsyncDisposable;

/**
 * The parts of Stripe that Plumbline uses, over HTTP on 127.0.0.1: customers, subscription checkouts, the portal,
 * subscriptions, idempotency keys, signed events, and failures on demand. All other requests get a 404.
 */
export async function startStripe(prices: readonly { id: string; lookup_key?: string }[]): Promise<StripeEmulator> {
  const account = newAccount(prices);
  const secretKey = `sk_test_${randomBytes(18).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(18).toString('hex')}`;
  const failures = plannedFailures();
  const remember = idempotencyKeys();
  const seen: Seen[] = [];

  async function answer({ method, path, query, headers, body }: CloudRequest, how: Failure['how'] | undefined) {
    if (headers.authorization !== `Bearer ${secretKey}`)
      throw new StripeRefusal(401, `Invalid API Key provided: ${String(headers.authorization).slice(7)}`);
    const form = readForm(method === 'POST' ? body.toString('utf8') : query.toString());
    const key = headers['idempotency-key'];
    return remember(typeof key === 'string' ? key : undefined, `${method} ${path} ${body.toString()}`, async () => {
      if (how && 'delayMs' in how) await sleep(how.delayMs);
      if (how && 'status' in how && how.when === 'before') return failed(how.status);
      const result = JSON.stringify(perform(account, { method, path, form }));
      return how && 'status' in how ? failed(how.status) : { status: 200, body: result };
    });
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message);
    const name = `${request.method} ${request.path}`;
    seen.push({ request: name, body: request.body.toString('utf8'), headers: request.headers });
    const how = failures.take(name);
    if (how && 'silent' in how) return;
    if (how && 'cut' in how && how.cut === 'before') return void message.socket.destroy();
    const { status, body, headers } = await answer(request, how).catch((error: unknown): Answer => {
      if (error instanceof StripeRefusal) return { status: error.status, body: error.body };
      throw error;
    });
    if (how && 'cut' in how) return void message.socket.destroy();
    if (how && 'hold' in how) await how.hold();
    const type = { 'content-type': 'application/json', 'request-id': `req_${randomBytes(7).toString('hex')}` };
    response.writeHead(status, { ...type, ...headers }).end(how && 'body' in how ? how.body : body);
  }

  const server = createServer((message, response) => {
    serve(message, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const sign: StripeEmulator['sign'] = (event, { secret = webhookSecret, at = Math.floor(Date.now() / 1000) } = {}) => {
    const payload = typeof event === 'string' ? event : JSON.stringify(event, null, 2);
    const mac = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
    return { payload, signature: `t=${at},v1=${mac}` };
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    webhookSecret,
    account,
    people: shopper(account),
    seen,
    fail: failures.plan,
    holdNext(request) {
      const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const hold = () => {
        answered.resolve();
        return released.promise;
      };
      failures.plan({ request, how: { hold }, times: 1 });
      return { answered: answered.promise, release: released.resolve };
    },
    heal: failures.clear,
    sign,
    async deliver(event, url, options) {
      const { payload, signature } = sign(event, options);
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
      const response = await fetch(url, { method: 'POST', headers, body: payload });
      await response.arrayBuffer();
      return response.status;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** An internal error of Stripe. If it is stored under an idempotency key, Stripe's headers say not to retry. */
function failed(status: number): Answer {
  const text = 'An internal text of Stripe that names acct_1Secret';
  // A rate-limited request is not executed, so nothing is stored under its key.
  if (status === 429) throw new StripeRefusal(status, text, { type: 'rate_limit_error', code: 'rate_limit' });
  const { body } = new StripeRefusal(status, text, { type: 'api_error' });
  return { status, body, headers: { 'stripe-should-retry': 'false' } };
}
