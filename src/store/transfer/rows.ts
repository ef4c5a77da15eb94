import { sql } from 'kysely';
import type { Executor } from '../scope.ts';
import type { TableInfo } from './catalogue.ts';

/** A row as Postgres writes its values as text: lossless for every type, and the same from both databases. */
export type TextRow = (string | null)[];

/** How much is held in memory at once, by the size that rows have on disk, where they may be compressed. */
const FETCH_BYTES = 2_000_000;
const FETCH_ROWS = 500;

/** Makes values come as text in one and the same form, whatever the server's settings are. For this transaction. */
export async function plainText(tx: Executor): Promise<void> {
  for (const [name, value] of [
    ['statement_timeout', '0'],
    ['idle_in_transaction_session_timeout', '0'],
    ['timezone', 'UTC'],
    ['datestyle', 'ISO, YMD'],
    ['intervalstyle', 'postgres'],
    ['bytea_output', 'hex'],
    ['extra_float_digits', '3'],
  ] as const)
    await sql`select set_config(${name}, ${value}, true)`.execute(tx);
}

/** All rows of a table in the order of its primary key, some at a time. Inside a transaction. */
export async function* readRows(tx: Executor, { name, columns, primaryKey }: TableInfo): AsyncGenerator<TextRow[]> {
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  const order = primaryKey.length > 0 ? sql` order by ${sql.join(primaryKey.map((key) => sql.ref(key)))}` : sql``;
  const count = await rowsAtOnce(tx, { name, columns, primaryKey });
  await sql`declare export_rows no scroll cursor for
    select json_build_array(${values}) as row from ${sql.table(name)}${order}`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ row: TextRow }>`fetch ${sql.lit(count)} from export_rows`.execute(tx);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < count) break;
  }
  await sql`close export_rows`.execute(tx);
}

async function rowsAtOnce(tx: Executor, { name, columns }: TableInfo): Promise<number> {
  const sizes = columns.map((column) => sql`coalesce(pg_column_size(${sql.ref(column.name)}), 0)`);
  const { rows } = await sql<{ largest: number | null }>`
    select max(${sql.join(sizes, sql` + `)})::int as largest from ${sql.table(name)}`.execute(tx);
  return Math.max(1, Math.min(FETCH_ROWS, Math.floor(FETCH_BYTES / Math.max(1, rows[0]?.largest ?? 1))));
}

/** Stores rows whose values stand in the order of `columns`. */
export async function writeRows(tx: Executor, { name, columns }: TableInfo, rows: TextRow[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = sql.join(columns.map(({ type }, i) => sql`(r.value ->> ${sql.lit(i)})::${sql.raw(type)}`));
  await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${values} from json_array_elements(${JSON.stringify(rows)}::json) as r`.execute(tx);
}

/** Lets the sequences of a table go on behind the numbers that it holds. */
export async function moveSequences(tx: Executor, { name, columns }: TableInfo): Promise<void> {
  for (const column of columns)
    if (column.sequence !== null)
      await sql`select setval(${column.sequence}, max(${sql.ref(column.name)})) from ${sql.table(name)}`.execute(tx);
}
