import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../../../testkit/database.ts';
import { fakeState, fakeWorldOn } from '../../../../testkit/fake-world.ts';
import { writeControl, type FakeControl } from '../../../../testkit/plugin/fake/control.ts';
import type { Analysis } from '../../../engine/model/analysis.ts';
import { runAnalysis } from '../../analyses/run.ts';
import type { Incident } from '../incident.ts';
import { asDatabaseUser } from '../../../store/scope.ts';

/** Keys of instances whose displayed addresses are equal: secrets are masked, lone surrogates become one character. */
const KEYS = [
  ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLF'],
  ['\ud800', '\ud801'],
] as const;

describe.each(await databases())('instances with the same displayed address on $kind', ({ open }) => {
  let world: Awaited<ReturnType<typeof fakeWorldOn>>;
  beforeAll(async () => {
    world = await fakeWorldOn(open);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await sql`truncate incidents, findings cascade`.execute(asDatabaseUser(world.store.db));
  });

  const scope = () => world.org.id;
  async function look(live: NonNullable<FakeControl['live']>, read: FakeControl['read'] = {}): Promise<Analysis> {
    await writeControl(world.rig.control, { live, read });
    const { body } = await world.ask<Analysis>('POST', `/orgs/${scope()}/analyses`, {});
    const job = { analysis_id: body.id, org_id: scope() };
    await runAnalysis(world.deps, job, { signal: new AbortController().signal, last: true });
    const analysis = await world.show(body.id);
    expect(analysis.error).toBeNull();
    return analysis;
  }
  const incidents = async () =>
    (await world.ask<Incident[]>('GET', `/orgs/${scope()}/incidents`)).body.map(
      (one) => `${one.kind} ${one.status} ${one.resolution} ${one.times_seen}`,
    );
  const idsOf = ({ findings }: Analysis) => [findings.length, new Set(findings.map((one) => one.incident_id)).size];

  beforeEach(() => {
    world.states.clear();
  });
  function write(keys: readonly string[]) {
    const state = fakeState({ web: { size: 1 } });
    const [resource] = state.resources;
    const [instance] = resource!.instances;
    const instances = keys.map((index_key, n) => ({
      ...instance!,
      index_key,
      attributes: { ...instance!.attributes, id: `web${n}`, name: `web${n}` },
    }));
    world.states.set('prod/app', { ...state, resources: [{ ...resource!, instances }] });
  }
  const drift = { size: 2 };

  test.each(KEYS)('keeps one incident for two instances until neither drifts: %j and %j', async (...keys) => {
    write(keys);
    expect(idsOf(await look({ web0: drift, web1: { size: 3 } }))).toEqual([2, 1]);
    expect(await incidents()).toEqual(['changed open null 1']);
    expect(idsOf(await look({ web0: drift, web1: { size: 3 } }))).toEqual([2, 1]);
    expect(await incidents()).toEqual(['changed open null 2']);
    // While one is in sync or cannot be read, the other one keeps the incident open.
    expect(idsOf(await look({ web1: drift }))).toEqual([1, 1]);
    expect(await incidents()).toEqual(['changed open null 3']);
    await look({}, { web1: ['error'] });
    expect(await incidents()).toEqual(['changed open null 3']);
    expect(idsOf(await look({ web0: null, web1: drift }))).toEqual([2, 2]);
    expect((await incidents()).toSorted()).toEqual(['changed open null 4', 'deleted open null 1']);
    await look({});
    expect((await incidents()).toSorted()).toEqual(['changed resolved reverted 4', 'deleted resolved reverted 1']);
    expect(idsOf(await look({ web0: drift, web1: drift }))).toEqual([2, 1]);
    expect(await incidents()).toHaveLength(3);
  });
});
