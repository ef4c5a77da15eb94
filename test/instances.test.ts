import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLatencyProxy } from '../bench/latency-proxy.ts';
import type { DemoWorld } from '../src/cli/demo/world.ts';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { MIGRATIONS } from '../src/store/migrations/index.ts';
import { createDatabase } from '../testkit/database.ts';
import {
  connectWorld,
  finished,
  ownKey,
  serverEnv,
  startInstance,
  type Instance,
  openTestWorld,
} from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const AT_ONCE = 4;
const LATENCY_MS = 60;

describe.skipIf(await missing('postgres'))('several server processes on one Postgres', () => {
  const stack = new AsyncDisposableStack();
  let world: DemoWorld;
  let client: Client;
  let instances: Instance[];
  let org: string;
  /** The number of resources of the estate; below, of changed resources. */
  let resources: number;
  let changes: number;

  beforeAll(async () => {
    const database = await createDatabase();
    if (!database) throw new Error('no Postgres');
    stack.defer(() => database.drop());
    const dir = stack.use(await temporaryDirectory());
    world = await openTestWorld(dir.path);
    stack.defer(() => world.close());
    resources = await world.apply();
    changes = (await world.meddle()).length;
    // Latency makes an analysis long enough for events in the middle of it.
    const cloud = await startLatencyProxy(world.env.AWS_ENDPOINT_URL ?? '', LATENCY_MS);
    stack.defer(() => cloud.close());
    client = new Client({ connectionString: database.url });
    await client.connect();
    stack.defer(() => client.end());

    const shared = { AWS_ENDPOINT_URL: cloud.url, DATABASE_URL: database.url };
    const envOf = (n: number) => ({ ...world.env, ...serverEnv(join(dir.path, `data-${n}`)), ...shared });
    instances = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => startInstance(envOf(n))));
    for (const instance of instances) stack.use(instance);
    org = await connectWorld(instances[0]!.ask, world);
  });
  afterAll(() => stack.disposeAsync());

  /** Requests analyses, at each instance in turn. */
  async function request(count: number, at: Instance[]): Promise<string[]> {
    const asked = Array.from({ length: count }, (_, n) =>
      at[n % at.length]!.ask('POST', `/orgs/${org}/analyses`, {}, ownKey()),
    );
    return (await Promise.all(asked)).map(({ status, body }) => {
      expect(status).toBe(202);
      return String(body.id);
    });
  }

  function expectWhole(analysis: Analysis): void {
    expect(analysis).toMatchObject({ status: 'completed', counts: { resources }, error: null });
    expect(analysis.findings).toHaveLength(changes);
    expect(analysis.coverage).toHaveLength(resources);
    expect(new Set(analysis.coverage.map(({ resource }) => resource)).size).toBe(resources);
    expect(new Set(analysis.findings.map(({ resource }) => resource)).size).toBe(changes);
    expect(analysis.progress).toEqual({ done: resources, total: resources });
  }

  const startedBy = (instance: Instance, ids: string[]) =>
    instance.analyses('started').filter((id) => ids.includes(id));
  /** The running analyses of a halted instance. Its log is not enough: it may have finished one without a report. */
  const heldBy = async (halted: Instance, living: Instance): Promise<string[]> => {
    const open = halted.analyses('started').filter((id) => !halted.analyses('ended').includes(id));
    const shown = await Promise.all(open.map((id) => living.ask('GET', `/analyses/${id}`)));
    return open.filter((_, n) => shown[n]!.body.status === 'running');
  };
  /** Whether an instance runs an analysis. */
  const busy = (instance: Instance) => {
    const [started, interrupted, ended] = (['started', 'interrupted', 'ended'] as const).map(
      (what) => instance.analyses(what).length,
    ) as [number, number, number];
    return started > interrupted + ended;
  };

  test('starts four processes at once on an empty database, with each migration run by one of them', async () => {
    const { rows } = await client.query<{ name: string; at: string }>(
      'select name, applied_at::text as at from migrations order by name',
    );
    expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(new Set(rows.map(({ at }) => at)).size).toBe(1);
    for (const { ask, said } of instances) {
      expect((await ask('GET', '/ready')).status).toBe(200);
      expect((await ask('GET', '/orgs')).body).toMatchObject([{ id: org }]);
      expect(said.out).not.toContain('"level":50');
    }
  });

  test('shares 20 analyses between two processes, each run once', async () => {
    for (const surplus of instances.splice(2)) expect(await surplus.stop()).toMatchObject({ code: 0 });
    const ids = await request(20, instances);
    for (const id of ids) expectWhole(await finished(instances[0]!.ask, id));
    const [first, second] = instances.map((instance) => startedBy(instance, ids));
    expect([...first!, ...second!].toSorted()).toEqual(ids.toSorted());
    expect(first!.length).toBeGreaterThan(0);
    expect(second!.length).toBeGreaterThan(0);
  });

  test('moves the work of a frozen process to another, and stays consistent when it resumes', async () => {
    const [living, frozen] = instances as [Instance, Instance];
    const ids = await request(20, instances);
    while (!busy(frozen)) await sleep(5);
    frozen.child.kill('SIGSTOP');
    const held = await heldBy(frozen, living);
    for (const id of ids) expectWhole(await finished(living.ask, id));
    expect(held.length).toBeGreaterThan(0);
    expect(startedBy(living, held)).toEqual(expect.arrayContaining(held));
    const before = await Promise.all(ids.map((id) => living.ask('GET', `/analyses/${id}`)));
    frozen.child.kill('SIGCONT');
    while (busy(frozen)) await sleep(50);
    const after = await Promise.all(ids.map((id) => frozen.ask('GET', `/analyses/${id}`)));
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  });

  test('loses and doubles no analysis of a killed process', async () => {
    const [living, victim] = instances as [Instance, Instance];
    const ids = await request(20, instances);
    while (!busy(victim)) await sleep(5);
    victim.child.kill('SIGKILL');
    await once(victim.child, 'exit');
    const held = await heldBy(victim, living);
    for (const id of ids) expectWhole(await finished(living.ask, id));
    expect(startedBy(living, held)).toEqual(expect.arrayContaining(held));
  });
});
