import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Analysis } from '../src/engine/model/analysis.ts';
import type { Change } from '../testkit/estate/change.ts';
import { openCloud } from '../testkit/estate/cloud.ts';
import type { Estate } from '../testkit/estate/estate.ts';
import { startFront } from '../testkit/estate/front.ts';
import { stateValues } from '../testkit/estate/oracle.ts';
import { keep, settingsOf } from '../testkit/estate/run.ts';
import { scanCommand } from '../testkit/estate/scan.ts';
import { applyConfiguration, settle, type Workspace } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { onPath } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { startLatencyProxy, type LatencyProxy } from './latency-proxy.ts';
import { median } from './measure.ts';
import { measureSide, processorMs, seconds, type Measured } from './sides.ts';

const LATENCY_MS = 60;
const TOOLS = ['plumbline scan', 'terraform plan -refresh-only', 'terraform plan'] as const;
type Tool = (typeof TOOLS)[number];

/** One run of a tool: its cost, and the addresses that it lists as drifted. */
type Listing = Measured & { listed: ReadonlySet<string>; sideEffects: number };

/**
 * The results of a tool on one estate: listed instances that were not changed, changes that it missed, and the cost of
 * a run.
 */
export type SideRow = {
  estate: string;
  tool: Tool;
  instances: number;
  acts: number;
  afterApply: number;
  afterHarmless: number;
  missed: number;
  unchanged: number;
  sideEffects: number;
  calls: number;
  seconds: number;
  processorSeconds: number;
  megabytes: number;
};

type Measuring = { workspace: Workspace; options: readonly string[]; moto: Moto; proxy: LatencyProxy };

/** The heading of an instance in terraform's output, for a detected or a proposed change. */
const HEADING =
  /^ {2}# (.+?) (?:has changed|has been deleted|will be (?:created|destroyed|updated in-place|replaced.*)|must be replaced|is tainted.*)$/gm;

/**
 * An address in terraform's output. Even without colours it removes parts that look like colour codes, as in
 * `app["worker [blue]"]`.
 */
const printed = (address: string): string =>
  address.replace(/\[(?:black|red|green|yellow|blue|magenta|cyan|white|bold|dim|reset)\]/g, '');

async function list(tool: Tool, { workspace, options, moto, proxy }: Measuring, state: string): Promise<Listing> {
  const { dir: cwd, env, mirror } = workspace;
  if (tool === 'plumbline scan') {
    const command = scanCommand({ statePath: state, mirror }, options);
    const run = await measureSide(command, { cwd, env, accepted: [0, 2] }, moto, proxy);
    const { findings } = JSON.parse(run.stdout) as Analysis;
    const own = findings.filter(({ caused_by }) => caused_by === undefined);
    const listed = new Set(own.map(({ resource }) => printed(resource)));
    return { ...run, listed, sideEffects: findings.length - own.length };
  }
  const args = [...tool.split(' ').slice(1), '-input=false', '-lock=false'];
  const run = await measureSide([onPath('terraform') ?? 'terraform', args], { cwd, env }, moto, proxy);
  return { ...run, listed: new Set([...run.stdout.matchAll(HEADING)].map(([, address]) => address!)), sideEffects: 0 };
}

/**
 * The rows of one estate. All tools read the same cloud three times: right after the apply, after neutral changes, and
 * after real changes.
 */
