import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../bin/plumbline.mjs', import.meta.url));
/** The code cache for all tests. Each test has a new home directory, so a cache in there would never be reused. */
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/plumbline/code', import.meta.url));

export type Ended = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string };

export type Running = {
  child: ChildProcess;
  /** Its output so far. */
  said: { out: string; err: string };
  ended: Promise<Ended>;
};

/** A user of the machine, by number. */
export type User = { uid: number; gid: number };

/**
 * Runs bin/plumbline.mjs with this environment, `PATH`, `HOME` and the code cache. `flags` are Node's. Only root can
 * run it as another `user`.
 */
export function plumbline(
  args: readonly string[],
  env: Record<string, string> = {},
  flags: readonly string[] = [],
  user?: User,
): Running {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = COMPILED } = process.env;
  const child = spawn(process.execPath, [...flags, BIN, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = new Promise<Ended>((done) => child.once('close', (code, signal) => done({ code, signal, ...said })));
  return { child, said, ended };
}

/** Waits until a condition holds, or the process has ended. The only time limit is the test's own. */
export async function until({ child }: Running, condition: () => boolean): Promise<void> {
  while (!condition() && child.exitCode === null && child.signalCode === null)
    await new Promise((done) => setTimeout(done, 20));
}
