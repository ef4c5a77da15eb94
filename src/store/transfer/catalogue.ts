import { sql } from 'kysely';
import type { Executor } from '../scope.ts';

export type Column = {
  name: string;
  /** In SQL's notation: `timestamp with time zone`, `vector(256)`. */
  type: string;
  /** The sequence that numbers the column, if any. */
  sequence: string | null;
};

export type TableInfo = { name: string; columns: Column[]; primaryKey: string[] };

/** Tables without data: the migrations already run. */
const NOT_CARRIED = ['migrations'];

/**
 * The tables of Plumbline's data, from the database's own catalogue, each after the tables that it refers to. Without the
 * tables of extensions, the queue (which has a schema of its own), computed columns, and columns of transaction numbers,
 * which mean nothing in another database.
 */
export async function readCatalogue(db: Executor): Promise<TableInfo[]> {
  const { rows } = await sql<TableInfo & { refers: string[] }>`
    select c.relname as name,
      (select json_agg(json_build_object(
          'name', a.attname,
          'type', format_type(a.atttypid, a.atttypmod),
          'sequence', pg_get_serial_sequence(quote_ident(c.relname), a.attname)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.atttypid <> 'xid8'::regtype) as columns,
      coalesce((select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary), '[]') as "primaryKey",
      coalesce((select json_agg(distinct f.confrelid::regclass::text)
        from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as refers
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db);
  return inOrder(rows.filter((table) => !NOT_CARRIED.includes(table.name)));
}

function inOrder(tables: (TableInfo & { refers: string[] })[]): TableInfo[] {
  const ordered: TableInfo[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const there = new Set(ordered.map((table) => table.name));
    const next = rest.filter(({ refers }) => refers.every((name) => there.has(name)));
    if (next.length === 0)
      throw new Error(`tables refer to each other in a circle: ${rest.map((t) => t.name).join(', ')}`);
    ordered.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** The names of the steps that made the schema; undefined where there is none. */
export async function readSchemaSteps(db: Executor): Promise<string[] | undefined> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('migrations')::text as found`.execute(db);
  if (rows[0]?.found == null) return undefined;
  const steps = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return steps.rows.map(({ name }) => name);
}
