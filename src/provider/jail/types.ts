import type { Allowed } from './landlock.ts';

/** The confinement layers that the kernel has. */
export type Layers = {
  /** The version of Landlock; 0 without it. */
  landlock: number;
  seccomp: boolean;
  /** A mount namespace with only the readable paths, so also without other programs' unix sockets. */
  mounts: boolean;
  /** A network namespace with only the ports that the program may connect to. */
  network: boolean;
};

/** The instructions to the guard. */
export type GuardTask = Allowed & {
  layers: Layers;
  /** The program, started without arguments. */
  path: string;
  env: Readonly<Record<string, string>>;
  /** Its private directory, which is its working directory. */
  privateDir: string;
};

/** The guard's message: the layers of a trial, a port of the program's own network, or the reason of a failure. */
export type GuardWord = { layers: Layers } | { port: number } | { failed: string };

/** The level of confinement, and its gaps. */
export type SandboxLevel = {
  level: 'full' | 'partial' | 'none' | 'off';
  /** The gaps, as sentences; empty where there are none. */
  missing: readonly string[];
};
