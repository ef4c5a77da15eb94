import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { makeOrganization, WALKED_CLOUD } from '../../../testkit/walk.ts';
import { SourceProblem, type StateLock, type StateObject } from '../../base/state-source.ts';
import type { Store } from '../../store/database.ts';
import { listAnalyses } from '../../store/queries/analyses-page.ts';
import { planAnalysis, startAnalysis } from '../../store/queries/runs.ts';
import { getInventory } from '../../store/queries/inventories.ts';
import {
  getInventorySettings,
  lockInventorySettings,
  saveInventorySettings,
} from '../../store/queries/inventory-settings.ts';
import { updateOrganization } from '../../store/queries/organizations.ts';
import { within, scoped } from '../../store/scope.ts';
import type { CloudPort } from '../clouds/port.ts';
import type { CloudConfiguration } from '../clouds/settings.ts';
import { sourceDigest } from './fresh.ts';
import { requestRun } from './request.ts';
import { runScheduled, takeDue } from './run-scheduled.ts';

const HOUR = 3600_000;
const { signal } = new AbortController();

describe.each(await databases())('schedules on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let other: TestApi;
  let org: string;
  let made = 0;
  let locks: StateLock[] = [];
  let states: StateObject[] = [];
  let unreachable = false;

  const cloud: CloudPort = {
    ...WALKED_CLOUD,
    open: () => {
      if (unreachable) return Promise.reject(new SourceProblem('role_not_assumable', 'No.'));
      const source = {
        list: () => each(states),
        locks: () => each(locks),
        read: () => Promise.reject(new Error('nothing is read here')),
        etag: () => Promise.resolve(''),
      };
      const access = () => Promise.resolve({ reason: 'credentials_missing' as const, detail: '' });
      const target = {
        region: undefined,
        endpoint: undefined,
        access,
        secretValues: false,
        secrets: () => [],
        tagsOf: () => ({}),
      };
      return Promise.resolve({ source, target, decryptDataKey: () => Promise.reject(new Error('no KMS')) });
    },
  };
  async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
    yield* await Promise.resolve(all);
  }

  beforeAll(async () => {
    store = await open();
    [api, other] = [await testApi(store, [cloud]), await testApi(store, [cloud])];
  });
  afterAll(async () => {
    await api.close();
    await other.close();
    await store.close();
  });
  beforeEach(async () => {
    locks = [];
    states = [{ key: 'net.tfstate', size: 1, etag: '"1"' }];
    unreachable = false;
    org = (await makeOrganization(store, `acme-${(made += 1)}`)).id;
  });

  const settings = async () =>
    (await api.call('GET', `/orgs/${org}/aws`, { key: api.operatorKey })).json<CloudConfiguration>();
  const patch = async (body: object) =>
    (await api.call('PATCH', `/orgs/${org}/aws`, { key: api.operatorKey, body })).json<CloudConfiguration>();
  const dueAt = async () => new Date((await settings()).next_run_at ?? 0);
  /** The number of due runs that no worker has started yet. */
  const waiting = async () => (await api.services.queue.depth('schedule')).waiting;
  const analyses = () => listAnalyses(scoped(store.db, { org_id: org }), { limit: 100, after: undefined });
  const run = () => runScheduled(api.services, { org_id: org }, signal);

  test('schedules a new configuration, follows its setting, and stops when off or incomplete', async () => {
    await takeDue(api.services);
    const day = await settings();
    expect(day).toMatchObject({ schedule: '24h', last_skipped: null, next_run_at: expect.any(String) });
    const hourly = await patch({ schedule: '1h' });
    expect(Date.parse(hourly.next_run_at ?? '')).toBeLessThanOrEqual(Date.parse(hourly.updated_at) + 66 * 60_000);
    expect(await patch({ schedule: 'off' })).toMatchObject({ schedule: 'off', next_run_at: null });
    expect(await patch({ schedule: null })).toMatchObject({ schedule: '24h', next_run_at: day.next_run_at });
    expect(await patch({ state_bucket: null })).toMatchObject({ next_run_at: null });
    const bad = await api.call('PATCH', `/orgs/${org}/aws`, { key: api.operatorKey, body: { schedule: '2h' } });
    expect(bad.statusCode).toBe(422);
  });

  test('starts a due analysis once, over many instances and after a long pause', async () => {
    await takeDue(api.services);
    await patch({ schedule: '1h' });
    const due = await dueAt();
    const before = await waiting();
    expect(await takeDue(api.services, new Date(due.getTime() - 1))).toBe(0);
    const late = new Date(due.getTime() + 10 * HOUR + 1);
    const taken = await Promise.all(Array.from({ length: 8 }, (_, n) => takeDue((n % 2 ? api : other).services, late)));
    const all = taken.reduce((sum, one) => sum + one, 0);
    expect(all).toBeGreaterThan(0);
    expect((await waiting()) - before).toBe(all);
    expect(await dueAt()).toEqual(new Date(due.getTime() + 11 * HOUR));
    expect(await takeDue(api.services, late)).toBe(0);
    // A clock that was a year ahead delays no run by a year.
    await takeDue(api.services, new Date(due.getTime() + 8_760 * HOUR));
    expect(await takeDue(api.services, late)).toBeGreaterThan(0);
    expect(await dueAt()).toEqual(new Date(due.getTime() + 11 * HOUR));
  });

  test('skips suspended and uninstalled organizations, and shows no next run of theirs', async () => {
    await takeDue(api.services);
    const due = await dueAt();
    for (const away of ['suspended_at', 'uninstalled_at', 'deleting_at'] as const) {
      await updateOrganization(store.db, org, { [away]: new Date() });
      // An organization that is being deleted has no settings to read.
      if (away !== 'deleting_at') expect((await settings()).next_run_at).toBeNull();
      const later = new Date(due.getTime() + 1);
      await takeDue(api.services, later);
      await run();
      await updateOrganization(store.db, org, { [away]: null });
      expect(await dueAt()).toEqual(due);
    }
    expect(await analyses()).toEqual([]);
  });

  test('skips and reports a run while an apply holds a lock, but not for a plan or an old lock', async () => {
    await takeDue(api.services);
    const due = await dueAt();
    const lock = { key: 'net.tfstate', since: new Date(), operation: 'OperationTypeApply' };
    locks = [{ ...lock, operation: 'OperationTypePlan' }, lock];
    await run();
    expect(await analyses()).toEqual([]);
    const { last_skipped: skipped, next_run_at } = await settings();
    const detail = `net.tfstate is locked since ${lock.since.toISOString()}.`;
    expect(skipped).toEqual({ at: expect.any(String), reason: 'state_locked', detail });
    const retry = Date.parse(skipped?.at ?? '') + 10 * 60_000;
    expect(Date.parse(next_run_at ?? '')).toBe(Math.min(retry, due.getTime()));
    locks = [
      { ...lock, operation: 'OperationTypePlan' },
      { ...lock, since: new Date(Date.now() - 25 * HOUR) },
    ];
    await run();
    expect(await analyses()).toMatchObject([{ status: 'queued', repo_id: null, trigger: { kind: 'schedule' } }]);
  });

  test('joins a waiting run, lets a running one end, and reports an analysis that cannot check anything', async () => {
    unreachable = true;
    await run();
    await run();
    const [first, ...more] = await analyses();
    expect([first?.status, more]).toEqual(['queued', []]);
    const own = { id: first!.id, started_at: new Date() };
    await store.db.transaction().execute((trx) => startAnalysis(scoped(trx, { org_id: org }), own));
    await run();
    expect(await analyses()).toHaveLength(1);
    expect((await settings()).last_skipped).toMatchObject({ reason: 'under_way' });
  });

  test('reuses an analysis of the last minute while states and settings are the same', async () => {
    const begun = async (ago: number) => {
      const asked = { org_id: org, repo_id: null, trigger: { kind: 'api' } } as const;
      const answer = await store.db.transaction().execute((trx) => requestRun(trx, api.services, asked));
      const own = { id: 'analysis_id' in answer ? answer.analysis_id : '', started_at: new Date(Date.now() - ago) };
      await store.db.transaction().execute((trx) => startAnalysis(scoped(trx, { org_id: org }), own));
      await planAnalysis(scoped(store.db, { org_id: org }), own, [], sourceDigest(states));
      await within(store.db, 'instance')
        .updateTable('analyses')
        .set({ status: 'completed' })
        .where('id', '=', own.id)
        .execute();
    };
    await begun(61_000);
    await run();
    expect(await analyses()).toHaveLength(2);
    await begun(1_000);
    await run();
    expect(await analyses()).toHaveLength(2);
    states = [{ key: 'net.tfstate', size: 1, etag: '"2"' }];
    await run();
    expect(await analyses()).toHaveLength(3);
    await begun(1_000);
    await patch({ region: 'eu-west-1' });
    await run();
    expect(await analyses()).toHaveLength(4);
  });

  describe('of inventories', () => {
    const tenant = () => scoped(store.db, { org_id: org });
    const isAsked = async () => {
      const [first] = await analyses();
      return first !== undefined && (await getInventory(tenant(), first.id)) !== undefined;
    };
    const due = async (at: Date) => {
      await lockInventorySettings(tenant());
      await saveInventorySettings(tenant(), { next_run_at: at });
    };
    const runInventory = () => runScheduled(api.services, { org_id: org, unmanaged: true }, signal);

    test('queues a due inventory once, and plans the next one', async () => {
      const before = await waiting();
      const now = new Date();
      await due(new Date(now.getTime() - 1));
      await takeDue(api.services, now);
      expect(await waiting()).toBe(before + 1);
      const next = (await getInventorySettings(tenant()))?.next_run_at;
      expect(next?.getTime()).toBeGreaterThan(now.getTime());
      await takeDue(api.services, now);
      expect(await waiting()).toBe(before + 1);
    });

    test('takes it with an analysis of its own, also where no analyses are scheduled', async () => {
      await patch({ schedule: 'off' });
      await run();
      expect(await analyses()).toEqual([]);
      await runInventory();
      expect(await isAsked()).toBe(true);
    });

    test('joins an analysis that waits, which then takes the inventory', async () => {
      await run();
      expect(await isAsked()).toBe(false);
      await runInventory();
      expect(await analyses()).toHaveLength(1);
      expect(await isAsked()).toBe(true);
    });

    test('puts it off while an apply is under way', async () => {
      await due(new Date());
      locks = [{ key: 'net.tfstate', since: new Date(), operation: 'OperationTypeApply' }];
      await runInventory();
      expect(await analyses()).toEqual([]);
      const next = (await getInventorySettings(tenant()))?.next_run_at;
      expect(next?.getTime()).toBeGreaterThan(Date.now());
      expect((await settings()).last_skipped).toBeNull();
    });
  });
});
