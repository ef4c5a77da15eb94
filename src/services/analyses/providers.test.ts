import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { fakeState, fakeWorldOn } from '../../../testkit/fake-world.ts';
import { NEED } from '../../../testkit/provider-rig.ts';

describe.each(await databases())('the providers of an analysis on $kind', ({ open }) => {
  let world: Awaited<ReturnType<typeof fakeWorldOn>>;
  beforeAll(async () => {
    world = await fakeWorldOn(open);
    await world.work();
  });
  afterAll(() => world.close());

  test('reports each provider once, by version and protocol, without its path', async () => {
    for (const key of ['a', 'b', 'c']) world.states.set(key, fakeState({ thing: { note: key } }));
    const analysis = await world.until(await world.request());
    expect(analysis.providers).toEqual([{ source: NEED.source, version: '1.0.0', protocol: 6 }]);
  });

  test('reports no provider where nothing was read', async () => {
    world.states.clear();
    expect((await world.until(await world.request())).providers).toEqual([]);
  });
});
