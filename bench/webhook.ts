import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '../testkit/database.ts';
import { deliveryHeaders, recordedEvents } from '../testkit/github-deliveries.ts';
import { median } from './measure.ts';
import type { Bench, Figure } from './report.ts';

const PLUMBLINE = fileURLToPath(new URL('../bin/plumbline.mjs', import.meta.url));
const BARE = fileURLToPath(new URL('./webhook-bare.ts', import.meta.url));
const SECRET = 'the-secret-of-the-webhook-bench';
const RATE = 200;
const SECONDS = 15;
const WARM_UP_SECONDS = 2;

type Percentiles = { p50: number; p95: number; p99: number; failed: number };

/** Starts a server and returns the URL that it prints. */
async function listening(args: string[], env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const chunk of child.stderr) {
    said += String(chunk);
    const url = /listens on (http:\S+)/.exec(said)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    return { child, url };
  }
  throw new Error(said);
}

/** The bodies of App webhooks: the recorded events that have an effect, each for a different installation. */
function bodies(): { event: string; body: string }[] {
  const handled = recordedEvents().filter(({ event }) =>
    /^(repository|installation|installation_repositories)$/.test(event),
  );
  return Array.from({ length: 200 }, (_, n) => {
    const { event, payload } = handled[n % handled.length] ?? { event: 'ping', payload: {} };
    const text = JSON.stringify(payload).replaceAll(/"(login|full_name)":"([\w.-]+)/g, `"$1":"$2-${n}`);
    const numbered = JSON.parse(text, (key, value: unknown) =>
      key === 'id' && typeof value === 'number' ? value * 1000 + n : value,
    ) as object;
    return { event, body: JSON.stringify(numbered) };
  });
}

/** Posts one delivery. Resolves to the time until its response in milliseconds, or NaN if it is not a 202. */
function post(url: string, agent: Agent, { event, body }: { event: string; body: string }): Promise<number> {
  const headers = { ...deliveryHeaders(SECRET, event, body, randomUUID()), 'content-length': Buffer.byteLength(body) };
  const from = performance.now();
  return new Promise((resolve) => {
    const call = request(`${url}/api/v1/webhooks/github`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 202 ? performance.now() - from : Number.NaN));
    });
    call.on('error', () => resolve(Number.NaN));
    call.end(body);
  });
}

/** Sends deliveries at a steady rate, whatever the response times: a slow response delays no later delivery. */
async function load(url: string, seconds: number): Promise<Percentiles> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const events = bodies();
  const started = performance.now();
  const answers: Promise<number>[] = [];
  for (let n = 0; n < RATE * seconds; n++) {
    const due = started + (n * 1000) / RATE;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((done) => setTimeout(done, wait));
    answers.push(post(url, agent, events[n % events.length] ?? { event: 'ping', body: '{}' }));
  }
  const times = await Promise.all(answers);
  agent.destroy();
  const good = times.filter((ms) => !Number.isNaN(ms)).toSorted((a, b) => a - b);
  const at = (share: number) => good[Math.min(good.length - 1, Math.floor(good.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), failed: times.length - good.length };
}

async function measured(args: string[], env: NodeJS.ProcessEnv): Promise<Percentiles> {
  const { child, url } = await listening(args, env);
  const exited = once(child, 'exit');
  try {
    await load(url, WARM_UP_SECONDS);
    return await load(url, SECONDS);
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

async function serverRun(databaseUrl: string | undefined): Promise<Percentiles> {
  const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    PORT: '0',
    PLUMBLINE_DATA_DIR: join(dir, 'data'),
    PLUMBLINE_LOG_LEVEL: 'warn',
    GITHUB_WEBHOOK_SECRET: SECRET,
  };
  try {
    return await measured([PLUMBLINE, 'start'], env);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<Percentiles | undefined> {
  const database = await createDatabase();
  if (!database) return undefined;
  try {
    return await serverRun(database.url);
  } finally {
    await database.drop();
  }
}

function figures(name: string, runs: Percentiles[], goal?: number): Figure[] {
  if (runs.length === 0) return [];
  const of = (what: 'p50' | 'p95' | 'p99' | 'failed', limit?: number): Figure => {
    const values = runs.map((run) => run[what]);
    const unit = what === 'failed' ? '' : 'ms';
    return {
      name: `${name}: ${what}`,
      value: median(values),
      unit,
      runs: values,
      ...(limit !== undefined && { goal: limit }),
    };
  };
  return [of('p50'), of('p95'), of('p99', goal), ...(goal === undefined ? [] : [of('failed', 0)])];
}

export const webhookBench: Bench = {
  about: `${RATE} signed deliveries a second for ${SECONDS} s: from sending to the acknowledgement that one is stored`,
  async run({ runs, say }) {
    const [bare, embedded, postgres]: [Percentiles[], Percentiles[], Percentiles[]] = [[], [], []];
    for (let run = 1; run <= runs; run++) {
      bare.push(await measured([BARE], { ...process.env }));
      embedded.push(await serverRun(undefined));
      const server = await onPostgres();
      if (server) postgres.push(server);
      const p99 = (of: Percentiles[]) => of.at(-1)?.p99.toFixed(1) ?? '-';
      say(
        `run ${run} of ${runs}: p99 bare ${p99(bare)} ms, embedded ${p99(embedded)} ms, Postgres ${p99(postgres)} ms`,
      );
    }
    return {
      bench: 'webhook',
      about: webhookBench.about,
      figures: [
        ...figures('Fastify that answers 202 and stores nothing', bare),
        ...figures('embedded database', embedded, 50),
        ...figures('Postgres', postgres, 50),
      ],
      notes: [
        'Every delivery is one that something follows from, and is processed meanwhile by the same process.',
        'Sender and server share this machine; the sender signs each delivery.',
      ],
    };
  },
};
