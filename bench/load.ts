import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'));

/** The result of one run of requests. */
export type Load = { requests: number; perSecond: number; p50Ms: number; p99Ms: number };

/** The request to repeat. */
export type Target = { url: string; headers?: Record<string, string> };

type Result = {
  requests: { average: number; total: number };
  latency: { p50: number; p99: number };
  errors: number;
  non2xx: number;
};

/** Sends requests from a separate process, over 32 connections. Throws if a response was not 2xx. */
export async function load({ url, headers = {} }: Target, seconds: number): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]);
  const args = [
    AUTOCANNON,
    '--json',
    '--no-progress',
    '--connections',
    '32',
    '--duration',
    String(seconds),
    ...named,
    url,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  const { requests, latency, errors, non2xx } = JSON.parse(stdout) as Result;
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} answers that were not 2xx`);
  return { requests: requests.total, perSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99 };
}

/** Starts a server of the benches: a script that prints its URL. */
export async function startScript(
  name: string,
  args: string[],
): Promise<{ url: string; pid: number } & AsyncDisposable> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [said] = (await Promise.race([
    once(child.stdout!, 'data'),
    exited.then(() => Promise.reject(new Error(`${name} did not start`))),
  ])) as [Buffer];
  return {
    url: said.toString().trim(),
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
