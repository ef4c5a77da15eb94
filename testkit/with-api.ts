import { afterAll, beforeAll } from 'vitest';
import type { CloudPort } from '../src/services/clouds/port.ts';
import type { Store } from '../src/store/database.ts';
import { testApi, type TestApi } from './api.ts';
import type { TestDatabase } from './database.ts';

/** Sets up a suite: opens a new database and an API over it before the first test, and closes them after the last. */
export function withApi(
  open: TestDatabase['open'],
  take: (made: { store: Store; api: TestApi }) => void,
  clouds: CloudPort[] = [],
  given: Parameters<typeof testApi>[2] = {},
): void {
  let made: { store: Store; api: TestApi } | undefined;
  beforeAll(async () => {
    const store = await open();
    made = { store, api: await testApi(store, clouds, given) };
    take(made);
  });
  afterAll(async () => {
    await made?.api.close();
    await made?.store.close();
  });
}
