import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { asDatabaseUser } from '../src/store/scope.ts';

type Column = {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
  computed: boolean;
  check: string | null;
};

const HEAD = `// Written by "npm run generate" from the schema that the migrations make: its comments stand there.
import type { GeneratedAlways } from 'kysely';
import type { ColumnValues } from './column-values.ts';
import type { Json, Optional, Time } from './columns.ts';

export type Tables = {
`;

const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Uint8Array',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  _text: 'string[]',
  timestamptz: 'Date',
  vector: 'string',
  xid8: 'string',
};

/** Columns that a trigger sets. */
const BY_TRIGGER = new Set(['audit_events.seq', 'audit_events.prev_hash', 'audit_events.hash']);

/** The text of `src/store/tables.ts`: the types of the tables for Kysely. */
export async function tableTypes(): Promise<string> {
  const values = readFileSync(new URL('../src/store/column-values.ts', import.meta.url), 'utf8');
  const declared = new Set([...values.matchAll(/'(\w+\.\w+)':/g)].map(([, name]) => name!));
  const tables = Map.groupBy(await readColumns(), ({ table }) => table);
  const text = [...tables].map(
    ([table, columns]) =>
      `  ${table}: {\n${columns.map((column) => lineOf(column.name, typeOf(column, declared))).join('')}  };\n`,
  );
  return `${HEAD}${text.join('')}};\n`;
}

/** A member in oxfmt's format: no line is longer than 120 characters. */
function lineOf(name: string, type: string): string {
  const line = `    ${name}: ${type};\n`;
  const [, optional] = /^Optional<(.*)>$/.exec(type) ?? [];
  return line.length <= 121 || optional === undefined ? line : `    ${name}: Optional<\n      ${optional}\n    >;\n`;
}

function typeOf({ table, name, type, nullable, defaulted, computed, check }: Column, declared: Set<string>): string {
  const key = `${table}.${name}`;
  const value = `ColumnValues['${key}']`;
  if (declared.has(key) && type !== 'jsonb') return value;
  const known = type === 'jsonb' ? value : (oneOf(check) ?? TYPES[type]);
  if (known === undefined) throw new Error(`scripts/table-types.ts has no type for ${key}, which is ${type}`);
  const read = nullable ? `${known} | null` : known;
  if (computed || BY_TRIGGER.has(key)) return `GeneratedAlways<${read}>`;
  const kind = type === 'jsonb' ? `Json<${read}>` : type === 'timestamptz' ? `Time${nullable ? ' | null' : ''}` : read;
  return nullable || defaulted ? `Optional<${kind}>` : kind;
}

/** The texts that a check constraint allows. */
function oneOf(check: string | null): string | undefined {
  const [, list] = check?.match(/^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/) ?? [];
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ');
}

async function readColumns(): Promise<Column[]> {
  const store = await openDatabase({ memory: true });
  await migrate(store.db);
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
      a.atthasdef as defaulted, a.attgenerated <> '' as computed,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%') as check
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    order by c.relname, a.attnum`.execute(asDatabaseUser(store.db));
  await store.close();
  return rows;
}
