import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR_KEY, serverEnv, startInstance } from '../testkit/instance.ts';
import { keepAsking } from '../testkit/load.ts';
import { median } from './measure.ts';
import type { Bench } from './report.ts';

const STOPS = 50;
const CONNECTIONS = 16;
const LOAD_MS = 500;
const ASK = `GET /api/v1/orgs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${OPERATOR_KEY}\r\n\r\n`;

type Stop = { answered: number; failures: string[]; stopMs: number; code: number | null };

async function stopOnce(env: Record<string, string>): Promise<Stop> {
  await using server = await startInstance(env);
  const asking = keepAsking(Number(new URL(server.url).port), ASK, CONNECTIONS);
  await sleep(LOAD_MS);
  const since = performance.now();
  const { code } = await server.stop();
  const stopMs = performance.now() - since;
  return { ...(await asking), stopMs, code };
}

export const sigtermBench: Bench = {
  about: `SIGTERM ${STOPS} times in a row under load over ${CONNECTIONS} connections that are kept alive: requests that failed`,
  async run({ say }) {
    const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
    const stops: Stop[] = [];
    try {
      const env = { ...serverEnv(join(dir, 'data')), PLUMBLINE_LOG_LEVEL: 'silent' };
      while (stops.length < STOPS) {
        const stop = await stopOnce(env);
        stops.push(stop);
        say(
          `stop ${stops.length} of ${STOPS}: ${stop.answered} answered, ${stop.failures.length} failed, ${stop.stopMs.toFixed(0)} ms`,
        );
      }
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
    const times = stops.map(({ stopMs }) => stopMs / 1000);
    const sum = (of: (stop: Stop) => number) => stops.reduce((total, stop) => total + of(stop), 0);
    const count = (name: string, value: number, goal?: number) => ({
      name,
      value,
      unit: '',
      runs: [value],
      ...(goal !== undefined && { goal }),
    });
    return {
      bench: 'sigterm',
      about: sigtermBench.about,
      figures: [
        count(
          'requests that failed',
          sum(({ failures }) => failures.length),
          0,
        ),
        count(
          'processes that did not end well',
          sum(({ code }) => Number(code !== 0)),
          0,
        ),
        count(
          'requests that were answered',
          sum(({ answered }) => answered),
        ),
        { name: 'from the signal to the end', value: median(times), unit: 's', runs: times },
      ],
      notes: ['Each request reads the embedded database; connections are made until none is accepted any more.'],
    };
  },
};
