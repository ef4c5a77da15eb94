import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { scanCommand } from '../testkit/estate/scan.ts';
import { openWorkspace, settle, terraform, type Workspace } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { onPath } from '../testkit/needs.ts';
import { makeZip } from '../testkit/zip.ts';
import { startLatencyProxy, type LatencyProxy } from './latency-proxy.ts';
import { median } from './measure.ts';
import type { Bench, BenchOptions, Figure, Report } from './report.ts';
import { figuresOf, measureSide, processorMs, seconds, type Measured } from './sides.ts';

export const LATENCY_MS = 60;

type Estate = { bench: string; dir: string; about: string; notes?: readonly string[] };

export const FREQUENT: Estate = { bench: 'scan', dir: 'estate', about: 'of the most frequent types' };
const TAIL: Estate = {
  bench: 'tail',
  dir: 'estate-tail',
  about: 'of frequent and rare types',
  notes: [
    'The goal for calls is missed here: for all but a tenth of those that are left, AWS has no request that answers several of them.',
    'docs/gateway.md says which; it cannot be better than 0.48.',
  ],
};

/**
 * `without`: without the gateway: the provider has the credentials and calls the cloud directly. `unconfined`: the
 * provider runs without the sandbox. `hanging`: one read gets no response from the cloud.
 */
const SIDES = ['plumbline', 'unconfined', 'hanging', 'terraform', 'without'] as const;
type Side = (typeof SIDES)[number];

const SETTINGS: Record<Side, Record<string, string>> = {
  plumbline: {},
  unconfined: { PLUMBLINE_SANDBOX: 'off' },
  hanging: {},
  terraform: {},
  without: { PLUMBLINE_GATEWAY: '0' },
};

/** A late call in the read of one bucket, which never gets a response. */
const HANGS = '-7?acl';

/** Throws unless the scan found no drift and read every instance except for `unreadable` many: nothing has changed. */
function assertSame(stdout: string, unreadable: number): void {
  const { status, counts, findings } = JSON.parse(stdout) as Analysis;
  const isWhole = status === (unreadable === 0 ? 'completed' : 'partial') && findings.length === 0;
  if (!isWhole || counts.in_sync !== 1000 - unreadable || counts.unreadable !== unreadable)
    throw new Error(`plumbline scan did not see 1,000 instances in sync: ${status} ${JSON.stringify(counts)}`);
}

type Measuring = { workspace: Workspace; bin: string | undefined; moto: Moto };

async function runSide(side: Side, { workspace, bin, moto }: Measuring, proxy: LatencyProxy): Promise<Measured> {
  const refresh = ['plan', '-refresh-only', '-input=false', '-lock=false'];
  const { dir: cwd } = workspace;
  const env = { ...workspace.env, ...SETTINGS[side] };
  const command: [string, string[]] =
    side === 'terraform'
      ? [onPath('terraform') ?? 'terraform', refresh]
      : scanCommand(workspace, side === 'hanging' ? ['--allow-unread'] : [], bin);
  proxy.hold(side === 'hanging' ? HANGS : undefined);
  const run = await measureSide(command, { env, cwd }, moto, proxy);
  if (side !== 'terraform') assertSame(run.stdout, side === 'hanging' ? 1 : 0);
  return run;
}

/**
 * The cost of the sandbox as the ratio of adjacent runs, since the machine's speed varies by more than a few
 * hundredths from minute to minute. The first run of the sandboxed side starts without caches and has no counterpart.
 */
function sandboxFigure(sandboxed: readonly Measured[], unconfined: readonly Measured[]): Figure[] {
  const pairs = sandboxed.slice(1).map(({ wallMs }, i) => wallMs / (unconfined[i + 1]?.wallMs ?? NaN));
  const name = 'wall, plumbline / unconfined, median of pairs after the first run';
  return pairs.length === 0 ? [] : [{ name, value: median(pairs), unit: '×', goal: 1.03, runs: pairs }];
}

/** The cloud calls of the last run by service. */
const restOf = (proxy: LatencyProxy): string =>
  proxy
    .takeServices()
    .map(([service, requests]) => `${service} ${requests}`)
    .join(', ');

