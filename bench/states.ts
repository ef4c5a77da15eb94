import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { scanCommand } from '../testkit/estate/scan.ts';
import { openWorkspace, settle, terraform, type Workspace } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { onPath } from '../testkit/needs.ts';
import { startLatencyProxy, type LatencyProxy } from './latency-proxy.ts';
import { median, type ProcessKind } from './measure.ts';
import type { Bench, BenchOptions, Figure, Report } from './report.ts';
import { figuresOf, measureSide, seconds, type Measured } from './sides.ts';

const LATENCY_MS = 60;
const STATES = 50;
const EACH = 20;
/** The number of states in which terraform runs without `--whole`; all states take some minutes. */
const SAMPLE = 10;
const ESTATES = fileURLToPath(new URL('estates', import.meta.url));

type Instances = { instances: { dependencies?: string[] }[] };
type StateJson = { resources: (Instances & { module?: string })[] };

/** The state of one module instance, as if its module had been applied in a separate directory. */
function stateOf(whole: StateJson, number: number): object {
  const name = `module.state[${number}]`;
  const resources = whole.resources
    .filter(({ module }) => module === name)
    .map((resource) => ({
      ...resource,
      module: undefined,
      instances: resource.instances.map((instance) => ({
        ...instance,
        dependencies: instance.dependencies?.map((address) => address.replace(/^module\.state\./, '')),
      })),
    }));
  return { ...whole, lineage: `state-${number}`, outputs: {}, resources };
}

/** Writes each state to a directory with its configuration, initialised with the provider of `workspace`. */
async function layStates(workspace: Workspace, into: string): Promise<string[]> {
  const whole = JSON.parse(await readFile(workspace.statePath, 'utf8')) as StateJson;
  const settings = await readFile(join(ESTATES, 'main.tf'), 'utf8');
  const provider = /^provider "aws" \{.*?^\}/ms.exec(settings)?.[0] ?? '';
  return await Promise.all(
    Array.from({ length: STATES }, async (_, number) => {
      const dir = join(into, `${number}`);
      await mkdir(join(dir, '.terraform'), { recursive: true });
      await cp(join(ESTATES, 'state'), dir, { recursive: true });
      await writeFile(join(dir, 'provider.tf'), provider);
      await writeFile(join(dir, 'terraform.tfvars.json'), JSON.stringify({ number }));
      await writeFile(join(dir, 'terraform.tfstate'), JSON.stringify(stateOf(whole, number)));
      await copyFile(join(workspace.dir, '.terraform.lock.hcl'), join(dir, '.terraform.lock.hcl'));
      await symlink(join(workspace.dir, '.terraform', 'providers'), join(dir, '.terraform', 'providers'));
      return dir;
    }),
  );
}

/** Throws unless the scan checked all instances and found no drift. */
function assertSame(stdout: string): void {
  const { status, counts, states } = JSON.parse(stdout) as Analysis;
  if (status !== 'completed' || counts.in_sync !== STATES * EACH || states.length !== STATES)
    throw new Error(`plumbline scan did not see ${STATES} states in sync: ${status} ${JSON.stringify(counts)}`);
}

type Setting = { workspace: Workspace; into: string; dirs: string[]; moto: Moto; proxy: LatencyProxy };

async function plumbline({ workspace, into, moto, proxy }: Setting): Promise<Measured> {
  const { env, mirror } = workspace;
  const run = await measureSide(scanCommand({ statePath: into, mirror }), { env }, moto, proxy);
  assertSame(run.stdout);
  return run;
}

