import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../tmp.ts';

const run = promisify(execFile);

/** A server that a test may damage. */
export type TestServer = {
  /** The URL with the administrator's name and password. The port stays the same after every restart. */
  url: URL;
  /** The arguments of its provider block. */
  config: Record<string, unknown>;
  /** The directory of its files, for its command-line clients. */
  dir: string;
  /** Kills it at once, as a power failure would. */
  stop(): Promise<void>;
  /** Starts it again with its data. */
  start(): Promise<void>;
  /** Starts it again without data, like a new server at the same address. */
  startEmpty(): Promise<void>;
} & AsyncDisposable;

export type ServerKind = {
  /** `rabbitmq` has a script `testkit/rabbitmq-up.sh DIR [PORT]` that prints a URL. */
  name: string;
  /** Files in its directory with process ids; the server's own is first. */
  pidFiles: readonly string[];
  /** The files of its directory that survive a reset: names and passwords. */
  keeps: readonly string[];
  configOf: (url: URL) => Record<string, unknown>;
};

const isAlive = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // A process that has ended and was not reaped yet is a zombie.
  return stat !== undefined && stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
};

async function killNow(pidFile: string): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => '0'));
  if (!(pid > 1)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
  while (await isAlive(pid)) await sleep(10);
  await rm(pidFile, { force: true });
}

/** Starts a server by its script. */
export async function startServer({ name, pidFiles, keeps, configOf }: ServerKind): Promise<TestServer> {
  const script = fileURLToPath(new URL(`../${name}-up.sh`, import.meta.url));
  const home = await temporaryDirectory();
  const dir = home.path;
  const up = async (...port: string[]) => (await run(script, [dir, ...port])).stdout.trim().split('\n').at(-1) ?? '';
  const stop = async () => {
    for (const file of pidFiles) await killNow(join(dir, file));
  };
  const url = new URL(
    await up().catch(async (error: unknown) => {
      await stop();
      throw error;
    }),
  );
  return {
    url,
    dir,
    config: configOf(url),
    stop,
    start: async () => void (await up(url.port)),
    async startEmpty() {
      await run('find', [
        dir,
        '-mindepth',
        '1',
        '-maxdepth',
        '1',
        ...keeps.flatMap((one) => ['!', '-name', one]),
        '-exec',
        'rm',
        '-rf',
        '{}',
        '+',
      ]);
      await up(url.port);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await home[Symbol.asyncDispose]();
    },
  };
}
