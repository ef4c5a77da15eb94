import { sql } from 'kysely';
import type { Executor } from '../scope.ts';
import type { TableInfo } from './catalogue.ts';

/** A row with its values as Postgres's text: lossless for every type, and the same from both databases. */
export type TextRow = (string | null)[];

/** Limits of the rows held in memory, by their size on disk, where they may be compressed. */
const FETCH_BYTES = 2_000_000;
const FETCH_ROWS = 500;

/** Sets one text form for values in this transaction, whatever the server's settings are. */
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

/** All rows of a table in the order of its primary key, in chunks. Inside a transaction. */
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

/** Inserts rows whose values are in the order of `columns`. */
export async function writeRows(tx: Executor, { name, columns }: TableInfo, rows: TextRow[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = sql.join(columns.map(({ type }, i) => sql`(r.value ->> ${sql.lit(i)})::${sql.raw(type)}`));
  await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${values} from json_array_elements(${JSON.stringify(rows)}::json) as r`.execute(tx);
}

/** Moves a table's sequences past the numbers that it holds. */
export async function moveSequences(tx: Executor, { name, columns }: TableInfo): Promise<void> {
  for (const column of columns)
    if (column.sequence !== null)
      await sql`select setval(${column.sequence}, max(${sql.ref(column.name)})) from ${sql.table(name)}`.execute(tx);
}
