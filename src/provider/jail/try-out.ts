import { spawn } from 'node:child_process';
import { READ_DEVICES, SYSTEM_PATHS } from './system-paths.ts';
import type { GuardTask, GuardWord, Layers } from './types.ts';

export const NOTHING: Layers = { landlock: 0, seccomp: false, mounts: false, network: false };

/** A start of Node and of one library, on a machine that is busy. */
const TRIAL_MS = 30_000;

export type Trial = {
  /** The words that start the guard. */
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Whether the first word is a program that may not be there, or says by ending with 1 that it may not do what it is for. */
  optional?: boolean;
  /** Default 30 s. */
  timeoutMs?: number;
};

/**
 * What the guard finds. Only its own word is an answer, so that a machine that is short of something for a moment does not
 * pass for one without a sandbox. Throws an error where there is none.
 */
export function tryOut({ argv, env, optional = false, timeoutMs = TRIAL_MS }: Trial): Promise<Layers> {
  const [program = '', ...rest] = argv;
  const task: GuardTask = {
    layers: NOTHING,
    path: '',
    env: {},
    privateDir: '/',
    read: [...SYSTEM_PATHS, ...READ_DEVICES],
    write: [],
    ports: [],
  };
  const { promise, resolve, reject } = Promise.withResolvers<Layers>();
  const fail = (why: string, cause?: unknown): void =>
    reject(new Error(`What keeps providers in could not be tried out: ${why}.`, { cause }));
  const child = spawn(program, rest, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const timer = setTimeout(() => {
    fail(`the guard said nothing for ${timeoutMs / 1000} s`);
    child.kill('SIGKILL');
  }, timeoutMs);
  child.once('message', (word: GuardWord) => resolve('layers' in word ? word.layers : NOTHING));
  child.once('error', (error: NodeJS.ErrnoException) => {
    if (optional && error.code === 'ENOENT') resolve(NOTHING);
    else fail(`the guard could not be started: ${error.message}`, error);
  });
  // Not `exit`: a word may still be on its way.
  child.once('close', (code, signal) => {
    if (optional && code === 1) resolve(NOTHING);
    else fail(`the guard ${signal === null ? `exited with code ${code}` : `was ended by ${signal}`} without a word`);
  });
  child.send(task, () => undefined);
  return promise.finally(() => clearTimeout(timer));
}
