import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { seedEveryTable } from '../../../testkit/seed.ts';
import { createQueue } from '../../jobs/queue.ts';
import type { Queue } from '../../jobs/types.ts';
import type { Store } from '../database.ts';
import { readCatalogue } from './catalogue.ts';
import { exportDatabase } from './export.ts';
import { importDatabase } from './import.ts';
import { asDatabaseUser } from '../scope.ts';

type AnyJobs = Record<string, { n: number }>;

const all = await databases();
/** From one kind of database to the other, if there are two. */
const pairs = all.map((from, i) => ({ from, to: all[(i + 1) % all.length]! }));
const stack: AsyncDisposableStack[] = [];
afterEach(async () => {
  for (const one of stack.splice(0)) await one.disposeAsync();
});

/** A database with its queue; it is closed after the test. */
async function opened({ open }: (typeof all)[number]): Promise<{ store: Store; queue: Queue<AnyJobs> }> {
  const own = new AsyncDisposableStack();
  stack.push(own);
  const store = await open();
  own.defer(() => store.close());
  const queue = createQueue<AnyJobs>(store.boss, { queues: { scan: {} }, onError: () => {} });
  await queue.start();
  own.defer(() => queue.stop({ graceTimeoutMs: 0 }));
  return { store, queue };
}

async function exported(store: Store): Promise<string> {
  let text = '';
  await exportDatabase(store, '1.2.3', async (part) => void (text += part));
  return text;
}

/** The export as a version with these migrations would write it. */
function resealed(text: string, migrations: string[]): string {
  const [header, ...rest] = text.trimEnd().split('\n');
  const trailer = JSON.parse(rest.pop()!) as { end: object };
  const body = `${[JSON.stringify({ ...(JSON.parse(header!) as object), migrations }), ...rest].join('\n')}\n`;
  return `${body}${JSON.stringify({ end: trailer.end, sha256: createHash('sha256').update(body).digest('hex') })}\n`;
}

async function* chunks(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function everything(store: Store): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'migrations'
    order by 1`.execute(asDatabaseUser(store.db));
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(asDatabaseUser(store.db));
    // Which transaction wrote a row depends on the database.
    for (const row of rows as Record<string, unknown>[]) delete row.written;
    found[name] = rows.toSorted((a, b) => (JSON.stringify(a, bigints) < JSON.stringify(b, bigints) ? -1 : 1));
  }
  return found;
}
const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

describe.each(pairs)('export from $from.kind to $to.kind', ({ from, to }) => {
  test('carries over every row of every table and the messages of the queue', async () => {
    const [source, target] = [await opened(from), await opened(to)];
    const names = await seedEveryTable(source.store.db);
    expect((await readCatalogue(source.store.db)).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (let n = 0; n < 3; n++)
      await source.store.db
        .transaction()
        .execute((tx) => source.queue.send('scan', { n }, { db: tx, singletonKey: `${n}` }));
    await sql`update pgboss.job set state = 'active', started_on = now() where data->>'n' = '0'`.execute(
      asDatabaseUser(source.store.db),
    );
    await sql`update pgboss.job set state = 'completed', completed_on = now() where data->>'n' = '1'`.execute(
      asDatabaseUser(source.store.db),
    );
    // Seeding drops the check constraints, here on both sides; its rows are not needed.
    await seedEveryTable(target.store.db);
    for (const name of names) await sql`truncate ${sql.table(name)} cascade`.execute(asDatabaseUser(target.store.db));

    const text = await exported(source.store);
    const end = await importDatabase(target.store, target.queue, chunks(text));
    expect(end).toEqual({ tables: Object.fromEntries(names.map((name) => [name, 3])), jobs: 2 });
    const before = await everything(source.store);
    expect(Object.keys(before)).toEqual(names.toSorted());
    expect(await everything(target.store)).toEqual(before);
    expect(await target.queue.depth('scan')).toEqual({ waiting: 2, active: 0, failed: 0 });

    const rowsOf = (one: string) =>
      one
        .split('\n')
        .slice(1, -2)
        .filter((line) => !line.startsWith('["scan"'));
    expect(rowsOf(await exported(target.store))).toEqual(rowsOf(text));
  });
});

describe.each(all)('import into $kind', (kind) => {
  test('stores nothing of a file that was cut off, changed or is no export', async () => {
    const [source, target] = [await opened(kind), await opened(kind)];
    await sql`insert into organizations (id, login, fingerprint_key) values ('org_1', 'acme', decode(repeat('ab', 32), 'hex'))`.execute(
      asDatabaseUser(source.store.db),
    );
    const text = await exported(source.store);
    const lines = text.trimEnd().split('\n');
    const broken = {
      'its end is missing': `${lines.slice(0, -1).join('\n')}\n`,
      'its last line is cut off': text.slice(0, -2),
      'its checksum does not fit': text.replace('acme', 'acne'),
      'something stands behind its end': `${text}{}\n`,
      'something else than lines of JSON': `${lines[0]}\nhello\n`,
      'not written by "plumbline export"': '{"hello": 1}\n',
    };
    for (const [why, damaged] of Object.entries(broken)) {
      const refused = importDatabase(target.store, target.queue, chunks(damaged));
      await expect(refused).rejects.toThrow(why);
      await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    }
    expect((await everything(target.store)).organizations).toEqual([]);
    await importDatabase(target.store, target.queue, chunks(text, 7));
    expect((await everything(target.store)).organizations).toHaveLength(1);
    await expect(importDatabase(target.store, target.queue, chunks(text))).rejects.toThrow(
      'holds data already (table organizations): import needs an empty one',
    );
  });

  test('refuses a file of another schema and says what to do', async () => {
    const { store, queue } = await opened(kind);
    const text = await exported(store);
    const later = text.replace(/"migrations":\[[^\]]*/, '$&,"9999_later"');
    await expect(importDatabase(store, queue, chunks(later))).rejects.toThrow(
      /the schema of Plumbline 1\.2\.3 \(9999_later\).*import it with that version/,
    );
  });

  test('takes a file of the schema of all steps of development, and refuses one of fewer', async () => {
    const { store, queue } = await opened(kind);
    const text = await exported(store);
    const from = (last: string) =>
      importDatabase(store, queue, chunks(resealed(text, ['0001_first', '0002_repositories', last])));
    await expect(from('0049_row_level_security')).rejects.toThrow(/\(0049_row_level_security\).*import it with that/);
    expect(await from('0050_computed_columns')).toMatchObject({ jobs: 0 });
  });
});
