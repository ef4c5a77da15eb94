import { describe, expect, test } from 'vitest';
import { databases } from '../../../../testkit/database.ts';
import { fakeState } from '../../../../testkit/fake-world.ts';
import { withIncidents, type IncidentWorld } from '../../../../testkit/incident-world.ts';
import type { FakeControl } from '../../../../testkit/plugin/fake/control.ts';
import type { Analysis } from '../../../engine/model/analysis.ts';

/** Keys of instances whose displayed addresses are equal: secrets are masked, lone surrogates become one character. */
const KEYS = [
  ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLF'],
  ['\ud800', '\ud801'],
] as const;

describe.each(await databases())('instances with the same displayed address on $kind', ({ open }) => {
  let world: IncidentWorld;
  const given = withIncidents(open, (made) => {
    world = made;
  });

  async function analyse(live: NonNullable<FakeControl['live']>, read?: FakeControl['read']): Promise<Analysis> {
    await given.cloud(live, read);
    const analysis = await given.analyse();
    expect(analysis.error).toBeNull();
    return analysis;
  }
  const incidents = async () =>
    (await given.incidents()).map((one) => `${one.kind} ${one.status} ${one.resolution} ${one.times_seen}`);
  const idsOf = ({ findings }: Analysis) => [findings.length, new Set(findings.map((one) => one.incident_id)).size];

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
    expect(idsOf(await analyse({ web0: drift, web1: { size: 3 } }))).toEqual([2, 1]);
    expect(await incidents()).toEqual(['changed open null 1']);
    expect(idsOf(await analyse({ web0: drift, web1: { size: 3 } }))).toEqual([2, 1]);
    expect(await incidents()).toEqual(['changed open null 2']);
    // While one is in sync or cannot be read, the other one keeps the incident open.
    expect(idsOf(await analyse({ web1: drift }))).toEqual([1, 1]);
    expect(await incidents()).toEqual(['changed open null 3']);
    await analyse({}, { web1: ['error'] });
    expect(await incidents()).toEqual(['changed open null 3']);
    expect(idsOf(await analyse({ web0: null, web1: drift }))).toEqual([2, 2]);
    expect((await incidents()).toSorted()).toEqual(['changed open null 4', 'deleted open null 1']);
    await analyse({});
    expect((await incidents()).toSorted()).toEqual(['changed resolved reverted 4', 'deleted resolved reverted 1']);
    expect(idsOf(await analyse({ web0: drift, web1: drift }))).toEqual([2, 1]);
    expect(await incidents()).toHaveLength(3);
  });
});
