import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Env } from '../../server/config/config.ts';
import { CliError } from '../terminal/client.ts';

const BIN = fileURLToPath(new URL('../../../bin/plumbline.mjs', import.meta.url));
const READY = /^Plumbline listens on (\S+)$/m;
const START_MS = 90_000;
const STOP_MS = 20_000;

export type DemoServer = { url: string; stop(): Promise<void> };

/**
 * Starts `plumbline start` as a separate process with exactly this environment: the user's AWS profile, database and
 * keys must not reach the demo. It is detached, so that this process decides what Ctrl-C does, and has an IPC channel,
 * whose closing ends it when this process is killed.
 */
export async function startDemoServer(env: Env, signal: AbortSignal): Promise<DemoServer> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [BIN, 'start'], {
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit').catch(() => undefined);
  try {
    return { url: await addressOf(child, signal), stop: () => stop(child, ended) };
  } catch (error) {
    await stop(child, ended);
    throw error;
  }
}

async function addressOf(child: ChildProcess, signal: AbortSignal): Promise<string> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < 10_000) said += text;
  });
  for (const deadline = Date.now() + START_MS; Date.now() < deadline;) {
    const url = READY.exec(said)?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new CliError(`The server did not start.\n${said.trim()}`);
    await sleep(25, undefined, { signal });
  }
  throw new CliError(`The server was not ready after ${START_MS / 1000} s.\n${said.trim()}`);
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}
