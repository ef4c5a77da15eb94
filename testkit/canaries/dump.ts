import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../../src/store/database.ts';
import { asDatabaseUser } from '../../src/store/scope.ts';

/** Every row of every table of a database as text, including the queue's tables; bytes are hexadecimal. */
export async function dumpOf({ db }: Store): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    asDatabaseUser(db),
  );
  const dump = new Map<string, string>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(schema, name)} t`.execute(
      asDatabaseUser(db),
    );
    dump.set(`${schema}.${name}`, rows.map(({ row }) => row).join('\n'));
  }
  return dump;
}

/** The files below a directory, without the subdirectories in `except`. Files that disappear meanwhile are skipped. */
export async function filesBelow(directory: string, except: readonly string[] = []): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || except.some((name) => path.startsWith(join(directory, name)))) continue;
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes) files.set(path.slice(directory.length + 1), bytes);
  }
  return files;
}
