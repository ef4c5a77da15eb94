import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { openDatabase } from '../database.ts';

test('refuses a damaged embedded database in one line, and makes no new one over it', async () => {
  await using dir = await temporaryDirectory();
  const dataDir = dir.path;
  await (await openDatabase({ dataDir })).close();
  const control = join(dataDir, 'database', 'global', 'pg_control');
  const open = () =>
    openDatabase({ dataDir }).then(
      async (store) => {
        await store.close();
        return 'opened';
      },
      (error: Error) => error.message,
    );
  const line = `the embedded database in ${join(dataDir, 'database')} cannot be opened: it is damaged, or another version made it. Put a backup of PLUMBLINE_DATA_DIR in its place, or move that directory away to begin with an empty database`;
  await writeFile(control, Buffer.alloc(100));
  expect(await open()).toBe(line);
  await rm(join(dataDir, 'database', 'PG_VERSION'));
  expect(await open()).toBe(line);
});
