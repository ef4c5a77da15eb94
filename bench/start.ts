import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuMs, median } from './measure.ts';
import type { Bench, Figure } from './report.ts';

const PLUMBLINE = fileURLToPath(new URL('../bin/plumbline.mjs', import.meta.url));
const GIVE_UP_MS = 60_000;

/**
 * `cpuMs` is the processor time until the first authenticated response; unlike wall time it excludes other load of the
 * machine.
 */
type Started = { healthMs: number; authenticatedMs: number; cpuMs: number };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Repeats `ask` until it gets a 200. */
async function answered(child: ChildProcess, ask: () => Promise<Response>): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    const response = await ask().catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    if (child.exitCode !== null) throw new Error(`plumbline start ended with ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error(`no answer within ${GIVE_UP_MS / 1000} s`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

async function startOnce(dataDir: string): Promise<Started> {
  const port = await freePort();
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, PORT: String(port), PLUMBLINE_DATA_DIR: dataDir, PLUMBLINE_LOG_LEVEL: 'silent' };
  const started = performance.now();
  const child = spawn(process.execPath, [PLUMBLINE, 'start'], { env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  try {
    const api = `http://127.0.0.1:${port}/api/v1`;
    await answered(child, () => fetch(`${api}/health`));
    const healthMs = performance.now() - started;
    await answered(child, async () => {
      const key = (await readFile(join(dataDir, 'operator.key'), 'utf8')).trim();
      return fetch(`${api}/orgs`, { headers: { authorization: `Bearer ${key}` } });
    });
    return { healthMs, authenticatedMs: performance.now() - started, cpuMs: (await cpuMs(child.pid ?? 0)) ?? 0 };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

function figures(name: string, runs: Started[], goal: number): Figure[] {
  const of = (what: string, values: number[], limit: number | undefined): Figure => ({
    name: `${name}: ${what}`,
    value: median(values) / 1000,
    unit: 's',
    runs: values.map((ms) => ms / 1000),
    ...(limit !== undefined && { goal: limit }),
  });
  return [
    of(
      'first answer of /health',
      runs.map((run) => run.healthMs),
      goal,
    ),
    of(
      'first answer to a request with a key',
      runs.map((run) => run.authenticatedMs),
      undefined,
    ),
    of(
      'processor time until then',
      runs.map((run) => run.cpuMs),
      undefined,
    ),
  ];
}

export const startBench: Bench = {
  about: 'plumbline start with the embedded database: from spawn to the first answer',
  async run({ runs, say }) {
    const [first, later]: [Started[], Started[]] = [[], []];
    for (let run = 1; run <= runs; run++) {
      const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
      try {
        for (const into of [first, later]) into.push(await startOnce(join(dir, 'data')));
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
      say(
        `run ${run} of ${runs}: first ${first.at(-1)?.healthMs.toFixed(0)} ms, later ${later.at(-1)?.healthMs.toFixed(0)} ms`,
      );
    }
    return {
      bench: 'start',
      about: startBench.about,
      figures: [...figures('empty data directory', first, 5), ...figures('later start', later, 1)],
      notes: ['The process is the one that `npm start` runs, without npm itself before it.'],
    };
  },
};
