/**
 * `npm run eval:recall` measures the quality of recall through the API of a running server, compared with BM25 over the
 * same texts; on the embedded database, and on Postgres if PLUMBLINE_TEST_DATABASE_URL names one. Fails if the quality
 * is below its thresholds. dev.json is the development set: incidents as people write them. estate-intents.json
 * contains intents about incidents that Plumbline opens for findings in the estates of the parity tests. voices/ has what
 * people of many kinds say, in two halves: weights are chosen by one of them, the other is only measured.
 */
import { composeEmbedder } from '../../src/server/compose-models.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createDatabase } from '../../testkit/database.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { comparisonTable, type Comparison } from './compare.ts';
import { devSet, evaluateDevSet, recall, separation } from './dev-set.ts';
import { compareEstates, estateIntents, LOGIN, rememberEstates, type EstateIncident } from './estates.ts';
import { missedWrites } from './freshness.ts';
import { startService, type Service } from './service.ts';
import { evaluateVoices } from './voices-eval.ts';

const LEAST_R5 = 0.96;
const MIN_LEAD = 0.15;
const LEAST_ESTATE_R5 = 0.95;
const WRITES = 1000;

type Check = { what: string; ok: boolean };

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function devChecks({ recall: ours, stemmed }: Comparison): Check[] {
  const lead = ours.r5 - stemmed.r5;
  const points = `${(lead * 100).toFixed(1)} points over stemmed BM25, at least ${MIN_LEAD * 100}`;
  return [
    { what: `R@5 ${percent(ours.r5)}, at least ${percent(LEAST_R5)}`, ok: ours.r5 >= LEAST_R5 },
    { what: points, ok: lead >= MIN_LEAD },
  ];
}

async function evaluateEstates(service: Service, incidents: readonly EstateIncident[]): Promise<Check> {
  const found = await compareEstates(incidents, async (intent) =>
    (await recall(service, LOGIN, intent)).map(({ id }) => id),
  );
  console.log(`\n${estateIntents.length} intents, ${incidents.length} incidents of drift; percent\n`);
  console.log(comparisonTable(found));
  for (const intent of found.missed) console.log(`not among the first five: ${intent}`);
  const { r5 } = found.recall;
  return {
    what: `R@5 ${percent(r5)} of the estates, at least ${percent(LEAST_ESTATE_R5)}`,
    ok: r5 >= LEAST_ESTATE_R5,
  };
}

/** Runs all checks on one database, with servers that it starts. */
async function evaluate(url: string | undefined): Promise<Check[]> {
  await using stack = new AsyncDisposableStack();
  const dir = stack.use(await temporaryDirectory());
  const store = await openDatabase({ url, dataDir: dir.path });
  await migrate(store.db);
  const incidents = await rememberEstates({ store, embedder: composeEmbedder() });
  await store.close();
  const env = { PLUMBLINE_DATA_DIR: dir.path, ...(url !== undefined && { DATABASE_URL: url }) };
  const service = stack.use(await startService(env));
  const found = await evaluateDevSet(service);
  console.log(`\n${devSet.queries.length} intents, ${devSet.incidents.length} incidents; percent\n`);
  console.log(`${comparisonTable(found)}\n`);
  for (const line of await separation(service)) console.log(line);
  const estates = await evaluateEstates(service, incidents);
  const voices = await evaluateVoices(service);
  // The cache of one process must also be fresh after another process has written.
  const other = url === undefined ? undefined : stack.use(await startService(env));
  const { missed, kept, forgotten } = await missedWrites([service, other], WRITES);
  return [
    ...devChecks(found),
    estates,
    ...voices,
    { what: `${missed} of ${WRITES} written and not found first by the next call, at most 0`, ok: missed === 0 },
    { what: `${kept} of ${forgotten} forgotten and found by the next call, at most 0`, ok: kept === 0 },
  ];
}

async function main(): Promise<boolean> {
  const database = await createDatabase();
  const checks: Check[] = [];
  try {
    for (const url of [undefined, ...(database ? [database.url] : [])]) {
      console.log(`\n== ${url === undefined ? 'the embedded database' : 'Postgres, written and asked at two servers'}`);
      const found = await evaluate(url);
      console.log('');
      for (const { what, ok } of found) console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`);
      checks.push(...found);
    }
  } finally {
    await database?.drop();
  }
  if (!database) console.log('\nPostgres was left out: PLUMBLINE_TEST_DATABASE_URL names none.');
  return checks.every(({ ok }) => ok);
}

process.exitCode = (await main()) ? 0 : 1;
