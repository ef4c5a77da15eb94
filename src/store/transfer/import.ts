import { sql } from 'kysely';
import { AppError } from '../../base/errors.ts';
import type { AnyQueue } from '../../jobs/pgboss-tables.ts';
import { stepsOfRows } from '../migrations/index.ts';
import { asDatabaseUser, type Executor } from '../scope.ts';
import type { Store } from '../database.ts';
import { readCatalogue, readSchemaSteps, type TableInfo } from './catalogue.ts';
import { readLines, type Header, type Line, type Trailer } from './lines.ts';
import { moveSequences, plainText, writeRows, type TextRow } from './rows.ts';

/** The most rows, and the most characters, of one insert. */
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_000_000;

/**
 * Imports an export into a prepared (`migrate`, and the queue started) and empty database, in one transaction: all of it
 * or nothing. Messages of the queue are sent again; one that was active during the export starts from its beginning.
 * `conflict` where the schemas differ or the database holds data, `invalid_input` for a file that is not a whole export.
 */
export async function importDatabase(
  store: Pick<Store, 'db'>,
  queue: AnyQueue,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Trailer['end']> {
  return store.db.transaction().execute(async (transaction) => {
    const tx = asDatabaseUser(transaction);
    await plainText(tx);
    const lines = readLines(chunks);
    const first = await lines.next();
    checkHeader(first.done ? undefined : first.value, await readSchemaSteps(tx));
    const tables = await readCatalogue(tx);
    await checkEmpty(tx, tables);
    const end = await readSections(lines, {
      tables,
      rows: (table, rows) => writeRows(tx, table, rows),
      job: async ([name, data, key]) => {
        const singleton = key === null || key === undefined ? {} : { singletonKey: key };
        await queue.send(name ?? '', JSON.parse(data ?? '{}') as object, { db: tx, ...singleton });
      },
    });
    for (const table of tables) await moveSequences(tx, table);
    return end;
  });
}

function checkHeader(line: Line | undefined, here: string[] | undefined): void {
  const header = line as Partial<Header> | undefined;
  if (header?.plumbline !== 'export')
    throw new AppError('invalid_input', 'this file was not written by "plumbline export"');
  if (header.format !== 1 || !Array.isArray(header.migrations))
    throw new AppError(
      'conflict',
      `this file was written by Plumbline ${header.version} in a form that is not known here`,
    );
  const [theirs, ours] = [header.migrations.at(-1), here?.at(-1)];
  if (JSON.stringify(stepsOfRows(header.migrations)) === JSON.stringify(stepsOfRows(here ?? []))) return;
  throw new AppError(
    'conflict',
    `the file has the schema of Plumbline ${header.version} (${theirs}), and this version another one (${ours}): ` +
      `import it with that version, and then start this one, which brings an older schema up to date`,
  );
}

async function checkEmpty(tx: Executor, tables: TableInfo[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(tx);
    if (rows.length > 0)
      throw new AppError('conflict', `the database holds data already (table ${name}): import needs an empty one`);
  }
}

type Sections = {
  tables: TableInfo[];
  rows: (table: TableInfo, rows: TextRow[]) => Promise<void>;
  job: (job: TextRow) => Promise<void>;
};

async function readSections(lines: AsyncIterable<Line>, into: Sections): Promise<Trailer['end']> {
  const end: Trailer['end'] = { tables: {}, jobs: 0 };
  const waiting = new Map(into.tables.map((table) => [table.name, table]));
  let current: TableInfo | undefined;
  let batch: TextRow[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    if (current && batch.length > 0) await into.rows(current, batch);
    batch = [];
    size = 0;
  }
  for await (const line of lines) {
    if (!Array.isArray(line)) {
      await flush();
      current = 'table' in line ? matching(waiting.get(line.table), line) : undefined;
      if (current) {
        waiting.delete(current.name);
        end.tables[current.name] = 0;
      }
    } else if (current) {
      batch.push(line);
      size += line.reduce((sum, value) => sum + (value?.length ?? 0), 0);
      end.tables[current.name]! += 1;
      if (batch.length >= BATCH_ROWS || size >= BATCH_CHARACTERS) await flush();
    } else {
      await into.job(line);
      end.jobs += 1;
    }
  }
  await flush();
  if (waiting.size > 0) throw unlike(`it lacks ${[...waiting.keys()].join(', ')}`);
  return end;
}

/** The table with its columns in the file's order. */
function matching(table: TableInfo | undefined, line: { table: string; columns: string[] }): TableInfo {
  const columns = line.columns.map((name) => table?.columns.find((column) => column.name === name));
  const known = columns.filter((column) => column !== undefined);
  if (!table || known.length !== line.columns.length || known.length !== table.columns.length)
    throw unlike(`its table ${line.table} is not the one that is here`);
  return { ...table, columns: known };
}

const unlike = (what: string) => new AppError('conflict', `the file does not fit this version of Plumbline: ${what}`);
