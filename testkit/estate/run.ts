import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analysis } from '../../src/engine/model/analysis.ts';
import type { Inventory } from '../../src/engine/model/inventory.ts';
import { startMoto } from '../moto.ts';
import { temporaryDirectory } from '../tmp.ts';
import type { AwsProvider } from './aws-provider.ts';
import { openCloud } from './cloud.ts';
import type { Estate } from './estate.ts';
import { startFront } from './front.ts';
import { refreshOnlyPlan, stateValues, type OracleDrift } from './oracle.ts';
import { plumblineScan } from './scan.ts';
import { splitState } from './split.ts';
import { applyConfiguration, layMirror, settle, type Workspace } from './terraform.ts';

/** The exit code and the analysis of `plumbline scan`. */
export type Scan = { code: number | null; analysis: Analysis & { inventory?: Inventory } };

/** The analyses of an estate, in their order. */
export type EstateRun = {
  /** The addresses of the managed instances, as terraform writes them. */
  addresses: string[];
  /** Right after the apply; with an inventory, if the estate is run with one. */
  fresh: Scan;
  /** After terraform has refreshed the state. */
  settled: Scan;
  /** After the neutral changes. */
  neutral: Scan;
  /** After the real changes, too. */
  changed: Scan;
  /**
   * The same by a provider that has the credentials and calls the cloud directly. Only for the provider found on this
   * machine.
   */
  direct?: Scan;
  /** The same state read by the other provider, if there is one. */
  other?: Scan;
  /** The same cloud against the state as the apply left it. */
  late: Scan;
  /** The drift that terraform reports then. */
  oracle: Map<string, OracleDrift>;
};

/**
 * Copies the current state, in the state files of the estate, to a directory for `plumbline scan`. Returns its path.
 */
export async function keep(estate: Estate, { dir, statePath }: Workspace, name: string): Promise<string> {
  const target = join(dir, '.states', name);
  await mkdir(target, { recursive: true });
  if (estate.placement) await splitState(statePath, target, estate.placement);
  else await copyFile(statePath, join(target, 'terraform.tfstate'));
  return target;
}

/** Plumbline's options for the tag settings of the estate's configuration. */
export async function settingsOf({ settings }: Estate, dir: string): Promise<string[]> {
  if (!settings) return [];
  const file = join(dir, 'provider-settings.json');
  await writeFile(file, JSON.stringify(settings));
  return ['--provider-settings', file];
}

type Running = {
  /** The provider for terraform; by default the one found on this machine. */
  provider?: AwsProvider | undefined;
  /** Another provider, which also reads the state of the first. */
  other?: AwsProvider | undefined;
  /** Also lists what is in the cloud and in no state, right after the apply. */
  inventory?: boolean;
};

/** Options for an inventory of everything, however young. */
const UNMANAGED = ['--unmanaged', '--min-age', '0', '--allow-unlisted'];

/**
 * Applies an estate on a new moto, changes it step by step, and scans it after each step. Removes everything
 * afterwards.
 */
export async function runEstate(estate: Estate, running: Running = {}): Promise<EstateRun> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryDirectory());
  const moto = await startMoto();
  stack.defer(() => moto.stop());
  const front = await startFront(moto.url);
  stack.defer(() => front.close());
  return await runSteps(estate, front.url, path, running);
}

async function runSteps(
  estate: Estate,
  motoUrl: string,
  dir: string,
  { provider, other, inventory }: Running,
): Promise<EstateRun> {
  const workspace = await applyConfiguration(motoUrl, dir, estate.source, { provider });
  const options = await settingsOf(estate, dir);
  const scan = (
    target: string,
    {
      env = {},
      mirror = workspace.mirror,
      more = [],
    }: { env?: Record<string, string>; mirror?: string; more?: string[] } = {},
  ): Promise<Scan> =>
    plumblineScan({ ...workspace, mirror, statePath: target, env: { ...workspace.env, ...env } }, [
      ...options,
      ...more,
    ]);
  const afterApply = await keep(estate, workspace, 'fresh');
  const fresh = await scan(afterApply, { more: inventory ? UNMANAGED : [] });
  await settle(workspace);
  const afterRefresh = await keep(estate, workspace, 'settled');
  const settled = await scan(afterRefresh);
  const values = await stateValues(workspace);
  const cloud = openCloud(motoUrl, values);
  for (const change of estate.neutral) await change.run(cloud);
  const neutral = await scan(afterRefresh);
  for (const change of estate.changes) await change.run(cloud);
  const changed = await scan(afterRefresh);
  const direct = provider ? undefined : await scan(afterRefresh, { env: { PLUMBLINE_GATEWAY: '0' } });
  const byOther = other && (await scan(afterRefresh, { mirror: (await layMirror(join(dir, '.other'), other)).mirror }));
  const late = await scan(afterApply);
  const oracle = await refreshOnlyPlan(workspace);
  return {
    addresses: [...values.keys()].sort(),
    fresh,
    settled,
    neutral,
    changed,
    late,
    oracle,
    ...(direct && { direct }),
    ...(byOther && { other: byOther }),
  };
}
