import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { fakeState, fakeWorldOn } from '../../../testkit/fake-world.ts';
import { writeControl, type FakeControl } from '../../../testkit/plugin/fake/control.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { Incident } from '../memory/incident.ts';
import { runAnalysis } from './run.ts';

describe.each(await databases())('similar earlier incidents of an analysis on $kind', ({ open }) => {
  let world: Awaited<ReturnType<typeof fakeWorldOn>>;
  beforeAll(async () => {
    world = await fakeWorldOn(open);
    world.states.set('prod/app', fakeState({ web: { size: 1 }, api: { size: 1 } }));
  });
  afterAll(() => world.close());
  beforeEach(() => cloud({}));

  const cloud = (live: NonNullable<FakeControl['live']>) => writeControl(world.rig.control, { live, read: {} });
  async function look(deps: Partial<typeof world.deps> = {}): Promise<Analysis> {
    const id = await world.request();
    const run = { signal: new AbortController().signal, last: true };
    await runAnalysis({ ...world.deps, ...deps }, { analysis_id: id, org_id: world.org.id }, run);
    return world.show(id);
  }
  const incidentsOf = async (name: string) =>
    (await world.ask<Incident[]>('GET', `/orgs/${world.org.id}/incidents?resource=fake_thing.${name}`)).body;

  test('reports earlier incidents of drift that returns, by that analysis only', async () => {
    await cloud({ web: { size: 2 }, api: { size: 2 } });
    expect((await look()).similar).toEqual([]);
    await cloud({});
    await look();
    await cloud({ web: { size: 3 } });
    const back = await look();
    const [now, first] = await incidentsOf('web');
    expect(now?.previous_id).toBe(first?.id);
    expect(back.similar).toMatchObject([
      {
        resource: 'fake_thing.web',
        state_key: 'prod/app',
        incident_id: now?.id,
        matches: [{ id: first?.id, resource: 'fake_thing.web' }],
      },
    ]);
    expect(now?.similar).toEqual(back.similar?.[0]?.matches);
    expect((await look()).similar).toEqual([]);
    expect((await world.show(back.id)).similar).toEqual(back.similar);
  });

  test('ends an analysis although the search for similar incidents fails', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown, about: object) => void errors.push({ error, ...about });
    const broken = new Error('the memory cannot be asked');
    await cloud({ api: { size: 4 } });
    const analysis = await look({ onError, ranking: { nearest: () => Promise.reject(broken) } });
    expect(analysis).toMatchObject({ status: 'completed', counts: { changed: 1 }, similar: [] });
    expect(await incidentsOf('api')).toMatchObject([{ status: 'open', similar: [] }, { status: 'resolved' }]);
    expect(errors).toEqual([{ error: broken, analysis: analysis.id, text: 'could not search for similar incidents' }]);
  });
});
