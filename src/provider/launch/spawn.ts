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
 * The shell becomes the provider (`exec`), by way of the guard that confines it (`jail/guard.ts`). It leaves a watchdog behind
 * that reads a pipe on which nothing is ever written: when this process ends, in whatever way, kill -9 included, the pipe is
 * closed, and the watchdog kills the provider and what it has started, removes its socket directory and ends. The pipe is
 * inherited, so there is no moment without protection. `$$` stays the provider's own: it is the process group's id too, and
 * cannot be given to another process while the watchdog is in that group. What the provider has started stays in its group
 * where system calls are closed; elsewhere it is found by the directory's name in its environment, where there is a /proc.
 * A core dump would hold credentials.
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

/** Why Plumbline killed a process, with its text for people. */
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
  /** SIGKILL, at once, for the process and whatever it started. `ended` reports the `cause`, and it is kept. */
  kill: (cause?: KillCause) => void;
  /** Why it was killed, if it was for a cause. */
  killedFor: () => KillCause | undefined;
};

/** A directory for sockets, for this process's user alone (mkdtemp makes it 0700). */
export function privateDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'plumbline-'));
}

/** What a program is started as. */
export type Start = {
  path: string;
  env: Readonly<Record<string, string>>;
  /** Where it runs, and what is removed when it ends. */
  privateDir: string;
  /** Where it runs instead, for one that is not kept in. */
  directory?: string | undefined;
  /** How it is kept in, and to what; undefined where it runs as it is. */
  confined?: { by: Confinement; to: Pick<GuardTask, 'read' | 'write' | 'ports'> } | undefined;
  /** Takes what connects to a port in the network that the program has for itself. */
  onConnection?: (port: number, socket: Socket) => void;
};

/** Sends the guard its instructions and receives its handles. Resolves with its complaint, if it has one. */
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
    // Where it has ended before it received them, its end reports that.
    child.send(task, () => undefined);
  }
  return {
    failed: () => failed,
    close: () => servers.forEach((server) => server.close()),
  };
}

/**
 * Starts a program without arguments, in a process group of its own (a Ctrl-C on the terminal is ours to handle), with
 * stderr discarded. `privateDir` is removed when it ends. Rejects when no process could be started.
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
    // It may have made directories there that its user may not read.
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
