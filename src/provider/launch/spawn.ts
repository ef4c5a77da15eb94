import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Confinement } from '../jail/sandbox.ts';
import type { GuardTask, GuardWord } from '../jail/types.ts';
import { killByEnvironment } from './groups.ts';

/**
 * The shell becomes the provider (`exec`), through the guard that confines it (`jail/guard.ts`). Before, it starts a
 * watchdog that reads a pipe on which nothing is ever written. When this process ends in any way, kill -9 included, the
 * pipe closes, and the watchdog kills the provider and the processes that it started, removes its socket directory and
 * ends. The pipe is inherited, so there is no moment without protection. `$$` stays the provider's process id, which is
 * also the process group's id and cannot be reused while the watchdog is in that group. Where system calls are closed,
 * the provider's processes cannot leave the group; elsewhere they are found by the directory's name in their
 * environment, if there is a /proc. Core dumps are off, since they would hold credentials.
 */
const SCRIPT = `
{
  read -r _ <&3
  kill -KILL $$
  me=$(exec sh -c 'echo $PPID')
  for round in 1 2 3 4 5; do
    found=
    for stat in /proc/[0-9]*/stat; do
      line=
      while read -r part || [ -n "$part" ]; do line="$line $part"; done <"$stat"
      pid=\${stat#/proc/} pid=\${pid%/stat}
      set -- \${line##*) }
      [ "$3" = $$ ] && [ "$1" != Z ] && [ "$pid" != "$me" ] && kill -KILL "$pid" && found=1
    done
    [ -n "$found" ] || break
  done
  grep -l -F -- "PLUGIN_UNIX_SOCKET_DIR=$PLUGIN_UNIX_SOCKET_DIR" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
    [ "$pid" = "$me" ] || kill -KILL "$pid"
  done
  rm -rf -- "$PLUGIN_UNIX_SOCKET_DIR"
  kill -KILL 0
} >/dev/null 2>&1 4>&- &
exec 3<&-
ulimit -c 0
exec "$@"
`;

/** Reasons why Plumbline kills a process, with their texts for people. */
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
  /** Resolves when the process has ended and its directory is removed, with how it ended ("exited with code 1"). */
  readonly ended: Promise<string>;
  /** Sends SIGKILL to the process and all processes that it started. `ended` reports the first `cause`. */
  kill: (cause?: KillCause) => void;
  /** The cause of its kill, if there was one. */
  killedFor: () => KillCause | undefined;
};

/** Creates a directory for sockets that only this user can open (mkdtemp sets 0700). */
export function privateDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'plumbline-'));
}

/** A program to start. */
export type Start = {
  path: string;
  env: Readonly<Record<string, string>>;
  /** Its working directory, which is removed when it ends. */
  privateDir: string;
  /** The working directory of an unconfined program. */
  directory?: string | undefined;
  /** The confinement and its paths and ports; undefined for an unconfined program. */
  confined?: { by: Confinement; to: Pick<GuardTask, 'read' | 'write' | 'ports'> } | undefined;
  /** Takes over connections to a port of the program's own network namespace. */
  onConnection?: (port: number, socket: Socket) => void;
};

/** Sends the guard its instructions and receives its servers. `failed()` returns the guard's error, if any. */
function instruct(child: ChildProcess, { path, env, privateDir, confined, onConnection }: Start) {
  let failed: string | undefined;
  const servers = new Set<Server>();
  if (confined) {
    child.on('message', (word: GuardWord, server) => {
      if ('failed' in word) failed = `could not be confined: ${word.failed}`;
      if (!('port' in word) || !server) return;
      const listening = server as Server;
      servers.add(listening);
      listening.on('connection', (socket) => onConnection?.(word.port, socket));
    });
    const task: GuardTask = { ...confined.to, layers: confined.by.layers, path, env, privateDir };
    // A guard that ended before it received them is reported by `ended`.
    child.send(task, () => undefined);
  }
  return {
    failed: () => failed,
    close: () => servers.forEach((server) => server.close()),
  };
}

/**
 * Starts a program without arguments in a process group of its own (Ctrl-C on the terminal is ours to handle), with
 * stderr discarded. `privateDir` is removed when it ends. Rejects where no process could be started.
 */
export async function spawnGuarded(start: Start): Promise<Child> {
  const { path, env, privateDir, confined, directory = privateDir } = start;
  const argv = confined?.by.argv ?? [resolve(path)];
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...argv], {
    env: confined ? { ...confined.by.env, PLUGIN_UNIX_SOCKET_DIR: privateDir } : env,
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe', confined ? 'ipc' : 'ignore'],
  });
  const guard = instruct(child, start);
  let killedFor: KillCause | undefined;
  const ended = endOf(child).then(async (how) => {
    guard.close();
    if (!confined?.by.layers.seccomp) killByEnvironment(`PLUGIN_UNIX_SOCKET_DIR=${privateDir}`);
    // It may have created directories there that its user cannot read.
    await rm(privateDir, { recursive: true, force: true }).catch(() => undefined);
    return killedFor === undefined ? (guard.failed() ?? how) : KILLS[killedFor];
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
