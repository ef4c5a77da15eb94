import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const TENANT =
  'api_keys|cloud_configs|analyses|findings|coverage|subscriptions|incidents|incident_vectors|incident_endings|similar_incidents|hooks|hook_deliveries';
const DIRECT = new RegExp(
  String.raw`\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*['"\`](${TENANT})\b|` +
    String.raw`\b(from|into|update|join)\s+(${TENANT})\b`,
);
/** The lookup by hash comes before anybody knows whose key it is. */
const EXCEPTIONS = ['src/store/queries/api-key-by-hash.ts'];

test('tenant tables are reached through scoped() alone', () => {
  const files = globSync('src/{api,services,scan,store,server,cli,jobs}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('src/store/migrations/'))
    .sort();
  expect(files.length).toBeGreaterThan(10);
  const direct = files.filter((file) => DIRECT.test(withoutComments(readFileSync(`${ROOT}${file}`, 'utf8'))));
  expect(direct).toStrictEqual(EXCEPTIONS);
});

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
