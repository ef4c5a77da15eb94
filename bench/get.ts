import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../testkit/database.ts';
import { INSTALLATION_ID, openFuzzWorld } from '../testkit/fuzz/world.ts';
import { load, startScript, type Load, type Target } from './load.ts';
import { cpuMs, median } from './measure.ts';
import type { Bench, BenchOptions, Figure } from './report.ts';

const SECONDS = 5;
/**
 * The least throughput relative to a single read, for reading the organization, which is fetched together with the key.
 */
const GOALS: Record<string, number> = { 'organization, postgres': 0.8, 'organization, embedded': 1 / 1.3 };

const SIDES = ['plumbline', 'bare Fastify', 'bare Fastify and one query'] as const;
type Side = (typeof SIDES)[number];
type Server = { target: Target; pid: number };
type Measured = Load & { cpuUs: number | undefined };

type Servers = Record<Side, Server>;

function figures(kind: string, results: Record<Side, Measured[]>): Figure[] {
  const of = (side: Side, what: string, unit: string, pick: (run: Measured) => number | undefined): Figure[] => {
    const runs = results[side].map(pick).filter((one) => one !== undefined);
    return runs.length === 0 ? [] : [{ name: `${kind}: ${side}, ${what}`, value: median(runs), unit, runs }];
  };
  const rate = (side: Side) => median(results[side].map(({ perSecond }) => perSecond));
  const against = (side: Side) => rate('plumbline') / rate(side);
  return [
    ...SIDES.flatMap((side) => [
      ...of(side, 'throughput', 'requests/s', ({ perSecond }) => perSecond),
      ...of(side, 'p99', 'ms', ({ p99Ms }) => p99Ms),
      ...of(side, 'processor time a request', 'µs', ({ cpuUs }) => cpuUs),
    ]),
    { name: `${kind}: plumbline / bare Fastify`, value: against('bare Fastify'), unit: '×' },
    {
      name: `${kind}: plumbline / the same with one query`,
      value: against('bare Fastify and one query'),
      unit: '×',
      ...(GOALS[kind] !== undefined && { atLeast: GOALS[kind] }),
    },
  ];
}

async function measured({ target, pid }: Server): Promise<Measured> {
  const before = await cpuMs(pid);
  const result = await load(target, SECONDS);
  const after = await cpuMs(pid);
  const used = before === undefined || after === undefined ? undefined : after - before;
  return { ...result, cpuUs: used && (used * 1000) / result.requests };
}

/** Runs the sides in turns, in alternating order, so that other load of the machine affects all alike. */
async function compare(servers: Servers, { runs, say }: BenchOptions, kind: string) {
  const results: Record<Side, Measured[]> = { plumbline: [], 'bare Fastify': [], 'bare Fastify and one query': [] };
  for (const { target } of Object.values(servers)) await load(target, 1);
  for (let run = 1; run <= runs; run++)
    for (const side of run % 2 === 1 ? SIDES : SIDES.toReversed()) {
      const result = await measured(servers[side]);
      results[side].push(result);
      say(`${kind}, run ${run} of ${runs}: ${side} ${result.perSecond.toFixed(0)} requests/s`);
    }
  return results;
}

/** Paths to measure: the organization, which is fetched with the key; a list of it; and an analysis with its lists. */
const pathsIn = (ids: string[]) => ({
  organization: `/api/v1/orgs/by-installation/${INSTALLATION_ID}`,
  keys: `/api/v1/orgs/${ids.find((one) => one.startsWith('org_'))}/keys`,
  analysis: `/api/v1/analyses/${ids.find((one) => one.startsWith('an_'))}`,
});

const reader = (dir: string, what: string, url: string) => [join(dir, `${what}.json`), url, String(INSTALLATION_ID)];

async function on(database: 'embedded' | 'postgres', url: string | undefined, options: BenchOptions) {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const world = stack.use(await openFuzzWorld(join(dir, 'world'), url));
  const all: Figure[] = [];
  for (const [what, path] of Object.entries(pathsIn(world.ids))) {
    const target = { url: world.url + path, headers: { authorization: `Bearer ${world.keys.admin}` } };
    const answer = await fetch(target.url, target);
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${target.url} answered ${answer.status}: ${body}`);
    await writeFile(join(dir, `${what}.json`), body);
    await using bare = await startScript('bare-server.ts', [join(dir, `${what}.json`)]);
    await using reading = await startScript('bare-server.ts', reader(dir, what, url ?? 'embedded'));
    const servers: Servers = {
      plumbline: { target, pid: world.pid },
      'bare Fastify': { target: { url: bare.url }, pid: bare.pid },
      'bare Fastify and one query': { target: { url: reading.url }, pid: reading.pid },
    };
    const kind = `${what}, ${database}`;
    all.push(...figures(kind, await compare(servers, options, kind)));
  }
  return all;
}

export const getBench: Bench = {
  about: 'GET with key, limits and database, against bare Fastify answering the same bytes',
  async run(options) {
    await using stack = new AsyncDisposableStack();
    const database = await createDatabase();
    if (database) stack.defer(() => database.drop());
    const figures = await on('embedded', undefined, options);
    if (database) figures.push(...(await on('postgres', database.url, options)));
    const notes = [
      'organization: GET /api/v1/orgs/by-installation/{id}; keys: GET /api/v1/orgs/{id}/keys; analysis: GET /api/v1/analyses/{id}, which reads three tables.',
      'One query: bare Fastify that reads one organization by the same driver before it answers: what a read costs by itself, embedded one message to the thread of the database.',
      `${SECONDS} s a run over 32 connections, asked by a process of its own; all of it shares ${cpus().length} processors, Postgres too.`,
      ...(database ? [] : ['Postgres was left out: set PLUMBLINE_TEST_DATABASE_URL.']),
    ];
    return { bench: 'get', about: getBench.about, figures, notes };
  },
};
