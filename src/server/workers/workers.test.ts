import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../../testkit/alive.ts';
import { testApi } from '../../../testkit/api.ts';
import { databases, type TestDatabase } from '../../../testkit/database.ts';
import { fakeState } from '../../../testkit/fake-world.ts';
import { writeControl } from '../../../testkit/plugin/fake/control.ts';
import { openStateWorld } from '../../../testkit/state-world.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { ProviderEvent } from '../../provider/process/events.ts';
import { awsCloud } from '../compose-aws.ts';
import { readConfig } from '../config/config.ts';
import type { Report } from './protocol.ts';
import { workerConfig } from './worker-config.ts';
import { createWorkers } from './workers.ts';

/** An organization with states in a bucket, and processes that analyse them. */
async function openWorkers(
  stack: AsyncDisposableStack,
  open: TestDatabase['open'],
  given: { idleMs?: number; memory?: number } = {},
) {
  const dir = stack.use(await temporaryDirectory());
  const store = await open();
  stack.defer(() => store.close());
  const world = await openStateWorld(dir.path);
  stack.defer(() => world.close());
  const secrets = {
    STRIPE_SECRET_KEY: 'sk_test_not_for_analyses',
    PLUMBLINE_ADMIN_KEY: 'operator-key-not-for-analyses',
  };
  const url = store.boss.kind === 'postgres' ? { DATABASE_URL: store.boss.url } : {};
  const config = readConfig({ ...world.env, ...secrets, ...url, HOME: dir.path });
  const api = await testApi(store, [awsCloud(config)]);
  stack.defer(() => api.close());
  const reports: Report[] = [];
  const workers = createWorkers({
    config: workerConfig(config),
    dataDir: dir.path,
    share: store.share,
    memory: 1024,
    onReport: (report) => reports.push(report),
    ...given,
  });
  stack.defer(() => workers.close());
  const ask = async <T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T> =>
    (await api.call(method, path, { key: api.operatorKey, ...(body && { body }) })).json<T>();
  const { id: org } = await api.organization('acme', 'read');
  const saved = await ask<{ external_id: string }>('PATCH', `/orgs/${org}/aws`, world.settings);
  await world.createRole(saved.external_id);
  const request = async () => (await ask<Analysis>('POST', `/orgs/${org}/analyses`, {})).id;
  const pidsOf = (kind: ProviderEvent['kind']) =>
    reports.flatMap((report) => (report.kind === 'provider' && report.event.kind === kind ? [report.event.pid] : []));
  return {
    api,
    ask,
    org,
    reports,
    request,
    pidsOf,
    world,
    workers,
    run: (id: string, signal = new AbortController().signal, last = false) =>
      workers.run({ analysis_id: id, org_id: org }, { signal, last }),
    show: (id: string) => ask<Analysis>('GET', `/analyses/${id}`),
    /** Waits until a provider reads an instance that never answers. */
    hanging: async () => {
      await expect.poll(world.reads).toContain('one');
      // The process reports in batches, so the provider reads before this process knows of it.
      await expect.poll(() => pidsOf('launched')).not.toEqual([]);
      return pidsOf('launched').at(-1)!;
    },
  };
}

const HANG = { read: { one: ['hang'] } };
/** A process's open files, by the kernel's names. */
const openIn = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(join(`/proc/${pid}/fd`, fd)));

