import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../src/store/scope.ts';
import { asDatabaseUser } from '../src/store/scope.ts';

type Row = Record<string, string | null>;
type Column = { table: string; name: string; type: string; nullable: boolean };
type Reference = { table: string; columns: string[]; target: string; target_columns: string[] };

/**
 * Inserts three rows into every table, with values that are hard to transfer without loss for every column type. The
 * third row has nulls in all nullable columns. Drops check constraints first, so that no table needs special code;
 * foreign keys stay. Returns the names of the tables.
 */
export async function seedEveryTable(db: Executor): Promise<string[]> {
  await dropChecks(db);
  const columns = await allColumns(db);
  const references = await allReferences(db);
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => name !== 'migrations');
  const done: Record<string, Row[]> = {};
  for (const name of inOrder(names, references)) {
    const own = references.filter(({ table }) => table === name);
    const rows: Row[] = (done[name] = []);
    for (const n of [0, 1, 2]) {
      const row: Row = Object.fromEntries(
        columns
          .filter(({ table }) => table === name)
          .map((column) => [column.name, n === 2 && column.nullable ? null : valueOf(column, n)]),
      );
      for (const { columns, target, target_columns } of own)
        columns.forEach((column, i) => {
          // A row that references its own table references the row before it.
          const from = done[target]?.[target === name ? n - 1 : n];
          if (row[column] !== null) row[column] = from?.[target_columns[i]!] ?? null;
        });
      rows.push(row);
      await insert(db, name, row, columns);
    }
  }
  return names;
}

async function insert(db: Executor, table: string, row: Row, columns: Column[]): Promise<void> {
  const typeOf = (name: string) => columns.find((column) => column.table === table && column.name === name)!.type;
  const names = Object.keys(row);
  const values = names.map((name) => sql`${row[name]}::text::${sql.raw(typeOf(name))}`);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) overriding system value
    values (${sql.join(values)})`.execute(asDatabaseUser(db));
}

/**
 * A value as text that a lossy transfer would change: microseconds, large numbers, zero bytes, all kinds of characters.
 */
function valueOf({ table, name, type }: Column, n: number): string {
  const vector = /^(?:half)?vec(?:tor)?(?:\((\d+)\))?$/.exec(type);
  if (vector) return JSON.stringify(Array.from({ length: Number(vector[1] ?? 256) }, (_, i) => Math.sin(i + n)));
  const text = `${table}.${name}-${n} "\\\\N'{},\u2028\r\n\t é 漢 😀`;
  if (type.endsWith('[]')) return type === 'text[]' ? `{"a,\\"b","",NULL,${n}}` : `{${n},${n + 1}}`;
  if (type === 'bytea') return `\\x00ff0a${randomBytes(29).toString('hex')}`;
  if (type === 'jsonb' || type === 'json')
    return `{"n": 12345678901234567890.120, "e": 1e-7, "t": ${JSON.stringify(text)}, "no": null, "l": [[], {}]}`;
  if (type.startsWith('timestamp')) return `2024-02-29 23:59:0${n}.12345${n}+00`;
  if (type === 'date') return `2024-02-2${n}`;
  if (type === 'bigint') return String(9_007_199_254_740_993n + BigInt(n));
  if (type === 'integer' || type === 'smallint') return String(n + 1);
  if (type.startsWith('numeric')) return `${n}.10`;
  if (type === 'double precision' || type === 'real') return '0.1';
  if (type === 'boolean') return n === 0 ? 'true' : 'false';
  if (type === 'uuid') return `00000000-0000-4000-8000-00000000000${n}`;
  return text;
}

async function dropChecks(db: Executor): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'c' and conrelid <> 0 and connamespace = current_schema()::regnamespace`.execute(
    asDatabaseUser(db),
  );
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(asDatabaseUser(db));
}

async function allColumns(db: Executor): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as name, c.is_nullable = 'YES' as nullable,
      format_type(a.atttypid, a.atttypmod) as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    join pg_attribute a on a.attrelid = quote_ident(c.table_name)::regclass and a.attname = c.column_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and a.atttypid <> 'xid8'::regtype
    order by c.table_name, c.ordinal_position`.execute(asDatabaseUser(db));
  return rows;
}

async function allReferences(db: Executor): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select f.conrelid::regclass::text as table, f.confrelid::regclass::text as target,
      (select json_agg(attname order by array_position(f.conkey, attnum)) from pg_attribute
        where attrelid = f.conrelid and attnum = any (f.conkey)) as columns,
      (select json_agg(attname order by array_position(f.confkey, attnum)) from pg_attribute
        where attrelid = f.confrelid and attnum = any (f.confkey)) as target_columns
    from pg_constraint f where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`.execute(
    asDatabaseUser(db),
  );
  return rows;
}

function inOrder(names: string[], references: Reference[]): string[] {
  const ordered: string[] = [];
  const add = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const { table, target } of references) if (table === name && target !== name) add(target);
    ordered.push(name);
  };
  names.forEach(add);
  return ordered;
}
