import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import { asDatabaseUser } from './scope.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const EXCEPTIONS = [
  // Before anybody knows whose key it is.
  'src/store/queries/api-key-by-hash.ts',
  // Events of the instance have no organization.
  'src/store/queries/audit-events.ts',
  // Which organization's a repository is by now, only the rows of all tell.
  'src/store/queries/repository-facts.ts',
];
/** A subquery in SQL stands beside a row that was reached through a scope: it has to be of the same organization. */
const SUBQUERY = 300;

/** The tables whose rows belong to an organization, as the database itself has them: those with an `org_id`. */
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
  // What a scoped subquery stands in starts anew: row-level security asks where the whole begins.
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
