import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MIGRATIONS } from './migrations/index.ts';
import { asDatabaseUser } from './scope.ts';
import { databases } from '../../testkit/database.ts';
import { refreshStatistics } from './statistics.ts';

test('gives the embedded database statistics of its tables', async () => {
  const embedded = (await databases()).find(({ kind }) => kind === 'embedded');
  const store = await embedded!.open();
  const known = async () =>
    (
      await sql<{ rows: number }>`select reltuples::int as rows from pg_class where relname = 'migrations'`.execute(
        asDatabaseUser(store.db),
      )
    ).rows[0]?.rows ?? 0;
  expect(await known()).toBeLessThan(1);
  await refreshStatistics(store.db);
  expect(await known()).toBe(MIGRATIONS.length);
  await store.close();
});
