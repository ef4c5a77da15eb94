import { describe, expect, test, vi } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { makeOrganization, WALKED_CLOUD } from '../../testkit/walk.ts';
import { withApi } from '../../testkit/with-api.ts';
import { newId } from '../base/ids.ts';
import type { Store } from '../store/database.ts';
import { insertHookDelivery } from '../store/queries/hook-deliveries.ts';
import { insertDeliveries } from '../store/queries/webhook-deliveries.ts';

describe.each(await databases())('the status of an instance on $kind', ({ kind, open }) => {
  let api: TestApi;
  let store: Store;

  withApi(open, (made) => ({ api, store } = made), [WALKED_CLOUD]);

  const status = async () => {
    const answer = await api.call('GET', '/operator/status', { key: api.operatorKey });
    expect(answer.statusCode).toBe(200);
    return answer.json<Record<string, never>>();
  };

  test('begins without problems, and is for the operator alone', async () => {
    const quiet = { count: 0, more: false };
    expect(await status()).toMatchObject({
      version: '0.0.0-test',
      database: { kind, ok: true, row_security: true },
      organizations: 0,
      dead_deliveries: quiet,
      failed_messages: { ...quiet, latest: [] },
      providers: [],
      limits: { key: 1e6, counted_in: 'memory', degraded: false },
      settings: [],
    });
    const { queues } = await status();
    expect(queues).toContainEqual({ name: 'analysis', waiting: 0, active: 0, failed: 0, waiting_since: null });
    const { key } = await api.organization('curious', 'admin');
    expect((await api.call('GET', '/operator/status', { key })).statusCode).toBe(403);
  });

  test('reports waiting and failed work with its organization', async () => {
    const org = await makeOrganization(store, 'acme');
    const post = async (path: string, body?: object) =>
      (await api.call('POST', path, { key: api.operatorKey, ...(body && { body }) })).json<{ id: string }>();
    await post(`/orgs/${org.id}/analyses`, {});
    const hook = await post(`/orgs/${org.id}/webhooks`, { url: 'https://example.com/in', events: ['drift.detected'] });
    const about = { org_id: org.id, hook_id: hook.id, event: 'drift.detected', analysis_id: null };
    const error = { code: 'timeout', detail: 'No answer.' };
    const id = newId('msg');
    await insertHookDelivery(store.db, { id, ...about, status: 'failed', error: JSON.stringify(error) });
    await insertHookDelivery(store.db, { id: newId('msg'), ...about, status: 'delivered' });
    const names = { codehost: 'github', event: 'ping', action: null, installation_id: null };
    const rest = { sent_at: new Date(), processed_at: null, payload: null };
    await insertDeliveries(store.db, [
      { id: newId('dlv'), delivery_id: '1', ...names, status: 'dead', ...rest },
      { id: newId('dlv'), delivery_id: '2', ...names, status: 'received', ...rest },
    ]);
    const response = await status();
    expect(response).toMatchObject({
      dead_deliveries: { count: 1, more: false },
      failed_messages: {
        count: 1,
        latest: [{ id, login: 'acme', hook_id: hook.id, url_hint: expect.stringContaining('example.com'), error }],
      },
    });
    expect(response.queues).toContainEqual({
      name: 'analysis',
      waiting: 1,
      active: 0,
      failed: 0,
      waiting_since: expect.stringMatching(/Z$/),
    });
  });

  test('works without the database', async () => {
    const gone = () => Promise.reject(new Error('gone'));
    using away = vi.spyOn(api.services.queue, 'statuses').mockImplementation(gone);
    expect(await status()).toMatchObject({ queues: null, database: { ok: true }, version: '0.0.0-test' });
    expect(away).toHaveBeenCalledOnce();
  });
});
