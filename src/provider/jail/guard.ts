/**
 * Runs as a process of its own, confines itself, and becomes the program from its instructions, with the same process
 * id, process group and outputs. The order of the steps matters: each closes calls that the earlier ones need. The main
 * thread does all of them, since it is the thread that continues in the program.
 */
import { accessSync, constants } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { landlockAbi, restrictByLandlock } from './landlock.ts';
import { openLibc, type Libc } from './libc.ts';
import { leaveNamespaces, openLoopback, replaceTree } from './namespaces.ts';
import { closeCalls, dropCapabilities, forbidNewPrivileges, hasSeccomp } from './privileges.ts';
import { thisMachine, type Machine } from './system-calls.ts';
import type { GuardTask, GuardWord } from './types.ts';

const SIGPIPE = 13;
const CLOSE_ON_EXEC = 4;
/** The exit code that shells use for this. */
const NOT_EXECUTABLE = 126;

/** Node does not survive a failed exec, so this is checked first. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function say(word: GuardWord, server?: Server): Promise<void> {
  return new Promise((done, fail) => {
    process.send?.(word, server, {}, (error) => (error ? fail(error) : done()));
  });
}

/** Listens on a port of this process's own network namespace, and passes the connections to Plumbline. */
async function handOver(port: number): Promise<void> {
  const server = createServer();
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, '127.0.0.1', resolve);
  await listening;
  await say({ port }, server);
}

async function confine(libc: Libc, machine: Machine, task: GuardTask): Promise<void> {
  const { layers } = task;
  const allowed = { read: task.read, write: task.write, ports: task.ports };
  if (layers.mounts || layers.network) {
    // Repeating this is harmless where a program before this one has left the namespaces already.
    leaveNamespaces(libc);
    openLoopback(libc);
    for (const port of task.ports) await handOver(port);
    if (layers.mounts) replaceTree(libc, allowed);
  }
  process.chdir(task.privateDir);
  dropCapabilities(libc);
  forbidNewPrivileges(libc);
  if (!isExecutable(task.path)) process.exit(NOT_EXECUTABLE);
  if (layers.landlock > 0) restrictByLandlock(libc, layers.landlock, allowed);
  libc.setSignalToDefault(SIGPIPE);
  libc.call('close_range', 3, 0xffffffff, CLOSE_ON_EXEC);
  const signals = layers.landlock >= 6 ? undefined : process.pid;
  if (layers.seccomp) closeCalls(libc, { machine, signals, keepsContent: layers.landlock >= 3 });
}

/** Tries all layers, and reports which ones work. */
async function tryOut(libc: Libc, task: GuardTask): Promise<void> {
  const layers = { landlock: landlockAbi(libc), seccomp: false, mounts: false, network: false };
  try {
    leaveNamespaces(libc);
    openLoopback(libc);
    replaceTree(libc, task);
    layers.mounts = layers.network = true;
  } catch {
    // Not allowed here.
  }
  layers.seccomp = hasSeccomp(libc);
  await say({ layers });
}

async function run(task: GuardTask): Promise<void> {
  const machine = thisMachine();
  if (machine === undefined) throw new Error('this processor is unknown to the sandbox');
  const libc = openLibc(machine);
  if (task.path === '') return tryOut(libc, task);
  if (!process.execve) throw new Error('this Node cannot become another program; use 22.15 or newer');
  await confine(libc, machine, task);
  process.execve(task.path, [task.path], task.env);
}

process.once('message', (task: GuardTask) => {
  run(task)
    .catch((error: unknown) => say({ failed: error instanceof Error ? error.message : String(error) }))
    .finally(() => process.exit(NOT_EXECUTABLE));
});
