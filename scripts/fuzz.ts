/**
 * `npm run fuzz [-- --cases N] [--seed N] [--database embedded|postgres] [--as CALLERS]` sends requests that are
 * generated from the API's document, as each kind of caller. Starts its own server and calls nothing outside this
 * machine. Needs schemathesis; exits with 1 if a case failed.
 */
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/base/errors.ts';
import { createDatabase } from '../testkit/database.ts';
import { CALLERS, fuzzRuns } from '../testkit/fuzz/runs.ts';
import { fuzz } from '../testkit/fuzz/schemathesis.ts';
import { openFuzzWorld } from '../testkit/fuzz/world.ts';
import { schemathesis } from '../testkit/needs.ts';

const USAGE = `usage: npm run fuzz [-- --cases N] [--seed N] [--database embedded|postgres] [--as '${CALLERS.join(',')}']`;

function readArguments(): { wanted: number; firstSeed: number; database: string; as: string[] } {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: 'embedded' },
      as: { type: 'string', default: CALLERS.join(',') },
    },
  });
  const [wanted, firstSeed, { database }] = [Number(values.cases), Number(values.seed), values];
  if (!Number.isInteger(wanted) || wanted < 1) throw new Error('--cases takes a whole number from 1 on');
  if (!Number.isInteger(firstSeed) || firstSeed < 0) throw new Error('--seed takes a whole number');
  if (database !== 'embedded' && database !== 'postgres') throw new Error('--database takes embedded or postgres');
  const as = values.as.split(',');
  if (!as.every((one) => CALLERS.some((name) => name === one)))
    throw new Error(`--as takes some of ${CALLERS.join(', ')}`);
  return { wanted, firstSeed, database, as };
}
/** The approximate number of cases per example of each operation, to choose the size of the first round. */
const CASES_AN_EXAMPLE = 150;

/** Runs rounds with increasing seeds until there were enough cases or one failed. Resolves to whether all passed. */
async function fuzzAll(st: string, directory: string): Promise<boolean> {
  const { wanted, firstSeed, database, as } = readArguments();
  await using stack = new AsyncDisposableStack();
  const own = database === 'postgres' ? await createDatabase() : undefined;
  if (own) stack.defer(() => own.drop());
  else if (database === 'postgres') throw new Error('set PLUMBLINE_TEST_DATABASE_URL');
  const world = stack.use(await openFuzzWorld(join(directory, 'world'), own?.url));
  const runs = fuzzRuns(world).filter(({ name }) => as.includes(name));
  const maxExamples = Math.max(3, Math.ceil(wanted / runs.length / CASES_AN_EXAMPLE));
  let [cases, failed] = [0, 0];
  for (let seed = firstSeed; cases < wanted; seed++) {
    for (const run of runs) {
      const started = performance.now();
      const result = await fuzz(world, run, { st, directory, seed, maxExamples });
      cases += result.cases;
      failed += result.failures.length;
      if (result.failures.length > 0) console.log(result.output);
      const took = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`${run.name}: ${result.cases} cases, ${result.failures.length} failures (seed ${seed}, ${took} s)`);
      for (const failure of result.failures) console.log(`  ${failure}`);
    }
    if (failed > 0) break;
  }
  const defects = world.defects();
  for (const line of defects) console.log(line);
  console.log(`${cases} cases on ${database}, ${failed} failures, ${defects.length} defects in the log`);
  return failed === 0 && defects.length === 0;
}

const directory = await mkdtemp(join(tmpdir(), 'plumbline-fuzz-'));
try {
  const st = schemathesis();
  if (st === undefined)
    throw new Error('pip install schemathesis==4.32.5, or set PLUMBLINE_TEST_SCHEMATHESIS to st, which it installs');
  if (!(await fuzzAll(st, directory))) process.exitCode = 1;
} catch (error) {
  console.error(`${messageOf(error)}\n${USAGE}`);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
