import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, WEBHOOK_SECRETS, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { deliveryHeaders } from '../../../testkit/github-deliveries.ts';
import { githubAccount, type Made } from '../../../testkit/github-account.ts';
import type { Store } from '../../store/database.ts';
import { getOrganizationByAccount } from '../../../testkit/organizations.ts';
import type { PresentedDelivery } from './list.ts';
import { processDelivery, DELIVERY_DAYS, PAYLOAD_DAYS, sweepDeliveries } from './process.ts';
import { asDatabaseUser } from '../../store/scope.ts';

const DAY_MS = 24 * 3600_000;

describe.each(await databases())('processing deliveries on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  const runs: string[] = [];

  beforeAll(async () => {
    store = await open();
    api = await testApi(store);
    await api.services.queue.work('delivery', { concurrency: 2 }, async (job, context) => {
      runs.push(job.id);
      await processDelivery(api.services, job, context);
    });
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  async function send({ event, payload }: Pick<Made, 'event' | 'payload'>, id = randomUUID() as string) {
    const body = JSON.stringify(payload);
    const headers = deliveryHeaders(WEBHOOK_SECRETS[0] ?? '', event, body, id);
    const answer = await api.call('POST', '/webhooks/github', { payload: body, headers });
    return answer.json<{ delivery_id: string; status: string }>();
  }
  const stored = (deliveryId: string) =>
    store.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('delivery_id', '=', deliveryId)
      .executeTakeFirstOrThrow();
  async function becomes(deliveryId: string, status: string): Promise<void> {
    await expect.poll(async () => (await stored(deliveryId)).status).toBe(status);
  }
  const replay = (id: string) => api.call('POST', `/webhooks/deliveries/${id}/replay`, { key: api.operatorKey });
  function installing(id: number) {
    const host = githubAccount({ id, login: `account-${id}` });
    host.install();
    return host.made[0]!;
  }

  test('processes a thousand concurrent copies once', async () => {
    const [made, id] = [installing(1), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 1000 }, () => send(made, id)));
    expect(answers.filter(({ status }) => status === 'accepted')).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'duplicate')).toHaveLength(999);
    await becomes(id, 'processed');
    const row = await stored(id);
    expect(runs.filter((run) => run === row.id)).toHaveLength(1);
    expect(await send(made, id)).toEqual({ delivery_id: id, status: 'duplicate' });
  });

  test('retries a failure, buries it with its reason, and succeeds on a replay after the cause is fixed', async () => {
    await sql`alter table installations add constraint broken check (account_id <> 2)`.execute(
      asDatabaseUser(store.db),
    );
    const { delivery_id } = await send(installing(2));
    await becomes(delivery_id, 'dead');
    const row = await stored(delivery_id);
    expect(row).toMatchObject({ attempts: 2, last_error: { code: 'internal' } });
    expect(JSON.stringify(row.last_error)).not.toMatch(/account|check|broken/);
    const listed = await api.call('GET', '/webhooks/deliveries?status=dead', { key: api.operatorKey });
    expect(listed.json<PresentedDelivery[]>()).toMatchObject([{ id: row.id, status: 'dead', replayable: true }]);
    await sql`alter table installations drop constraint broken`.execute(asDatabaseUser(store.db));
    const replayed = await replay(row.id);
    expect([replayed.statusCode, replayed.json<PresentedDelivery>().status]).toEqual([202, 'received']);
    await becomes(delivery_id, 'processed');
    expect(await stored(delivery_id)).toMatchObject({ attempts: 1, replays: 1, last_error: null });
    expect(await getOrganizationByAccount(store.db, 2)).toMatchObject({ login: 'account-2' });
  });

  test('replays processed and ignored deliveries, but not waiting ones', async () => {
    const processed = await send(installing(3));
    await becomes(processed.delivery_id, 'processed');
    expect((await replay((await stored(processed.delivery_id)).id)).statusCode).toBe(202);
    await becomes(processed.delivery_id, 'processed');
    const ignored = await send({ event: 'ping', payload: { zen: 'Design for failure.' } });
    expect(ignored.status).toBe('ignored');
    const { id } = await stored(ignored.delivery_id);
    await store.db.updateTable('webhook_deliveries').set({ status: 'received' }).where('id', '=', id).execute();
    expect((await replay(id)).statusCode).toBe(409);
    await store.db.updateTable('webhook_deliveries').set({ status: 'ignored' }).where('id', '=', id).execute();
    expect((await replay(id)).statusCode).toBe(202);
    await becomes(ignored.delivery_id, 'ignored');
    expect((await replay('dlv_0000000000000000000000')).statusCode).toBe(404);
  });

  test('deletes payloads after a week, and dead deliveries after a month', async () => {
    const ids: Record<string, string> = {};
    for (const status of ['processed', 'ignored', 'dead'] as const) {
      const { delivery_id } = await send({ event: 'ping', payload: {} });
      ids[status] = (await stored(delivery_id)).id;
      await store.db.updateTable('webhook_deliveries').set({ status }).where('id', '=', ids[status]).execute();
    }
    const left = async () =>
      (
        await store.db
          .selectFrom('webhook_deliveries')
          .select(['status', 'payload'])
          .where('id', 'in', Object.values(ids))
          .execute()
      )
        .map(({ status, payload }) => `${status}${payload ? '' : ' without payload'}`)
        .toSorted();
    const later = (days: number) => new Date(Date.now() + days * DAY_MS + 60_000);
    await sweepDeliveries(api.services, later(PAYLOAD_DAYS));
    expect(await left()).toEqual(['dead', 'ignored without payload', 'processed without payload']);
    expect((await replay(ids.processed ?? '')).json<{ detail: string }>().detail).toContain('dropped');
    await sweepDeliveries(api.services, later(DELIVERY_DAYS));
    expect(await left()).toEqual([]);
  });

  test('requeues a delivery without a job, and buries one whose job was given up until it is replayed', async () => {
    const { delivery_id } = await send({ event: 'ping', payload: {} });
    const { id } = await stored(delivery_id);
    const names = { event: 'installation', action: 'created', status: 'received' } as const;
    await store.db.updateTable('webhook_deliveries').set(names).where('id', '=', id).execute();
    await sweepDeliveries(api.services, new Date(Date.now() + 2 * 3600_000));
    await becomes(delivery_id, 'dead');
    expect((await stored(delivery_id)).last_error).toMatchObject({ code: 'unexpected_payload' });

    await store.db.updateTable('webhook_deliveries').set({ status: 'received' }).where('id', '=', id).execute();
    await sql`
      insert into pgboss.job (name, data, state)
      values ('delivery', ${JSON.stringify({ id, replay: 0 })}::jsonb, 'failed')`.execute(asDatabaseUser(store.db));
    await sweepDeliveries(api.services);
    expect((await stored(delivery_id)).status).toBe('dead');
    await store.db
      .updateTable('webhook_deliveries')
      .set({ status: 'received', replays: 1 })
      .where('id', '=', id)
      .execute();
    await sweepDeliveries(api.services);
    expect((await stored(delivery_id)).status).toBe('received');
  });
});