export async function sideBySide(estate: Estate, say: (line: string) => void): Promise<SideRow[]> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryDirectory());
  const moto = await startMoto();
  stack.defer(() => moto.stop());
  const front = await startFront(moto.url);
  stack.defer(() => front.close());
  const proxy = await startLatencyProxy(front.url, LATENCY_MS);
  stack.defer(() => proxy.close());
  const workspace = await applyConfiguration(front.url, join(path, 'estate'), estate.source);
  const measuring = { workspace, options: await settingsOf(estate, workspace.dir), moto, proxy };
  const listings = new Map<Tool, Listing[]>(TOOLS.map((tool) => [tool, []]));
  const round = async (stage: string): Promise<void> => {
    const state = await keep(estate, workspace, stage);
    for (const tool of TOOLS) {
      const listing = await list(tool, measuring, state);
      listings.get(tool)!.push(listing);
      say(`${estate.name}, ${stage}, ${tool}: ${listing.listed.size} listed, ${seconds(listing.wallMs).toFixed(1)} s`);
    }
  };
  await round('after the apply');
  await settle(workspace);
  const values = await stateValues(workspace);
  const cloud = openCloud(front.url, values);
  for (const change of estate.neutral) await change.run(cloud);
  await round('after harmless changes');
  for (const change of estate.changes) await change.run(cloud);
  await round('after changes');
  for (const tool of TOOLS)
    for (const { what } of missedBy(listings.get(tool)!, estate)) say(`${estate.name}, ${tool}: missed: ${what}`);
  return TOOLS.map((tool) => rowOf(estate, tool, values.size, listings.get(tool)!));
}

/** The real changes with an instance that the last listing lacks. */
const missedBy = (runs: readonly Listing[], { changes }: Estate): Change[] =>
  changes.filter(({ shows }) => !Object.keys(shows).every((address) => runs.at(-1)!.listed.has(printed(address))));

function rowOf(estate: Estate, tool: Tool, instances: number, runs: readonly Listing[]): SideRow {
  const { name, changes } = estate;
  const [afterApply, afterHarmless, last] = runs;
  const touched = new Set(changes.flatMap(({ shows }) => Object.keys(shows).map(printed)));
  const of = (pick: (run: Listing) => number): number => median(runs.map(pick));
  return {
    estate: name,
    tool,
    instances,
    acts: changes.length,
    afterApply: afterApply!.listed.size,
    afterHarmless: afterHarmless!.listed.size,
    missed: missedBy(runs, estate).length,
    unchanged: [...last!.listed].filter((address) => !touched.has(address)).length,
    sideEffects: last!.sideEffects,
    calls: of(({ requests }) => requests),
    seconds: of(({ wallMs }) => seconds(wallMs)),
    processorSeconds: of((run) => seconds(processorMs(run))),
    megabytes: of(({ peakBytes = NaN }) => peakBytes / 1e6),
  };
}

const outputOf = (command: string, args: string[]): string => execFileSync(command, args, { encoding: 'utf8' }).trim();

/** The conditions of the figures: the last commit that changed the sources, the versions, and the machine. */
export function measuredWith(provider: string): string {
  const commit = outputOf('git', ['log', '-1', '--format=%h of %cs', '--', 'src']);
  const changed = outputOf('git', ['status', '--porcelain', '--', 'src']) && ', with changes';
  const { terraform_version: terraform } = JSON.parse(
    outputOf(onPath('terraform') ?? 'terraform', ['version', '-json']),
  ) as { terraform_version: string };
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}: Plumbline's sources as of commit ${commit}${changed}, terraform ${terraform}, hashicorp/aws ${provider}, Node ${process.version}; every call waits ${LATENCY_MS} ms; ${cpus().length} processors, load ${loadavg()[1]!.toFixed(0)}.`;
}

/** The rows as a Markdown table. */
export const sideTable = (rows: readonly SideRow[]): string[] => [
  '| estate | tool | listed right after an apply | after harmless changes | changes missed | listed though unchanged | calls | seconds | processor seconds | MB |',
  '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |',
  ...rows.map((row) =>
    [
      '',
      `${row.estate} (${row.instances} instances)`,
      `\`${row.tool}\``,
      row.afterApply,
      row.afterHarmless,
      `${row.missed} of ${row.acts}`,
      row.unchanged,
      row.calls.toFixed(0),
      row.seconds.toFixed(1),
      row.processorSeconds.toFixed(1),
      row.megabytes.toFixed(0),
      '',
    ]
      .join(' | ')
      .trim(),
  ),
];
