import { spawn } from 'node:child_process';
import { READ_DEVICES, SYSTEM_PATHS } from './system-paths.ts';
import type { GuardTask, GuardWord, Layers } from './types.ts';

export const NOTHING: Layers = { landlock: 0, seccomp: false, mounts: false, network: false };

/** Enough for a start of Node and one library on a busy machine. */
const TRIAL_MS = 30_000;

export type Trial = {
  /** The command that starts the guard. */
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  /** True where the command's program may be missing, or exits with 1 where it lacks permission. */
  optional?: boolean;
  /** Default 30 s. */
  timeoutMs?: number;
};

/**
 * Runs the guard and returns the layers that it finds. Only the guard's own message counts, so that a machine that is
 * briefly short of something does not pass for one without a sandbox. Throws where there is no message.
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
  // Not `exit`: a message may still be on its way.
  child.once('close', (code, signal) => {
    if (optional && code === 1) resolve(NOTHING);
    else fail(`the guard ${signal === null ? `exited with code ${code}` : `was ended by ${signal}`} without a word`);
  });
  child.send(task, () => undefined);
  return promise.finally(() => clearTimeout(timer));
}