/** Builds the deployed package in a directory, without the sources; returns the path of its program. */
async function builtInto(directory: string): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build.ts'), directory], { cwd: root });
  for (const name of ['bin', 'assets', 'package.json'])
    await cp(join(root, name), join(directory, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  return join(directory, 'bin/plumbline.mjs');
}

async function compare(estate: Estate, measuring: Measuring, { runs, say }: BenchOptions): Promise<Report> {
  const proxy = await startLatencyProxy(measuring.moto.url, LATENCY_MS);
  const results: Record<Side, Measured[]> = { plumbline: [], unconfined: [], hanging: [], terraform: [], without: [] };
  let rest = '';
  try {
    for (let run = 1; run <= runs; run++) {
      // Runs the sides in turns, in alternating order, so that other load of the machine affects all alike.
      for (const side of run % 2 === 1 ? SIDES : SIDES.toReversed()) {
        proxy.takeServices();
        const measured = await runSide(side, measuring, proxy);
        results[side].push(measured);
        if (side === 'plumbline') rest = restOf(proxy);
        say(`run ${run} of ${runs}: ${side} ${seconds(measured.wallMs).toFixed(1)} s`);
      }
    }
  } finally {
    await proxy.close();
  }
  const wall = (side: Side): number => median(results[side].map((run) => run.wallMs));
  const calls = (side: Side): number => median(results[side].map((run) => run.requests));
  const processor = (side: Side): number => median(results[side].map(processorMs));
  const ratio = (name: string, of: (side: Side) => number, side: Side, goal?: number): Figure => ({
    name: `${name}, ${side} / terraform`,
    value: of(side) / of('terraform'),
    unit: '×',
    ...(goal !== undefined && { goal }),
  });
  const ratios = [
    ratio('wall', wall, 'plumbline', 0.4),
    ratio('calls', calls, 'plumbline', 0.4),
    ratio('processor time', processor, 'plumbline', 0.5),
    ratio('wall', wall, 'without'),
    ratio('calls', calls, 'without'),
    ratio('processor time', processor, 'without'),
    ...sandboxFigure(results.plumbline, results.unconfined),
    { name: 'wall, hanging / plumbline', value: wall('hanging') / wall('plumbline'), unit: '×' },
    {
      name: 'what one hanging read costs',
      value: seconds(wall('hanging') - wall('plumbline')),
      unit: 's',
      goal: 5,
    },
  ];
  const notes = [
    `moto is one Python process: it answers one request at a time, on the same ${cpus().length} cores as both sides.`,
    'Its processor time is a floor under the wall time of either side, and pulls the ratio towards 1.',
    'without: the same scan with PLUMBLINE_GATEWAY=0; unconfined: with PLUMBLINE_SANDBOX=off.',
    'hanging: the same scan while one call of one bucket gets no answer; that bucket is not checked, all others are.',
    'The first run of plumbline begins with nothing: it digests the provider, asks it for all schemas, as terraform always does, and compiles itself. Later ones, and that of without, have what it kept. With more runs the median is that of a later one.',
    'Some 100 MB of what plumbline takes with the gateway are room for new objects, which Node takes where there is some: NODE_OPTIONS=--max-semi-space-size=8, as the container image has it, takes them back.',
    `Requests of plumbline by service: ${rest}.`,
    ...(estate.notes ?? []),
    'Memory is the proportional set size, sampled ten times a second, and so is processor time, of all threads of a process: a tenth of a second of each may be missing.',
    'Processor time grows with what else the machine does: processors share caches and clocks. Compare sides, not runs.',
  ];
  const all = [...SIDES.flatMap((side) => figuresOf(side, results[side])), ...ratios];
  return { bench: estate.bench, about: aboutOf(estate), figures: all, notes };
}

const aboutOf = ({ about }: Estate): string =>
  `one state of 1,000 instances ${about}, an emulator behind ${LATENCY_MS} ms, against terraform plan -refresh-only`;

/** Applies 1,000 instances in an empty directory. */
export async function applyEstate(motoUrl: string, dir: string, { dir: source }: Estate): Promise<Workspace> {
  const workspace = await openWorkspace(motoUrl, dir, fileURLToPath(new URL(source, import.meta.url)));
  await writeFile(join(dir, 'worker.zip'), makeZip([{ name: 'index.js', data: 'exports.handler = () => {};\n' }]));
  await terraform(workspace, ['apply', '-auto-approve', '-input=false', '-parallelism=64']);
  await settle(workspace);
  return workspace;
}

const benchOf = (estate: Estate): Bench => ({
  about: aboutOf(estate),
  async run(options) {
    const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
    const moto = await startMoto();
    try {
      options.say('applying 1,000 instances: about two minutes');
      const workspace = await applyEstate(moto.url, dir, estate);
      const bin = options.built ? await builtInto(join(dir, 'package')) : undefined;
      return await compare(estate, { workspace, bin, moto }, options);
    } finally {
      await moto.stop();
      await rm(dir, { recursive: true, force: true });
    }
  },
});

export const scanBench = benchOf(FREQUENT);
export const tailBench = benchOf(TAIL);
