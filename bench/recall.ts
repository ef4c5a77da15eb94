import { fastify } from 'fastify';
import { sql } from 'kysely';
import { composeEmbedder } from '../src/server/compose-models.ts';
import { openDatabase, type Store } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { nearestIncidents } from '../src/store/queries/incident-vectors.ts';
import { createDatabase } from '../testkit/database.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { fillMemory, intentAt } from './recall/estate.ts';
import { connection, startService, type Service } from './recall/service.ts';
import { cpuMs, median, memoryOf } from './measure.ts';
import type { Bench, Figure } from './report.ts';
import { asDatabaseUser, scoped } from '../src/store/scope.ts';

const INCIDENTS = 10_000;
const MANY_INCIDENTS = 100_000;
const CALLS = 1_000;
/** The number of recalls between the two measurements of memory. */
const MORE_CALLS = 3_000;
const STATEMENTS = 100;
const GOALS = { embedded: 12, postgres: 5 } as const;
type Kind = keyof typeof GOALS;

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

type Times = {
  /** The server's own time, the client's time, and the client's time for the same bytes from bare Fastify. */
  server: number[];
  client: number[];
  bare: number[];
  /** The database's time to compare all vectors, as for organizations whose vectors do not fit in memory. */
  sql: number[];
  /** The times of the server's first recalls, while Node still compiles frequently used code. */
  young: number[];
  /** The time of the first recall after the start. */
  first: number;
  /** The server's processor time per recall (undefined without /proc), and its memory before and after many recalls. */
  cpu: number | undefined;
  before: number;
  after: number;
};

async function elapsed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Times the database statement alone, in an otherwise idle process. */
async function timeStatement(store: Store, count: number): Promise<number[]> {
  const embedder = composeEmbedder();
  const { org_id, repo_id } = await fillMemory(store, embedder, count);
  // Postgres does this automatically after some time.
  if (store.kind === 'postgres') await sql`vacuum analyze`.execute(asDatabaseUser(store.db));
  const times: number[] = [];
  for (let i = 0; i < STATEMENTS; i += 1) {
    const { model, vector } = await embedder.embed(intentAt(i));
    const ask = { model, vector: vector!, repo_id, limit: 5 };
    times.push(await elapsed(() => nearestIncidents(scoped(store.db, { org_id }), ask)));
  }
  return times;
}

const bodyAt = (i: number) => ({ project: 'measured/infrastructure', intent: intentAt(i) });

type Answer = { matches: unknown[]; latency_ms: number };

/**
 * Sends recalls until the server has the vectors in memory, when recalls take at most half the time. Returns the time
 * of the first recall.
 */
async function warmUp(service: Service): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const { latency_ms } = await service.call<Answer>('POST', '/memory/recall', bodyAt(times.length));
    times.push(latency_ms);
    if (times.length >= 100 && median(times.slice(-20)) < median(times.slice(1, 11)) / 2) break;
  }
  return times[0]!;
}

/** Times recalls one after another, alternating with responses of the same bytes from bare Fastify. */
async function timeService(service: Service): Promise<Omit<Times, 'sql'>> {
  const times: Pick<Times, 'server' | 'client' | 'bare'> = { server: [], client: [], bare: [] };
  const recall = (i: number) => service.call<Answer>('POST', '/memory/recall', bodyAt(i));
  const first = await warmUp(service);
  const answer = JSON.stringify(await recall(0));
  const app = fastify();
  app.post('/', (_request, reply) => reply.type('application/json').send(answer));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { ask, close } = connection();
  const young: number[] = [];
  for (let i = 0; i < CALLS; i += 1) young.push((await recall(i)).latency_ms);
  const before = await memoryOf(service.pid);
  for (let i = 0; i < MORE_CALLS; i += 1) await recall(i);
  const after = await memoryOf(service.pid);
  const cpuBefore = await cpuMs(service.pid);
  for (let i = 0; i < CALLS; i += 1) {
    const recalled = elapsed(async () => {
      const { matches, latency_ms } = await recall(i);
      if (matches.length !== 5) throw new Error(`recall found ${matches.length} matches instead of 5`);
      times.server.push(latency_ms);
    });
    times.client.push(await recalled);
    times.bare.push(await elapsed(() => ask(url, 'POST', JSON.stringify(bodyAt(i)))));
  }
  const cpuAfter = await cpuMs(service.pid);
  close();
  await app.close();
  const cpu = cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / CALLS;
  return { ...times, young, first, cpu, before, after };
}