/** Runs terraform in one state after the other, as people and pipelines do. `scale` extrapolates from a sample. */
async function terraformInEach(
  { workspace, moto, proxy }: Setting,
  dirs: readonly string[],
  say: (line: string) => void,
): Promise<Measured> {
  const scale = STATES / dirs.length;
  const cpuMs = new Map<ProcessKind, number>();
  const all: Measured = { wallMs: 0, requests: 0, emulatorMs: 0, peakBytes: undefined, cpuMs, stdout: '' };
  const refresh = ['plan', '-refresh-only', '-input=false', '-lock=false'];
  for (const [i, cwd] of dirs.entries()) {
    const command: [string, string[]] = [onPath('terraform') ?? 'terraform', refresh];
    const run = await measureSide(command, { env: workspace.env, cwd }, moto, proxy);
    if (!run.stdout.includes('No changes.')) throw new Error(`terraform saw changes: ${run.stdout.slice(-500)}`);
    all.wallMs += run.wallMs * scale;
    all.requests += run.requests * scale;
    all.emulatorMs = run.emulatorMs === undefined ? undefined : (all.emulatorMs ?? 0) + run.emulatorMs * scale;
    all.peakBytes = Math.max(all.peakBytes ?? 0, run.peakBytes ?? 0) || undefined;
    for (const [kind, ms] of run.cpuMs) cpuMs.set(kind, (cpuMs.get(kind) ?? 0) + ms * scale);
    if (i === 0) say(`terraform in the first state: ${seconds(run.wallMs).toFixed(1)} s`);
  }
  return all;
}

async function compare(setting: Setting, { runs, whole, say }: BenchOptions): Promise<Report> {
  const measured = whole ? STATES : SAMPLE;
  const dirs = setting.dirs.filter((_, i) => i % (STATES / measured) === 0);
  const results: Record<'plumbline' | 'terraform', Measured[]> = { plumbline: [], terraform: [] };
  for (let run = 1; run <= runs; run++) {
    results.plumbline.push(await plumbline(setting));
    results.terraform.push(await terraformInEach(setting, dirs, say));
    const [p, t] = [results.plumbline.at(-1)!, results.terraform.at(-1)!].map(({ wallMs }) => seconds(wallMs));
    say(`run ${run} of ${runs}: plumbline ${p!.toFixed(1)} s, terraform ${t!.toFixed(1)} s`);
  }
  const wall = (all: readonly Measured[]): number => median(all.map(({ wallMs }) => wallMs));
  const ratio: Figure = {
    name: 'plumbline / terraform',
    value: wall(results.plumbline) / wall(results.terraform),
    unit: '×',
    goal: 0.1,
  };
  const notes = [
    'plumbline: one process, one analysis of all states. terraform: a process in each state, one after the other.',
    'Both read their states from files; the time of terraform init is in neither figure.',
    ...(whole
      ? []
      : [`terraform ran in ${measured} of the states; its sums are scaled to ${STATES}. --whole runs all.`]),
    `moto is one Python process: it answers one request at a time, on the same ${cpus().length} cores as both sides.`,
  ];
  const figures = [...figuresOf('plumbline', results.plumbline), ...figuresOf('terraform', results.terraform), ratio];
  return { bench: 'states', about: statesBench.about, figures, notes };
}

export const statesBench: Bench = {
  about: `${STATES} states of ${EACH} instances, an emulator behind ${LATENCY_MS} ms, against terraform plan -refresh-only in each`,
  async run(options) {
    const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
    const moto = await startMoto();
    const proxy = await startLatencyProxy(moto.url, LATENCY_MS);
    try {
      options.say(`applying ${STATES * EACH} instances: about a minute and a half`);
      const [from, into] = [join(dir, 'whole'), join(dir, 'states')];
      await mkdir(from);
      const workspace = await openWorkspace(moto.url, from, ESTATES);
      await writeFile(join(from, 'terraform.tfvars.json'), JSON.stringify({ states: STATES }));
      await terraform(workspace, ['apply', '-auto-approve', '-input=false', '-parallelism=64']);
      await settle(workspace);
      const dirs = await layStates(workspace, into);
      return await compare({ workspace, into, dirs, moto, proxy }, options);
    } finally {
      await proxy.close();
      await moto.stop();
      await rm(dir, { recursive: true, force: true });
    }
  },
};
