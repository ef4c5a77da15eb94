import type { Allowed } from './landlock.ts';

/** The confinement layers that the kernel has. */
export type Layers = {
  /** The version of Landlock; 0 where there is none. */
  landlock: number;
  seccomp: boolean;
  /** A tree of mounts of its own, without anything that it may not read: also without others' unix sockets. */
  mounts: boolean;
  /** A network of its own, in which there is nothing but the ports that it may connect to. */
  network: boolean;
};

/** The instructions to the guard. */
export type GuardTask = Allowed & {
  layers: Layers;
  /** The program, which is started without arguments. */
  path: string;
  env: Readonly<Record<string, string>>;
  /** Its directory, and where it runs. */
  privateDir: string;
};

/** The message of the guard: which layers it got in a trial, a port of the program's own network, or why it gave up. */
export type GuardWord = { layers: Layers } | { port: number } | { failed: string };

/** The level of confinement, and its gaps. */
export type SandboxLevel = {
  level: 'full' | 'partial' | 'none' | 'off';
  /** The gaps, as sentences; empty where there are none. */
  missing: readonly string[];
};
