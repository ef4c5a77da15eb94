import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import { asDatabaseUser } from './scope.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const EXCEPTIONS = [
  // The key's organization is not known yet.
  'src/store/queries/api-key-by-hash.ts',
  // Events of the instance have no organization.
  'src/store/queries/audit-events.ts',
  // Only the rows of all organizations show which one owns a repository now.
  'src/store/queries/repository-facts.ts',
];
/** A subquery in SQL belongs to a row reached through a scope: it must compare `org_id` within this many characters. */
const SUBQUERY = 300;

/** The tables with an `org_id`, according to the database itself. */
async function tenantTables(): Promise<string[]> {
  const [database] = await databases();
  const store = await database!.open();
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'org_id' order by table_name`.execute(asDatabaseUser(store.db));
  await store.close();
  return rows.map(({ name }) => name);
}

test('finds tenant tables queried through scoped() alone', async () => {
  const tenant = (await tenantTables()).join('|');
  expect(tenant).toContain('repository_readings');
  const builder = new RegExp(
    String.raw`\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*['"\`](${tenant})\b`,
  );
  // A query around a scoped subquery starts without a scope, and row-level security applies to the outermost one.
  const around = /(?<!\btenants?\.)\b(?:db|trx|tx)\s*\.selectFrom\(\s*[a-z]/;
  const inSql = new RegExp(String.raw`\b(from|into|update|join)\s+(${tenant})\b(?!\.)`, 'g');
  const isDirect = (source: string) =>
    builder.test(source) ||
    around.test(source) ||
    [...source.matchAll(inSql)].some(({ index }) => !/\borg_id = /.test(source.slice(index, index + SUBQUERY)));
  const files = globSync('src/{api,services,scan,store,server,cli,jobs}/**/*.ts', { cwd: ROOT })
    .filter(
      (file) =>
        !file.endsWith('.test.ts') && !file.startsWith('src/store/migrations/') && file !== 'src/store/scope.ts',
    )
    .sort();
  expect(files.length).toBeGreaterThan(10);
  const found = files.filter((file) => isDirect(withoutComments(readFileSync(`${ROOT}${file}`, 'utf8'))));
  expect(found).toStrictEqual(EXCEPTIONS);
});

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
