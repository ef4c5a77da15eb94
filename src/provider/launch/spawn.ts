import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { killByEnvironment } from './groups.ts';

/**
 * The shell becomes the provider (`exec`), and leaves a watchdog behind that reads a pipe on which nothing is ever
 * written: when this process ends, in whatever way, kill -9 included, the pipe is closed, and the watchdog kills the
 * provider, removes its socket directory and goes. The pipe is inherited, so there is no moment without protection. `$$`
 * stays the provider's own: it is the process group's id too, and cannot be given to another process while the watchdog
 * is in that group. What the provider has started and put into other groups is found by the directory's name in its
 * environment, where there is a /proc. A core dump would hold credentials.
 */
const SCRIPT = `
{
  read -r _ <&3
  kill -KILL $$
  rm -rf -- "$PLUGIN_UNIX_SOCKET_DIR"
  me=$(exec sh -c 'echo $PPID')
  grep -l -F -- "PLUGIN_UNIX_SOCKET_DIR=$PLUGIN_UNIX_SOCKET_DIR" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
    [ "$pid" = "$me" ] || kill -KILL "$pid"
  done
  kill -KILL 0
} >/dev/null 2>&1 &
exec 3<&-
ulimit -c 0
exec "$0"
`;

/** Why a process was killed by us, and how that is told. */
const KILLS = {
  memory: 'used more memory than it may, and was ended',
  processes: 'started more processes than it may, and was ended',
  output: 'wrote more to its output than it may, and was ended',
  hang: 'gave no answer any more, and was ended',
  connection: 'closed its connection, and was ended',
} as const;

export type KillCause = keyof typeof KILLS;

/** A child that cannot outlive this process. */
export type Child = {
  readonly pid: number;
  readonly stdout: Readable;
  /** Resolves when the process is gone and its directory is removed; says how it ended ("exited with code 1"). */
  readonly ended: Promise<string>;
  /** SIGKILL, at once, for the process and whatever it started. `cause` is told by `ended`, and kept. */
  kill: (cause?: KillCause) => void;
  /** Why it was killed, if it was for a cause. */
  killedFor: () => KillCause | undefined;
};

/** A directory for sockets, for this process's user alone (mkdtemp makes it 0700). */
export function privateDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'plumbline-'));
}

/**
 * Starts `path` without arguments, in a process group of its own (a Ctrl-C on the terminal is ours to handle), with
 * stderr discarded. `privateDir` is removed when it ends. Rejects when no process could be started.
 */
export async function spawnGuarded(path: string, env: Record<string, string>, privateDir: string): Promise<Child> {
  const child = spawn('/bin/sh', ['-c', SCRIPT, resolve(path)], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  let killedFor: KillCause | undefined;
  const ended = endOf(child).then(async (how) => {
    killByEnvironment(`PLUGIN_UNIX_SOCKET_DIR=${privateDir}`);
    await rm(privateDir, { recursive: true, force: true });
    return killedFor === undefined ? how : KILLS[killedFor];
  });
  const { pid, stdout } = child;
  if (pid === undefined || stdout === null) throw new Error(await ended);
  child.stdio[3]?.on('error', () => undefined);
  stdout.on('error', () => undefined);
  const kill = (cause?: KillCause): void => {
    killedFor ??= cause;
    killGroup(pid);
  };
  return { pid, stdout, ended, kill, killedFor: () => killedFor };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    child.once('error', (error) => done(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (child.pid !== undefined) killGroup(child.pid);
      child.stdio[3]?.destroy();
      done(signal === null ? `exited with code ${code}` : `was ended by ${signal}`);
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
