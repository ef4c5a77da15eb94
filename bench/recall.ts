import { fastify } from 'fastify';
import { sql } from 'kysely';
import { composeEmbedder } from '../src/server/compose-memory.ts';
import { openDatabase, type Store } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { nearestIncidents } from '../src/store/queries/incident-vectors.ts';
import { createDatabase } from '../testkit/database.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { fillMemory, intentAt } from './recall/estate.ts';
import { connection, startService } from './recall/service.ts';
import { cpuMs, median } from './measure.ts';
import type { Bench, Figure } from './report.ts';

const INCIDENTS = 10_000;
const WARM_UP = 50;
const CALLS = 500;
const GOALS = { embedded: 12, postgres: 5 } as const;
type Kind = keyof typeof GOALS;

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** Milliseconds of each of many runs, after some that do not count. */
async function timed(run: (i: number) => Promise<number | void>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + CALLS; i += 1) {
    const started = performance.now();
    const own = await run(i);
    if (i >= WARM_UP) times.push(own ?? performance.now() - started);
  }
  return times;
}

type Times = {
  sql: number[];
  server: number[];
  client: number[];
  bare: number[];
  /** Of the server's process, a recall; undefined where there is no /proc. */
  cpu: number | undefined;
};

/** The statement alone, by a process that does nothing else. */
async function timeStatement(store: Store): Promise<number[]> {
  const embedder = composeEmbedder();
  const { org_id, repo_id } = await fillMemory(store, embedder, INCIDENTS);
  // Postgres does so by itself after a while.
  if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);
  const asks = await Promise.all(Array.from({ length: WARM_UP + CALLS }, (_, i) => embedder.embed(intentAt(i))));
  return timed(async (i) => {
    const { model, vector } = asks[i]!;
    await nearestIncidents(store.db, { org_id }, { model, vector: vector!, repo_id, limit: 5 });
  });
}

/** The same bytes from Fastify and nothing else, over the same kind of connection: what HTTP alone costs. */
async function timeBareFastify(answer: string): Promise<number[]> {
  const app = fastify();
  app.post('/', (_request, reply) => reply.type('application/json').send(answer));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { ask, close } = connection();
  const body = JSON.stringify({ project: 'measured/infrastructure', intent: intentAt(0) });
  const times = await timed(async () => void (await ask(url, 'POST', body)));
  close();
  await app.close();
  return times;
}

async function measureOn(kind: Kind, say: (line: string) => void): Promise<Times | undefined> {
  await using stack = new AsyncDisposableStack();
  const dir = stack.use(await temporaryDirectory());
  const database = kind === 'postgres' ? await createDatabase() : undefined;
  if (kind === 'postgres' && !database) return undefined;
  if (database) stack.defer(() => database.drop());
  say(`${kind}: writing ${INCIDENTS} incidents of the project and as many of others`);
  const store = await openDatabase({ url: database?.url, dataDir: dir.path });
  await migrate(store.db);
  const statement = await timeStatement(store);
  await store.close();
  say(`${kind}: asking the server`);
  const service = stack.use(
    await startService({ PLUMBLINE_DATA_DIR: dir.path, ...(database && { DATABASE_URL: database.url }) }),
  );
  let answer: { matches: unknown[]; latency_ms: number } = { matches: [], latency_ms: 0 };
  const server: number[] = [];
  const before = await cpuMs(service.pid);
  const client = await timed(async (i) => {
    answer = await service.call('POST', '/memory/recall', { project: 'measured/infrastructure', intent: intentAt(i) });
    if (i >= WARM_UP) server.push(answer.latency_ms);
  });
  const after = await cpuMs(service.pid);
  if (answer.matches.length !== 5) throw new Error(`recall found ${answer.matches.length} matches instead of 5`);
  const cpu = before === undefined || after === undefined ? undefined : (after - before) / (WARM_UP + CALLS);
  return { sql: statement, server, client, cpu, bare: await timeBareFastify(JSON.stringify(answer)) };
}

type Shown = { name: string; runs: number[][]; share: number; goal?: number };

const figure = ({ name, runs, share, goal }: Shown): Figure => {
  const values = runs.map((times) => percentile(times, share));
  return { name, value: median(values), unit: 'ms', runs: values, ...(goal !== undefined && { goal }) };
};

function figures(kind: Kind, runs: Times[]): Figure[] {
  const of = (what: string, pick: (times: Times) => number[], goal?: number): Figure[] => [
    figure({ name: `${kind}: ${what}, p50`, runs: runs.map(pick), share: 0.5 }),
    figure({ name: `${kind}: ${what}, p99`, runs: runs.map(pick), share: 0.99, ...(goal !== undefined && { goal }) }),
  ];
  const cpu = runs.map((times) => times.cpu).filter((ms) => ms !== undefined);
  return [
    ...of('recall in the server', ({ server }) => server, GOALS[kind]),
    ...of('recall over HTTP', ({ client }) => client),
    ...of('its statement alone', ({ sql }) => sql),
    ...of('bare Fastify, same bytes', ({ bare }) => bare),
    ...(cpu.length === 0
      ? []
      : [{ name: `${kind}: processor time of the server a recall`, value: median(cpu), unit: 'ms', runs: cpu }]),
  ];
}

export const recallBench: Bench = {
  about: `recall over ${INCIDENTS} incidents of a project, beside as many of ten other organizations`,
  async run({ runs, say }) {
    const all: Figure[] = [];
    const notes = [
      `${CALLS} recalls one after another over one connection, each with another intent; top_k 5.`,
      'The embedded database works in the server’s process; Postgres in its own.',
    ];
    for (const kind of ['embedded', 'postgres'] as const) {
      const times: Times[] = [];
      for (let run = 0; run < runs; run += 1) {
        const measured = await measureOn(kind, say);
        if (measured) times.push(measured);
      }
      if (times.length > 0) all.push(...figures(kind, times));
      else notes.push('Postgres was left out: PLUMBLINE_TEST_DATABASE_URL names none.');
    }
    return { bench: 'recall', about: recallBench.about, figures: all, notes };
  },
};
