/** `npm run bench -- <name> [--runs N] [--json]`: measures one figure; without a name, lists them. */
import { parseArgs } from 'node:util';
import { table, type Bench } from './report.ts';

const BENCHES: Record<string, () => Promise<Bench>> = {
  scan: async () => (await import('./scan.ts')).scanBench,
  kills: async () => (await import('./kills.ts')).killsBench,
  recall: async () => (await import('./recall.ts')).recallBench,
  start: async () => (await import('./start.ts')).startBench,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' }, json: { type: 'boolean', default: false } },
});
const [name] = positionals;
const runs = Number(values.runs);
const load = name === undefined ? undefined : BENCHES[name];

if (name === undefined) {
  console.log('usage: npm run bench -- <name> [--runs N] [--json]\n');
  for (const [each, open] of Object.entries(BENCHES)) console.log(`  ${each.padEnd(8)}${(await open()).about}`);
} else if (!load || !Number.isInteger(runs) || runs < 1) {
  console.error(load ? '--runs takes a whole number from 1 on' : `there is no bench ${name}; npm run bench lists them`);
  process.exitCode = 1;
} else {
  const report = await (await load()).run({ runs, say: (line) => console.error(line) });
  console.log(values.json ? JSON.stringify(report, null, 2) : table(report));
}
