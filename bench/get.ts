import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../testkit/database.ts';
import { openFuzzWorld } from '../testkit/fuzz/world.ts';
import { load, startScript, type Load, type Target } from './load.ts';
import { median } from './measure.ts';
import type { Bench, BenchOptions, Figure } from './report.ts';

const SECONDS = 5;
const GOAL = 0.6;

type Side = 'plumbline' | 'bare Fastify';

function figures(kind: string, results: Record<Side, Load[]>): Figure[] {
  const sides = Object.entries(results).flatMap(([side, runs]): Figure[] => {
    const rates = runs.map(({ perSecond }) => perSecond);
    const slowest = runs.map(({ p99Ms }) => p99Ms);
    return [
      { name: `${kind}: ${side}`, value: median(rates), unit: 'requests/s', runs: rates },
      { name: `${kind}: ${side}, p99`, value: median(slowest), unit: 'ms', runs: slowest },
    ];
  });
  const rate = (side: Side) => median(results[side].map(({ perSecond }) => perSecond));
  const ratio = rate('plumbline') / rate('bare Fastify');
  return [...sides, { name: `${kind}: plumbline / bare Fastify`, value: ratio, unit: '×', atLeast: GOAL }];
}

/** Both sides in turns, and not always the same one first: what else the machine does hits both. */
async function compare(targets: Record<Side, Target>, { runs, say }: BenchOptions, kind: string) {
  const results: Record<Side, Load[]> = { plumbline: [], 'bare Fastify': [] };
  for (const target of Object.values(targets)) await load(target, 1);
  for (let run = 1; run <= runs; run++) {
    const order: Side[] = run % 2 === 1 ? ['plumbline', 'bare Fastify'] : ['bare Fastify', 'plumbline'];
    for (const side of order) {
      const result = await load(targets[side], SECONDS);
      results[side].push(result);
      say(`${kind}, run ${run} of ${runs}: ${side} ${result.perSecond.toFixed(0)} requests/s`);
    }
  }
  return results;
}

async function on(kind: string, databaseUrl: string | undefined, options: BenchOptions): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const world = stack.use(await openFuzzWorld(join(dir, 'world'), databaseUrl));
  const id = world.ids.find((one) => one.startsWith('an_'));
  const target = {
    url: `${world.url}/api/v1/analyses/${id}`,
    headers: { authorization: `Bearer ${world.keys.admin}` },
  };
  const answer = await fetch(target.url, target);
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${target.url} answered ${answer.status}: ${body}`);
  options.say(`${kind}: answers of ${body.length} characters`);
  await writeFile(join(dir, 'body.json'), body);
  const bare = stack.use(await startScript('bare-server.ts', [join(dir, 'body.json')]));
  return figures(kind, await compare({ plumbline: target, 'bare Fastify': { url: bare.url } }, options, kind));
}

export const getBench: Bench = {
  about: 'GET /api/v1/analyses/{id} with key, limits and database, against bare Fastify answering the same bytes',
  async run(options) {
    const embedded = await on('embedded', undefined, options);
    const database = await createDatabase();
    const postgres = database ? await on('postgres', database.url, options).finally(() => database.drop()) : [];
    const notes = [
      `${SECONDS} s a run over 32 connections, asked by a process of its own; all of it shares this machine’s processors.`,
      ...(database ? [] : ['Postgres was left out: set PLUMBLINE_TEST_DATABASE_URL.']),
    ];
    return { bench: 'get', about: getBench.about, figures: [...embedded, ...postgres], notes };
  },
};
