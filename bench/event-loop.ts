/** Measures how long the worst input of one organization blocks the API's event loop for the others. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareInstance } from '../src/engine/sift/sift.ts';
import { toFinding } from '../src/engine/report/finding.ts';
import { compareWithPlan, type Plan } from '../src/engine/confirm/plan-check.ts';
import { createMasker } from '../src/engine/mask/mask.ts';
import type { Present } from '../src/engine/compare/observed.ts';
import type { Value } from '../src/base/value.ts';
import { createFactsReader } from '../src/services/state-mapping/facts-reader.ts';
import { testApi } from '../testkit/api.ts';
import { databases } from '../testkit/database.ts';
import { observedOf } from '../testkit/drift-observed.ts';
import type { Bench, Figure } from './report.ts';

const KEYS = 200_000;
const LINES = 1_000;

type Quiet = { loopMs: number; p99Ms: number };

/** Runs some work while a quiet tenant sends a small request every 10 ms. */
async function beside(work: () => Promise<unknown>, ask: () => Promise<unknown>): Promise<Quiet> {
  await ask();
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const waits: number[] = [];
  const done = new AbortController();
  const asking = (async () => {
    while (!done.signal.aborted) {
      const since = performance.now();
      await ask();
      waits.push(performance.now() - since);
      await sleep(10);
    }
  })();
  loop.enable();
  await work();
  loop.disable();
  done.abort();
  await asking;
  const sorted = waits.toSorted((a, b) => a - b);
  return { loopMs: loop.max / 1e6, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

/**
 * The processor time in seconds of comparing, checking with a plan and reporting one map whose keys have all changed.
 */
function largeMap(): number {
  const side = (value: string) => ({
    id: 'x',
    settings: [{ map: Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`key-${i}`, `${value}-${i}`])) }],
  });
  const observed = observedOf(
    { address: 'aws_thing.x', before: side('a'), live: side('b') },
    { aws_thing: { id: ['string', 'oc'], settings: { nesting: 'list', of: { map: [['map', 'string'], 'o'] } } } },
  );
  const since = process.cpuUsage();
  const compared = compareInstance(observed, true);
  const planned = side('a') as Value;
  const plan: Plan = { planned, replaces: [], legacy: true };
  const judged = compareWithPlan(observed as Present, compared.differences, plan, () => false);
  const masker = createMasker({ key: new Uint8Array(32) });
  toFinding(
    { ...compared, ...judged },
    { stateKey: 'k', place: { region: 'r', account: '1' }, masker, now: new Date() },
  );
  return process.cpuUsage(since).user / 1e6;
}

const worstConfig = Buffer.from(`version: 1\n${`"\n`.repeat(63 * 1024)}`);

async function onStore(
  kind: string,
  open: (typeof found)[number]['open'],
  say: (line: string) => void,
): Promise<Figure[]> {
  const store = await open();
  const api = await testApi(store);
  try {
    const [loud, quiet] = [await api.organization('loud', 'admin'), await api.organization('quiet', 'read')];
    const ask = () => api.call('GET', `/orgs/${quiet.id}`, { key: quiet.key });
    const body = (n: number) =>
      Array.from(
        { length: LINES },
        (_, i) =>
          `${JSON.stringify({ id: `${n}-${i}`, resource: `aws_sqs_queue.q${i}`, summary: `The queue ${i} was purged. ${'It held orders of a day. '.repeat(20)}` })}\n`,
      ).join('');
    const headers = { 'content-type': 'application/x-ndjson' };
    const bring = (n: number) =>
      api.call('POST', `/orgs/${loud.id}/incidents/import`, { key: loud.key, payload: body(n), headers });
    const one = await beside(() => bring(0), ask);
    say(`${kind}: one import, loop ${one.loopMs.toFixed(0)} ms, GET p99 ${one.p99Ms.toFixed(0)} ms`);
    const eight = await beside(() => Promise.all(Array.from({ length: 8 }, (_, n) => bring(n + 1))), ask);
    say(`${kind}: eight imports, loop ${eight.loopMs.toFixed(0)} ms, GET p99 ${eight.p99Ms.toFixed(0)} ms`);
    return [
      { name: `${kind}: one import of ${LINES} lines, longest stop`, value: one.loopMs, unit: 'ms', goal: 100 },
      { name: `${kind}: one import, another's GET p99`, value: one.p99Ms, unit: 'ms', goal: 150 },
      { name: `${kind}: eight imports at once, longest stop`, value: eight.loopMs, unit: 'ms', goal: 100 },
      { name: `${kind}: eight imports at once, another's GET p99`, value: eight.p99Ms, unit: 'ms', goal: 150 },
    ];
  } finally {
    await api.close();
    await store.close();
  }
}

const found = await databases();

export const eventLoopBench: Bench = {
  about: 'what the worst input of one organization costs the others on the same server',
  async run({ say }) {
    const figures: Figure[] = [];
    for (const { kind, open } of found) figures.push(...(await onStore(kind, open, say)));
    await using reader = createFactsReader();
    await reader.read('module', 'a.tf', Buffer.from('# x\n'.repeat(2_000)));
    const config = await beside(
      () => reader.read('config', '.plumbline.yml', worstConfig),
      () => Promise.resolve(),
    );
    figures.push({
      name: 'a .plumbline.yml of 126 KB of mistakes, longest stop',
      value: config.loopMs,
      unit: 'ms',
      goal: 50,
    });
    figures.push({ name: `a map of ${KEYS} keys that all changed, processor time`, value: largeMap(), unit: 's' });
    return {
      bench: 'event-loop',
      about: eventLoopBench.about,
      figures,
      notes: ['The neighbour runs in the same process: it waits whenever the event loop is blocked.'],
    };
  },
};
