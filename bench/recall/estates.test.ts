import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import type { Estate } from '../../testkit/estate/estate.ts';
import { networkEstate } from '../../testkit/estate/network/estate.ts';
import { serverlessEstate } from '../../testkit/estate/serverless/estate.ts';
import { wideEstate } from '../../testkit/estate/wide/estate.ts';
import type { Store } from '../../src/store/database.ts';
import { compareEstates, estateIntents, LOGIN, rememberEstates } from './estates.ts';

const AN_ESTATE = 20;

/** A sample of an estate's changes, evenly spread: as many as there are intents. */
const spread = ({ name, changes }: Estate) =>
  Array.from({ length: AN_ESTATE }, (_, i) => changes[Math.floor((i * changes.length) / AN_ESTATE)]!).flatMap(
    ({ shows }) => Object.keys(shows).map((address) => `${name} ${address}`),
  );

test('holds intents about changes that nobody chose', () => {
  const meant = new Set(estateIntents.flatMap(({ relevant }) => relevant));
  const changed = [wideEstate, serverlessEstate, networkEstate].flatMap(spread);
  expect(estateIntents).toHaveLength(3 * AN_ESTATE);
  expect(changed.filter((one) => !meant.has(one))).toEqual([]);
});

describe.each(await databases())('findings of the estates, on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;

  beforeAll(async () => {
    store = await open();
    api = await testApi(store);
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  test('recalls incidents of the estates for 19 of 20 intents about the same change', async () => {
    const incidents = await rememberEstates(api.services);
    expect(incidents.length).toBeGreaterThan(150);
    const found = await compareEstates(incidents, async (intent) => {
      const body = { project: LOGIN, intent, top_k: 10 };
      const answer = await api.call('POST', '/memory/recall', { key: api.operatorKey, body });
      return answer.json<{ matches: { id: string }[] }>().matches.map(({ id }) => id);
    });
    const { missed, recall } = found;
    expect({ missed, enough: recall.r5 >= 0.95 }).toEqual({ missed, enough: true });
  });
});