async function measureOn(kind: Kind, count: number, say: (line: string) => void): Promise<Times | undefined> {
  await using stack = new AsyncDisposableStack();
  const dir = stack.use(await temporaryDirectory());
  const database = kind === 'postgres' ? await createDatabase() : undefined;
  if (kind === 'postgres' && !database) return undefined;
  if (database) stack.defer(() => database.drop());
  say(`${kind}: writing ${count} incidents of the project and 10000 of others`);
  const store = await openDatabase({ url: database?.url, dataDir: dir.path });
  await migrate(store.db);
  const statement = await timeStatement(store, count);
  await store.close();
  say(`${kind}: asking the server`);
  const service = stack.use(
    await startService({ PLUMBLINE_DATA_DIR: dir.path, ...(database && { DATABASE_URL: database.url }) }),
  );
  return { sql: statement, ...(await timeService(service)) };
}

function figures(kind: Kind, count: number, runs: Times[]): Figure[] {
  const name = (what: string) => `${kind}, ${count}: ${what}`;
  const one = (what: string, pick: (times: Times) => number | undefined, unit = 'ms', goal?: number): Figure[] => {
    const values = runs.map(pick).filter((value) => value !== undefined);
    const told = { name: name(what), unit, runs: values, ...(goal !== undefined && { goal }) };
    return values.length === 0 ? [] : [{ ...told, value: median(values) }];
  };
  const both = (what: string, pick: (times: Times) => number[], goal?: number): Figure[] => [
    ...one(`${what}, p50`, (times) => percentile(pick(times), 0.5)),
    ...one(`${what}, p99`, (times) => percentile(pick(times), 0.99), 'ms', goal),
  ];
  return [
    ...both('recall in the server', ({ server }) => server, count === INCIDENTS ? GOALS[kind] : undefined),
    ...both(`the first ${CALLS} in the server`, ({ young }) => young),
    ...both('recall over HTTP', ({ client }) => client),
    ...both('bare Fastify, same bytes', ({ bare }) => bare),
    ...one('processor time of the server a recall', ({ cpu }) => cpu),
    ...both('by the database alone', ({ sql }) => sql),
    ...one('the first recall after the start', ({ first }) => first),
    ...one(`memory of the server after ${CALLS} recalls`, ({ before }) => before / 1e6, 'MB'),
    ...one(`memory of the server after ${CALLS + MORE_CALLS} recalls`, ({ after }) => after / 1e6, 'MB'),
  ];
}

export const recallBench: Bench = {
  about: `recall over ${INCIDENTS} incidents of a project (--large: ${MANY_INCIDENTS}, too), beside those of ten other organizations`,
  async run({ runs, large, say }) {
    const all: Figure[] = [];
    const notes = [
      `Recalls one after another over one connection, each with another intent, in turns with bare Fastify; top_k 5.`,
      'The embedded database works in the server’s process; Postgres in its own.',
      'By the database alone: how organizations are served that find no room in memory, and all until they are there.',
    ];
    for (const count of large ? [INCIDENTS, MANY_INCIDENTS] : [INCIDENTS])
      for (const kind of ['embedded', 'postgres'] as const) {
        const times: Times[] = [];
        for (let run = 0; run < runs; run += 1) {
          const measured = await measureOn(kind, count, say);
          if (measured) times.push(measured);
        }
        if (times.length > 0) all.push(...figures(kind, count, times));
        else notes.push('Postgres was left out: PLUMBLINE_TEST_DATABASE_URL names none.');
      }
    return { bench: 'recall', about: recallBench.about, figures: all, notes };
  },
};
