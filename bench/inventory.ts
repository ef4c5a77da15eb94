import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis } from '../src/engine/model/analysis.ts';
import type { Inventory } from '../src/engine/model/inventory.ts';
import { forEachBounded } from '../src/engine/refresh/bounded.ts';
import { openCloud } from '../testkit/estate/cloud.ts';
import { scanCommand } from '../testkit/estate/scan.ts';
import type { Workspace } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { startLatencyProxy, type LatencyProxy } from './latency-proxy.ts';
import { median } from './measure.ts';
import type { Bench, BenchOptions, Figure } from './report.ts';
import { applyEstate, FREQUENT, LATENCY_MS } from './scan.ts';
import { figuresOf, measureSide, processorMs, seconds, type Measured } from './sides.ts';

/** `inventory`: the same analysis, with an inventory after it. */
const SIDES = ['analysis', 'inventory'] as const;
type Side = (typeof SIDES)[number];

/** The numbers of objects in no state whose memory is compared. */
const FEW = 1_000;
const MANY = 10_000;
/** What 9,000 more objects in no state may add to the peak of the command and its provider. */
const MORE_MB = 100;
const MAX_MADE_AT_ONCE = 16;

type Emulated = { workspace: Workspace; moto: Moto; proxy: LatencyProxy };

/** Exit codes of a scan: in sync, and objects that no state has. */
const ENDS = [0, 2];

function runSide(side: Side, { workspace, moto, proxy }: Emulated, types: readonly string[] = []): Promise<Measured> {
  const only = types.flatMap((type) => ['--type', type]);
  const options = side === 'analysis' ? [] : ['--unmanaged', '--min-age', '0', '--allow-unlisted', ...only];
  const where = { env: workspace.env, cwd: workspace.dir, accepted: ENDS };
  return measureSide(scanCommand(workspace, options), where, moto, proxy);
}

function inventoryIn({ stdout }: Measured): Inventory {
  const { inventory } = JSON.parse(stdout) as Analysis & { inventory?: Inventory };
  if (inventory === undefined) throw new Error('the scan has no inventory');
  return inventory;
}

/** The calls of lists, by type: `aws_iam_role_policy 120`. Each object in no state takes those of its read, too. */
const callsByType = ({ listings }: Inventory): string =>
  [...Map.groupBy(listings, ({ type }) => type)]
    .map(([type, some]) => ({ type, calls: some.reduce((sum, { calls }) => sum + calls, 0) }))
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.calls - a.calls)
    .map(({ type, calls }) => `${type} ${calls}`)
    .join(', ');

/** Makes topics that no state has, up to this number. The emulator lists them in pages, unlike queues. */
async function makeTopics({ moto }: Emulated, from: number, to: number): Promise<void> {
  const cloud = openCloud(moto.url, new Map());
  const names = Array.from({ length: to - from }, (_, i) => `by-hand-${from + i}`);
  await forEachBounded(names, MAX_MADE_AT_ONCE, async (Name) => {
    await cloud.query({ service: 'sns' }, 'CreateTopic', { Name });
  });
}

/** The memory of an inventory of many objects in no state, against that of few. */
async function memoryFigures(emulated: Emulated, { say }: BenchOptions): Promise<Figure[]> {
  const peaks: number[] = [];
  for (const [from, to] of [
    [0, FEW],
    [FEW, MANY],
  ] as const) {
    await makeTopics(emulated, from, to);
    const measured = await runSide('inventory', emulated, ['aws_sns_topic']);
    const found = inventoryIn(measured).objects.filter(({ class: kind }) => kind === 'unmanaged').length;
    if (found !== to) throw new Error(`the inventory found ${found} of ${to} topics`);
    peaks.push((measured.peakBytes ?? 0) / 1e6);
    say(`${to} objects in no state: ${peaks.at(-1)?.toFixed(0)} MB, ${seconds(measured.wallMs).toFixed(0)} s`);
  }
  const [few = 0, many = 0] = peaks;
  return [
    { name: `peak memory with ${FEW} objects in no state`, value: few, unit: 'MB' },
    { name: `peak memory with ${MANY} objects in no state`, value: many, unit: 'MB' },
    { name: `memory of ${MANY - FEW} more objects in no state`, value: many - few, unit: 'MB', goal: MORE_MB },
  ];
}

/** What an inventory adds to the analysis of the same estate, and its memory where much is in no state. */
export const inventoryBench: Bench = {
  about: `an inventory with the analysis of 1,000 instances, behind ${LATENCY_MS} ms, and with ${MANY} objects in no state`,
  async run(options) {
    await using stack = new AsyncDisposableStack();
    const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
    stack.defer(() => rm(dir, { recursive: true, force: true }));
    const moto = await startMoto();
    stack.defer(() => moto.stop());
    options.say('applying 1,000 instances: about two minutes');
    const workspace = await applyEstate(moto.url, dir, FREQUENT);
    const proxy = await startLatencyProxy(moto.url, LATENCY_MS);
    stack.defer(() => proxy.close());
    const emulated = { workspace, moto, proxy };

    const results: Record<Side, Measured[]> = { analysis: [], inventory: [] };
    // A first run that does not count: it begins without caches.
    await runSide('analysis', emulated);
    for (let run = 1; run <= options.runs; run++)
      for (const side of run % 2 === 1 ? SIDES : SIDES.toReversed()) {
        const measured = await runSide(side, emulated);
        results[side].push(measured);
        options.say(`run ${run} of ${options.runs}: ${side} ${seconds(measured.wallMs).toFixed(1)} s`);
      }
    const last = inventoryIn(results.inventory.at(-1)!);
    const ratio = (name: string, of: (run: Measured) => number): Figure => ({
      name: `${name}, with inventory / analysis`,
      value: median(results.inventory.map(of)) / median(results.analysis.map(of)),
      unit: '×',
    });
    const figures = [
      ...SIDES.flatMap((side) => figuresOf(side, results[side])),
      ratio('wall', ({ wallMs }) => wallMs),
      ratio('calls', ({ requests }) => requests),
      ratio('processor time', processorMs),
      { name: 'objects that no state has', value: last.objects.length, unit: '' },
      { name: 'types listed', value: last.listings.filter(({ state }) => state === 'listed').length, unit: '' },
      ...(await memoryFigures(emulated, options)),
    ];
    const notes = [
      'inventory: plumbline scan --unmanaged, so that each figure of it has the analysis in it.',
      `Calls of its lists by type: ${callsByType(last)}.`,
      'Memory is the proportional set size of the command and its provider, sampled ten times a second.',
    ];
    return { bench: 'inventory', about: inventoryBench.about, figures, notes };
  },
};
