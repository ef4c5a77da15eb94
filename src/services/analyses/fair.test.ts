import { expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { fakeState, fakeWorld } from '../../../testkit/fake-world.ts';
import { makeOrganization } from '../../../testkit/walk.ts';
import type { Analysis } from '../../engine/model/analysis.ts';

test.each(await databases())(
  'runs an organization’s analysis before the queue of another one, on $kind',
  async ({ open }) => {
    const store = await open();
    const world = await fakeWorld(store);
    try {
      world.states.set('a', fakeState({ one: {} }));
      const other = await makeOrganization(store, 'other');
      const many: string[] = [];
      for (let n = 0; n < 5; n += 1) many.push(await world.request());
      const { body } = await world.ask<Analysis>('POST', `/orgs/${other.id}/analyses`, {});
      await world.work();
      const ended = await Promise.all([...many, body.id].map((id) => world.until(id)));
      const order = ended
        .toSorted((a, b) => (a.started_at ?? '').localeCompare(b.started_at ?? ''))
        .map(({ id }) => id);
      expect(order.indexOf(body.id)).toBe(1);
      expect(order.filter((id) => id !== body.id)).toEqual(many);
    } finally {
      await world.close();
      await store.close();
    }
  },
);
