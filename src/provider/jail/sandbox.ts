import { realpathSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { levelOf } from './level.ts';
import { SYSTEM_PATHS } from './system-paths.ts';
import { thisMachine } from './system-calls.ts';
import { tryOut } from './try-out.ts';
import type { Layers, SandboxLevel } from './types.ts';

/** The settings for starting a confined program. */
export type Confinement = {
  layers: Layers;
  /** The command that starts the guard. */
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
};

/** This machine's confinement, as passed to other processes. */
export type Known = { confinement: Confinement | undefined };

/** The sandbox of the providers. */
export type Sandbox = {
  /** Probes the machine's layers once; undefined where programs run unconfined. Throws where the probe failed. */
  confinement(): Promise<Confinement | undefined>;
  /** Throws as `confinement` does. */
  level(): Promise<SandboxLevel>;
  /** Paths that programs may read and write, beyond the system and their own. */
  extra: { read: readonly string[]; write: readonly string[] };
};

export type SandboxOptions = {
  /** `off` runs programs unconfined. */
  mode: 'auto' | 'off';
  read?: readonly string[];
  write?: readonly string[];
  /** Paths with secrets, reported as open where all programs may read them. */
  secret?: readonly string[];
  /** The probe's result from another process of this user. */
  known?: Known | undefined;
  /** Layers that are not used even where the machine has them. */
  without?: readonly ('namespaces' | 'landlock' | 'seccomp')[];
};

/** The built guard lies beside this file where this is the built file. */
const guardFile = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './guard.ts' : './guard.js', import.meta.url));

/** An ordinary user may leave the machine's namespaces as root of a user namespace; root needs no such step. */
const ENTER = ['unshare', '--map-root-user', '--mount', '--net', '--'];

function environment(): Record<string, string> {
  const cache = getCompileCacheDir();
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    UV_USE_IO_URING: '0',
    ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }),
  };
}

async function probe(without: NonNullable<SandboxOptions['without']>): Promise<Confinement | undefined> {
  if (process.platform !== 'linux' || thisMachine() === undefined) return undefined;
  const env = environment();
  const guard = [process.execPath, '--no-warnings', guardFile()];
  const entered = [...ENTER, ...guard];
  let [argv, layers] = [guard, await tryOut({ argv: guard, env })];
  if (!layers.mounts && layers.landlock > 0 && !without.includes('namespaces')) {
    const behind = await tryOut({ argv: entered, env, optional: true });
    if (behind.mounts) [argv, layers] = [entered, behind];
  }
  if (without.includes('namespaces')) layers = { ...layers, mounts: false, network: false };
  if (without.includes('landlock')) layers = { ...layers, landlock: 0 };
  if (without.includes('seccomp')) layers = { ...layers, seccomp: false };
  if (layers.landlock === 0 && !layers.seccomp && !layers.mounts) return undefined;
  return { layers, argv, env };
}

function isOpen(path: string): boolean {
  const real = realpathSync(path);
  return SYSTEM_PATHS.some((open) => real.startsWith(`${open}/`));
}

/** Confines programs as far as the machine allows. The layers are probed on first use. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { mode, read = [], write = [], secret = [], without = [], known } = options;
  let probed = known && Promise.resolve(known.confinement);
  const confinement = (): Promise<Confinement | undefined> =>
    (probed ??= (mode === 'off' ? Promise.resolve(undefined) : probe(without)).catch((error: unknown) => {
      // The next caller tries again.
      probed = undefined;
      throw error;
    }));
  return {
    confinement,
    level: async () =>
      mode === 'off' ? levelOf('off') : levelOf((await confinement())?.layers, secret.filter(isOpen)),
    extra: { read, write },
  };
}
