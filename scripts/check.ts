/** `npm run check` runs all checks that must pass before a commit, one line each; all run even if one fails. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The number of tsc's checkers. Each computes types on its own, so more checkers than processors only add work. */
const CHECKERS = String(Math.min(4, availableParallelism()));

const CHECKS: [name: string, command: string[]][] = [
  ['format', ['oxfmt', '--check']],
  ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['types', ['tsc', '--checkers', CHECKERS]],
  ["the dashboard's types", ['tsc', '--project', 'web', '--checkers', CHECKERS]],
  ['unused files, exports and packages', ['knip']],
  ['architecture', ['vitest', 'run', 'test/architecture.test.ts']],
  ['words', ['node', 'scripts/check-words.ts']],
  ['generated files', ['node', 'scripts/generate.ts', '--check']],
  ['the API document', ['node', 'scripts/lint-openapi.ts']],
  ["the dashboard's first load", ['node', 'scripts/check-bundle.ts']],
];

let failed = 0;
for (const [name, [command = '', ...args]] of CHECKS) {
  const started = performance.now();
  // npm puts node_modules/.bin on PATH, which includes the bundled Node.
  const run = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' });
  const ok = run.status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) {
    failed += 1;
    console.log(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error?.message ?? ''}`);
  }
}
process.exit(failed === 0 ? 0 : 1);
