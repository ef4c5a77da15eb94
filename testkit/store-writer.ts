// A process that writes to an embedded database until it is killed: an organization and a job in one transaction, and
// after its commit the number on stdout. Usage: node store-writer.ts DIRECTORY
import { randomBytes } from 'node:crypto';
import { newId } from '../src/base/ids.ts';
import { createQueue } from '../src/jobs/queue.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { insertOrganization } from '../src/store/queries/organizations.ts';

const store = await openDatabase({ dataDir: process.argv[2] ?? '' });
await migrate(store.db);
const queue = createQueue<{ written: { login: string } }>(store.boss, {
  queues: { written: {} },
  onError: console.error,
});
await queue.start();
process.stdout.write('ready\n');
for (let n = 0; ; n++) {
  const login = `${process.pid}-${n}`;
  await store.db.transaction().execute(async (tx) => {
    await insertOrganization(tx, { id: newId('org'), login, installation_id: null, fingerprint_key: randomBytes(32) });
    await queue.send('written', { login }, { db: tx });
  });
  process.stdout.write(`${login}\n`);
}
