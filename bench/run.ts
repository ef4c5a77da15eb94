/**
 * `npm run bench -- <name> [--runs N] [--whole] [--large] [--built] [--json]` runs a bench; without a name, lists all.
 */
import { parseArgs } from 'node:util';
import { messageOf } from '../src/base/errors.ts';
import { table, type Bench } from './report.ts';

const BENCHES: Record<string, () => Promise<Bench>> = {
  get: async () => (await import('./get.ts')).getBench,
  limiter: async () => (await import('./limiter.ts')).limiterBench,
  accuracy: async () => (await import('./accuracy.ts')).accuracyBench,
  scan: async () => (await import('./scan.ts')).scanBench,
  tail: async () => (await import('./scan.ts')).tailBench,
  memory: async () => (await import('./memory.ts')).memoryBench,
  inventory: async () => (await import('./inventory.ts')).inventoryBench,
  takeover: async () => (await import('./takeover.ts')).takeoverBench,
  kills: async () => (await import('./kills.ts')).killsBench,
  mutations: async () => (await import('./mutations.ts')).mutationsBench,
  recall: async () => (await import('./recall.ts')).recallBench,
  start: async () => (await import('./start.ts')).startBench,
  webhook: async () => (await import('./webhook.ts')).webhookBench,
  states: async () => (await import('./states.ts')).statesBench,
  sigterm: async () => (await import('./sigterm.ts')).sigtermBench,
  gateway: async () => (await import('./gateway.ts')).gatewayBench,
  dashboard: async () => (await import('./dashboard.ts')).dashboardBench,
  'event-loop': async () => (await import('./event-loop.ts')).eventLoopBench,
  neighbours: async () => (await import('./neighbours.ts')).neighboursBench,
};

const USAGE = 'usage: npm run bench -- <name> [--runs N] [--whole] [--large] [--built] [--json]';

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '3' },
        whole: { type: 'boolean', default: false },
        large: { type: 'boolean', default: false },
        built: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    console.error(`${messageOf(error)}\n${USAGE}`);
    return process.exit(1);
  }
}

const { values, positionals } = readArguments();
const [name] = positionals;
const runs = Number(values.runs);
const load = name === undefined ? undefined : BENCHES[name];

if (name === undefined || values.help) {
  console.log(`${USAGE}\n`);
  for (const [each, open] of Object.entries(BENCHES)) console.log(`  ${each.padEnd(11)}${(await open()).about}`);
} else if (!load || !Number.isInteger(runs) || runs < 1) {
  console.error(load ? '--runs takes a whole number from 1 on' : `there is no bench ${name}; npm run bench lists them`);
  process.exitCode = 1;
} else {
  const report = await (
    await load()
  ).run({ runs, whole: values.whole, large: values.large, built: values.built, say: (line) => console.error(line) });
  console.log(values.json ? JSON.stringify(report, null, 2) : table(report));
}
