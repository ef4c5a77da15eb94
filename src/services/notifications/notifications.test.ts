import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { inventoriesOf, queue } from '../../../testkit/stored-inventory.ts';
import { tellingAnalysis, type Word } from '../../../testkit/telling-analysis.ts';
import type { Store } from '../../store/database.ts';
import { within } from '../../store/scope.ts';
import type { ShownAuditEvent } from '../audit/list.ts';
import type { Jobs } from '../base/jobs.ts';
import { createVault } from '../secrets/vault.ts';
import { deliver, type DeliverDeps } from './deliver.ts';
import type { HookDelivery } from './deliveries.ts';
import type { Hook } from './list.ts';
import type { HookMessage } from './message.ts';
import { sweepNotifications } from './send.ts';

type Received = { path: string; headers: Record<string, string>; body: string };
type Made = Hook & { secret: string };
const DAY = 24 * 3600_000;
const SECRET_PATH = '/services/T000/B000/SuperSecretSlackToken1';

/** A receiver of webhooks. A test sets its response for each path. */
async function startReceiver() {
  const received: Received[] = [];
  const answers = new Map<string, (request: IncomingMessage) => { status: number; body?: string; headers?: object }>();
  const held = new Set<() => void>();
  const slow = { now: 0, most: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const path = request.url ?? '';
      received.push({
        path,
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      if (path === '/slow') {
        slow.now += 1;
        slow.most = Math.max(slow.most, slow.now);
        response.on('close', () => void (slow.now -= 1));
        await new Promise<void>((resolve) => held.add(resolve));
      }
      const { status, body = '', headers = {} } = answers.get(path)?.(request) ?? { status: 204 };
      response.writeHead(status, { ...headers }).end(body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    answers,
    slow,
    release: () => held.forEach((go) => go()),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(await databases())('webhooks of organizations on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let deps: DeliverDeps;
  let org: { id: string; key: string };
  const outcomes: string[] = [];
  let orgs = 0;

  beforeAll(async () => {
    store = await open();
    api = await testApi(store, [], { poster: { timeoutMs: 2_000 } });
    receiver = await startReceiver();
    deps = {
      ...api.services,
      publicUrl: 'https://plumbline.example.com',
      userAgent: 'Plumbline/test',
      tried: (outcome) => void outcomes.push(outcome),
    };
  });
  afterAll(async () => {
    receiver.release();
    await api.close();
    await receiver.close();
    await store.close();
  });
  beforeEach(async () => {
    org = await api.organization(`told-${(orgs += 1)}`, 'admin');
    receiver.received.length = 0;
    receiver.answers.clear();
  });

  const hooks = () => `/orgs/${org.id}/webhooks`;
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    api.call(method, path, { key: org.key, ...(body && { body }) });
  const create = async (path: string, more: object = {}): Promise<Made> => {
    const body = {
      url: receiver.url + path,
      events: ['analysis.completed', 'drift.detected', 'drift.resolved'],
      ...more,
    };
    const answer = await call('POST', hooks(), body);
    expect([answer.statusCode, answer.body]).toEqual([201, expect.stringContaining('whsec_')]);
    return answer.json<Made>();
  };
  const show = async ({ id }: { id: string }) => (await call('GET', `${hooks()}/${id}`)).json<Hook>();
  const log = async ({ id }: { id: string }) =>
    (await call('GET', `${hooks()}/${id}/deliveries`)).json<HookDelivery[]>();
  const jobOf = ({ id, replays, attempts }: HookDelivery): Jobs['notify'] => ({
    org_id: org.id,
    id,
    replay: replays,
    attempt: attempts + 1,
  });
  /** Makes the next attempt of every waiting message of this hook. */
  const tryAll = async (hook: { id: string }, others: Partial<DeliverDeps> = {}) => {
    for (const one of (await log(hook)).toReversed().filter(({ status }) => status === 'waiting'))
      await deliver({ ...deps, ...others }, jobOf(one), new AbortController().signal);
  };
  const analyse = async (words: Record<string, Word>, second: number) => {
    const one = await tellingAnalysis({ store, queue: api.services.queue }, org.id, second);
    await one.say(words, second);
    await one.end(second + 1);
    return one.id;
  };
  const sendTest = async ({ id }: { id: string }) => (await call('POST', `${hooks()}/${id}/test`)).json<HookDelivery>();
  const audit = async (action: string) =>
    (await call('GET', `/orgs/${org.id}/audit?action=${action}`)).json<ShownAuditEvent[]>();

  test('sends the findings of an analysis to subscribed webhooks, signed as Standard Webhooks defines it', async () => {
    const hook = await create('/told');
    const quiet = await create('/quiet', { events: ['drift.resolved'] });
    const found = await analyse({ 'aws_thing.a': { drifts: ['size'], severity: 'high' }, 'aws_thing.b': {} }, 1);
    await tryAll(hook);
    expect((await log(quiet)).length).toBe(0);
    const sent = receiver.received.map(({ headers, body }) => ({
      verified: new Webhook(hook.secret).verify(body, headers) as HookMessage,
      headers,
    }));
    expect(sent.map(({ verified }) => verified.type).toSorted()).toEqual(['analysis.completed', 'drift.detected']);
    const detected = sent.find(({ verified }) => verified.type === 'drift.detected')!;
    expect(detected.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Plumbline/test' });
    expect(detected.verified.data).toMatchObject({
      organization: { id: org.id },
      analysis: { id: found, status: 'completed', severity: 'high', counts: { resources: 2, changed: 1 } },
      findings: { total: 1, following: 0, worst: [{ resource: 'aws_thing.a', severity: 'high' }] },
      opened: { count: 1, incidents: [{ resource: 'aws_thing.a', kind: 'changed' }] },
      links: { analysis: `https://plumbline.example.com/api/v1/analyses/${found}` },
    });
    expect(await log(hook)).toMatchObject([
      { status: 'delivered', attempts: 1, response_status: 204, error: null, next_attempt_at: null },
      { status: 'delivered', analysis_id: found },
    ]);
    receiver.received.length = 0;
    await analyse({ 'aws_thing.a': {}, 'aws_thing.b': {} }, 10);
    await tryAll(quiet);
    const [resolved] = receiver.received;
    const { data } = new Webhook(quiet.secret).verify(resolved!.body, resolved!.headers) as HookMessage;
    expect(data.resolved).toMatchObject({
      count: 1,
      incidents: [{ resource: 'aws_thing.a', resolution: 'reverted' }],
    });
    expect(() => new Webhook(hook.secret).verify(resolved!.body, resolved!.headers)).toThrow('No matching signature');
  });

  test('tells new and settled unmanaged objects apart from drift', async () => {
    const both = ['unmanaged.detected', 'unmanaged.resolved'];
    const hook = await create('/unmanaged', { events: both });
    const slack = await create('/unmanaged-slack', { events: both, format: 'slack' });
    const drift = await create('/drift', { events: ['drift.detected', 'drift.resolved'] });
    const inventories = inventoriesOf(api, org.id);
    await inventories.run({});
    await inventories.run({ objects: [queue('fresh', { severity: 'high' })] });
    await inventories.run({ managed: ['fresh'] });
    await tryAll(hook);
    await tryAll(slack);
    expect(await log(drift)).toEqual([]);
    const bodies = (path: string) =>
      receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as HookMessage);
    const [resolved, detected] = bodies('/unmanaged').toSorted((a, b) => b.type.localeCompare(a.type));
    expect(detected).toMatchObject({
      type: 'unmanaged.detected',
      data: {
        findings: { total: 0 },
        opened: { count: 1, incidents: [{ kind: 'unmanaged', severity: 'high', resource: queue('fresh').cloud_id }] },
      },
    });
    expect(resolved).toMatchObject({
      type: 'unmanaged.resolved',
      data: { resolved: { count: 1, incidents: [{ kind: 'unmanaged', resolution: 'codified' }] } },
    });
    const texts = receiver.received.filter(({ path }) => path === '/unmanaged-slack').map(({ body }) => body);
    expect(texts.join('\n')).toContain('The SQS queue fresh was created outside Terraform');
  });

  test('bounds the size of a message, however many findings there are', async () => {
    const hook = await create('/much', { events: ['drift.detected'] });
    const long = (n: number) => `aws_thing.${'x'.repeat(2_000)}${n}`;
    const words = Array.from({ length: 40 }, (_, n) => [long(n), { drifts: ['a'], message: 'm'.repeat(5_000) }]);
    await analyse(Object.fromEntries(words) as Record<string, Word>, 1);
    await tryAll(hook);
    const { body } = receiver.received[0]!;
    expect(body.length).toBeLessThan(64 * 1024);
    expect((JSON.parse(body) as HookMessage).data.findings).toMatchObject({ total: 40, worst: { length: 10 } });
  });

  test('shows address and secret once, and stores them sealed', async () => {
    const hook = await create(SECRET_PATH, { format: 'slack', description: 'on-call' });
    expect(hook.url_hint).toBe(`${receiver.url}/…ken1`);
    await call('PATCH', `${hooks()}/${hook.id}`, { url: `${receiver.url}/another/SuperSecretSlackToken2` });
    receiver.answers.set('/another/SuperSecretSlackToken2', ({ url }) => ({
      status: 500,
      body: `no <${receiver.url}${url}> ${hook.secret} password=hunter2hunter2`,
    }));
    await sendTest(hook);
    await tryAll(hook);
    const [logged] = await log(hook);
    expect(logged).toMatchObject({ status: 'waiting', response_status: 500, error: { code: 'status' } });
    expect(logged?.response_excerpt).toContain('no <');
    const rows = JSON.stringify(await within(store.db, 'instance').selectFrom('hooks').selectAll().execute());
    const lines = JSON.stringify(await within(store.db, 'instance').selectFrom('audit_events').selectAll().execute());
    const jobs = JSON.stringify(await within(store.db, 'instance').selectFrom('hook_deliveries').selectAll().execute());
    for (const text of [rows, lines, jobs, JSON.stringify([await show(hook), await log(hook)])])
      for (const secret of ['SuperSecret', hook.secret.slice(6), 'hunter2']) expect(text).not.toContain(secret);
    expect(await audit('webhook.update')).toMatchObject([{ detail: { url: 'changed' } }]);
    const foreign = createVault(['another key, of another instance']);
    await sendTest(hook);
    await tryAll(hook, { vault: foreign });
    expect((await log(hook))[0]).toMatchObject({ status: 'waiting', error: { code: 'secret_unreadable' } });
  });

  test('retries a failed delivery with the same id and body, with backoff', async () => {
    const hook = await create('/away');
    receiver.answers.set('/away', () => ({ status: 503, headers: { 'retry-after': '60' } }));
    await analyse({ 'aws_thing.a': {} }, 1);
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await tryAll(hook);
      const [one] = await log(hook);
      expect(one).toMatchObject({ attempts: attempt, status: attempt < 8 ? 'waiting' : 'failed' });
      if (attempt === 1)
        expect(Date.parse(one?.next_attempt_at ?? '') - Date.parse(one?.last_attempt_at ?? '')).toBe(60_000);
    }
    const { received } = receiver;
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    const [one] = await log(hook);
    expect(one).toMatchObject({ error: { code: 'status', detail: 'It answered 503.' }, next_attempt_at: null });
    expect((await show(hook)).failing_since).not.toBeNull();
    receiver.answers.clear();
    const replay = () => call('POST', `${hooks()}/${hook.id}/deliveries/${one?.id}/replay`);
    expect((await replay()).statusCode).toBe(202);
    expect((await replay()).statusCode).toBe(409);
    // A job from before the replay does nothing.
    await deliver(deps, { ...jobOf(one!), attempt: 1 }, new AbortController().signal);
    expect(receiver.received).toHaveLength(8);
    await tryAll(hook);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(one?.id);
    expect((await log(hook))[0]).toMatchObject({ status: 'delivered', replays: 1, attempts: 1 });
    expect((await show(hook)).failing_since).toBeNull();
  });

  test('disables a webhook at once on 410, and after days of failures', async () => {
    const [gone, dead] = [await create('/gone'), await create('/dead')];
    receiver.answers.set('/gone', () => ({ status: 410 }));
    receiver.answers.set('/dead', () => ({ status: 500 }));
    await analyse({ 'aws_thing.a': {} }, 1);
    await tryAll(gone);
    expect(await show(gone)).toMatchObject({ enabled: false, disabled_reason: { code: 'gone' } });
    const past = new Date(Date.now() - 3 * DAY);
    await within(store.db, 'instance')
      .updateTable('hooks')
      .set({ failing_since: past })
      .where('id', '=', dead.id)
      .execute();
    await tryAll(dead);
    expect(await show(dead)).toMatchObject({ enabled: true });
    await within(store.db, 'instance')
      .updateTable('hook_deliveries')
      .set({ attempts: 7 })
      .where('hook_id', '=', dead.id)
      .execute();
    await tryAll(dead);
    expect(await show(dead)).toMatchObject({ enabled: false, disabled_reason: { code: 'failing' } });
    expect(await audit('webhook.disable')).toMatchObject([
      { actor: { kind: 'system', name: 'webhooks' }, target: { id: dead.id }, detail: { reason: 'failing' } },
      { target: { id: gone.id }, detail: { reason: 'gone' } },
    ]);
    expect((await call('POST', `${hooks()}/${gone.id}/test`)).statusCode).toBe(409);
    await analyse({ 'aws_thing.a': {} }, 20);
    expect(await log(gone)).toHaveLength(1);
    receiver.answers.clear();
    const again = (await call('PATCH', `${hooks()}/${gone.id}`, { enabled: true })).json<Hook>();
    expect(again).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
    expect((await call('POST', `${hooks()}/${gone.id}/test`)).statusCode).toBe(202);
  });

  test('signs with both secrets while one replaces the other', async () => {
    const hook = await create('/rotated');
    const rotate = async (grace_seconds: number) =>
      (await call('POST', `${hooks()}/${hook.id}/rotate`, { grace_seconds })).json<Made>();
    const made = await rotate(3600);
    expect(made.previous_secret_until).not.toBeNull();
    const verifiedBy = async () => {
      receiver.received.length = 0;
      await sendTest(hook);
      await tryAll(hook);
      const [{ body, headers }] = receiver.received as [Received];
      return [hook, made].map(({ secret }) => {
        try {
          return (new Webhook(secret).verify(body, headers) as HookMessage).type;
        } catch {
          return 'refused';
        }
      });
    };
    expect(await verifiedBy()).toEqual(['webhook.test', 'webhook.test']);
    const past = new Date(Date.now() - 1);
    await within(store.db, 'instance')
      .updateTable('hooks')
      .set({ previous_secret_until: past })
      .where('id', '=', hook.id)
      .execute();
    expect(await verifiedBy()).toEqual(['refused', 'webhook.test']);
    await sweepNotifications(api.services);
    const row = await within(store.db, 'instance')
      .selectFrom('hooks')
      .selectAll()
      .where('id', '=', hook.id)
      .executeTakeFirst();
    expect(row).toMatchObject({ previous_secret: null, previous_secret_until: null });
    const { secret } = await rotate(0);
    expect(await verifiedBy()).toEqual(['refused', 'refused']);
    expect(secret).not.toBe(made.secret);
  });

  test('writes plain text to Slack, and escapes mentions, links and styles in names', async () => {
    const hook = await create('/slack', { format: 'slack', events: ['drift.detected'] });
    const hostile = 'aws_thing.x["<!channel> <https://evil.example|click> `code` *bold* @here \u202e"]';
    await analyse({ [hostile]: { drifts: ['size'], severity: 'critical' } }, 1);
    await tryAll(hook);
    const { body } = receiver.received[0]!;
    const message = JSON.parse(body) as { text: string; blocks: { text: { text: string; verbatim?: boolean } }[] };
    expect(message.text).toBe(`New drift in told-${orgs}: 1 resource, critical at worst`);
    const line = message.blocks[1]?.text.text ?? '';
    expect(line).toBe(
      `• *critical* \`aws_thing.x["&lt;!channel&gt; &lt;https://evil.example|click&gt; 'code' *bold* @here \\u{202e}"]\` changed`,
    );
    expect(body).not.toContain('<!');
    for (const { text } of message.blocks) expect(text.text.length).toBeLessThan(3_000);
  });

  test('limits the number of webhooks, also for concurrent requests', async () => {
    const made = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        call('POST', hooks(), { url: `${receiver.url}/${n}`, events: ['drift.detected'] }),
      ),
    );
    const statuses = made.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 409, 409, 409, 409]);
  });

  test('deletes waiting messages with a webhook, and hides both from other organizations', async () => {
    const hook = await create('/deleted');
    const { id } = await sendTest(hook);
    const rival = await api.organization(`rival-${orgs}`, 'admin');
    const path = `${hooks()}/${hook.id}`;
    for (const at of [path, path.replace(org.id, rival.id)])
      for (const [method, end] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/rotate'],
        ['GET', '/deliveries'],
        ['POST', `/deliveries/${id}/replay`],
      ] as const) {
        const body = method === 'PATCH' || end === '/rotate' ? { body: {} } : {};
        const answer = await api.call(method, at + end, { key: rival.key, ...body });
        expect([method, end, answer.statusCode]).toEqual([method, end, 404]);
      }
    const others = await create('/others');
    expect((await call('POST', `${hooks()}/${others.id}/deliveries/${id}/replay`)).statusCode).toBe(404);
    expect((await call('DELETE', path)).statusCode).toBe(204);
    const job = { org_id: org.id, id, replay: 0, attempt: 1 };
    await deliver(deps, job, new AbortController().signal);
    expect(receiver.received).toEqual([]);
  });

  test('delays no other webhook for a slow one', async () => {
    const [slow, quick] = [await create('/slow'), await create('/quick')];
    for (let n = 0; n < 6; n += 1) await sendTest(slow);
    await sendTest(quick);
    await api.services.queue.work('notify', { concurrency: 3, perGroup: 1 }, (job, { signal }) =>
      deliver(deps, job, signal),
    );
    const paths = () => receiver.received.map(({ path }) => path);
    await expect.poll(paths).toContain('/quick');
    expect(receiver.slow.most).toBeLessThanOrEqual(1);
    receiver.release();
    expect(outcomes).toContain('delivered');
  });
});