describe.each(await databases())('worker processes on $kind', ({ open }) => {
  test('runs an analysis in another process, and forwards its counts and messages', async () => {
    await using stack = new AsyncDisposableStack();
    const { api, ask, org, reports, request, run, show, pidsOf, world, workers } = await openWorkers(stack, open);
    await world.put('a.tfstate', fakeState({ one: { live: '{"note":"b"}' }, two: {} }));
    const hook = { url: 'https://example.com/heard', events: ['analysis.completed'] };
    expect(await ask('POST', `/orgs/${org}/webhooks`, hook)).toMatchObject({ id: expect.any(String) });
    const id = await request();
    await run(id);
    expect(await show(id)).toMatchObject({ status: 'completed', counts: { resources: 2, changed: 1, in_sync: 1 } });
    const [pid = 0] = workers.pids();
    expect(pid).not.toBe(process.pid);
    expect(isAlive(pid)).toBe(true);
    expect(pidsOf('launched')).toHaveLength(1);
    expect(reports).toContainEqual({
      kind: 'counted',
      count: { name: 'analysisEnded', args: [expect.objectContaining({ status: 'completed' })] },
    });
    // Read values stay in the worker process: they may be large, and are not masked yet.
    const reads = reports.flatMap((report) =>
      report.kind === 'counted' && report.count.name === 'readEnded' ? report.count.args : [],
    );
    expect(reads.length).toBeGreaterThan(1);
    expect(new Set(reads.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"status":"read"}']));
    expect(await api.services.queue.depth('notify')).toMatchObject({ waiting: 1 });
    const again = await request();
    await run(again);
    expect(workers.pids()).toEqual([pid]);
    expect(pidsOf('launched')).toHaveLength(1);
  });

  test('ends idle processes, and their providers with them', async () => {
    await using stack = new AsyncDisposableStack();
    const { request, run, pidsOf, world, workers } = await openWorkers(stack, open, { idleMs: 50 });
    await world.put('a.tfstate', fakeState({ one: {} }));
    await run(await request());
    await expect.poll(() => workers.pids()).toEqual([]);
    expect(pidsOf('launched').filter(isAlive)).toEqual([]);
    expect(pidsOf('ended')).toEqual(pidsOf('launched'));
    await run(await request());
    expect(pidsOf('launched')).toHaveLength(2);
  });

  test('ends the providers and open transactions of a killed process, and nothing else', async () => {
    await using stack = new AsyncDisposableStack();
    const { hanging, request, run, show, pidsOf, world, workers } = await openWorkers(stack, open);
    await world.put('a.tfstate', fakeState({ one: { live: '{"note":"b"}' }, two: {} }));
    await writeControl(world.control, HANG);
    const id = await request();
    const lost = run(id);
    lost.catch(() => undefined);
    const provider = await hanging();
    process.kill(workers.pids()[0]!, 'SIGKILL');
    await expect(lost).rejects.toMatchObject({ name: 'WorkerLost', reason: 'crashed' });
    await expect.poll(() => isAlive(provider)).toBe(false);
    expect(pidsOf('ended')).toEqual([provider]);
    expect(await show(id)).toMatchObject({ status: 'running' });
    await writeControl(world.control, {});
    await run(id);
    expect(await show(id)).toMatchObject({ status: 'completed', counts: { resources: 2, changed: 1 } });
  });

  test('ends a canceled analysis, and takes the next one', async () => {
    await using stack = new AsyncDisposableStack();
    const { hanging, request, run, show, world } = await openWorkers(stack, open);
    await world.put('a.tfstate', fakeState({ one: {} }));
    await writeControl(world.control, HANG);
    const id = await request();
    const calledOff = new AbortController();
    const ended = run(id, calledOff.signal);
    ended.catch(() => undefined);
    await hanging();
    calledOff.abort(new Error('the server stops'));
    await expect(ended).rejects.toThrow('the server has this analysis ended');
    await writeControl(world.control, {});
    await run(id);
    expect(await show(id)).toMatchObject({ status: 'completed' });
  });

  test.runIf(process.platform === 'linux')('shows no secrets, and hands its channels to no provider', async () => {
    await using stack = new AsyncDisposableStack();
    const { hanging, request, run, world, workers } = await openWorkers(stack, open);
    await world.put('a.tfstate', fakeState({ one: {} }));
    await writeControl(world.control, HANG);
    run(await request()).catch(() => undefined);
    const provider = await hanging();
    const [pid = 0] = workers.pids();
    const shown = ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8')).join('');
    expect(shown).toContain('AWS_ENDPOINT_URL=');
    expect(shown).not.toContain(world.env.AWS_ENDPOINT_URL);
    expect(shown).not.toMatch(/not.for.analyses|postgres:\/\/|AWS_SECRET/);
    const channels = [3, 4].map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    expect(channels.filter((channel) => openIn(provider).includes(channel))).toEqual([]);
  });
});
