import { missing } from '../testkit/needs.ts';
import { load, startScript, type Load } from './load.ts';
import { median } from './measure.ts';
import type { Bench, Figure } from './report.ts';

const SECONDS = 5;

/** The added processor and waiting time per request compared to no rate limits, at full load of the server. */
function overhead(name: string, runs: Load[], without: Load[]): Figure {
  const each = runs.map(({ perSecond }, i) => 1e6 / perSecond - 1e6 / (without[i]?.perSecond ?? perSecond));
  return { name: `${name}: more per request than without limits`, value: median(each), unit: 'µs', runs: each };
}

function rate(name: string, runs: Load[]): Figure[] {
  const rates = runs.map(({ perSecond }) => perSecond);
  const slowest = runs.map(({ p99Ms }) => p99Ms);
  return [
    { name, value: median(rates), unit: 'requests/s', runs: rates },
    { name: `${name}, p99`, value: median(slowest), unit: 'ms', runs: slowest },
  ];
}

export const limiterBench: Bench = {
  about: 'what limits cost a request: counted in Redis, in memory, and not at all',
  async run({ runs, say }) {
    const redis = (await missing('redis')) ? undefined : process.env.PLUMBLINE_TEST_REDIS_URL;
    const kinds = { none: 'none', memory: 'memory', ...(redis === undefined ? {} : { redis }) };
    await using stack = new AsyncDisposableStack();
    const sides: { name: string; url: string; loads: Load[] }[] = [];
    for (const [name, argument] of Object.entries(kinds)) {
      const { url } = stack.use(await startScript('limiter-server.ts', [argument]));
      sides.push({ name, url: `${url}/docs/style.css`, loads: [] });
    }
    for (const { url } of sides) await load({ url }, 1);
    for (let run = 1; run <= runs; run++)
      for (const side of run % 2 === 1 ? sides : sides.toReversed()) {
        side.loads.push(await load(side, SECONDS));
        say(`run ${run} of ${runs}: ${side.name} ${side.loads.at(-1)?.perSecond.toFixed(0)} requests/s`);
      }
    const [without, ...counted] = sides;
    const figures = [
      ...sides.flatMap(({ name, loads }) => rate(name, loads)),
      ...counted.map(({ name, loads }) => overhead(name, loads, without?.loads ?? [])),
    ];
    const notes = [
      `${SECONDS} s a run over 32 connections, asked by a process of its own, for a small text that needs neither key nor database.`,
      ...(redis === undefined ? ['Redis was left out: set PLUMBLINE_TEST_REDIS_URL.'] : []),
    ];
    return { bench: 'limiter', about: limiterBench.about, figures, notes };
  },
};
