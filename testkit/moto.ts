import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { motoServer } from './needs.ts';

export type Moto = {
  /** The endpoint for every AWS client: `http://127.0.0.1:<port>`. */
  url: string;
  pid: number;
  /** Deletes everything that was created. */
  reset(): Promise<void>;
  /** Stops the process and waits for its end. */
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 60_000;

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await exited;
}

/** The URL that moto prints when it listens. Throws an error with its output if it ends before. */
async function addressOf(child: ChildProcess, exited: Promise<unknown>): Promise<string> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => said.length < 50 && said.push(line));
  }
  const address = (): string | undefined =>
    said.map((line) => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]).find(Boolean);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const url = address();
    if (url) return url;
    if (child.pid === undefined || child.exitCode !== null) {
      await exited;
      throw new Error(`moto_server ended at once: ${said.slice(-5).join(' | ')}`);
    }
    if (Date.now() > deadline) throw new Error(`moto_server did not listen within ${START_TIMEOUT_MS / 1000} s`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/**
 * Runs moto, the AWS emulator, on a free port of 127.0.0.1 and waits until it answers. `program` is the path of
 * `moto_server`. Throws if there is none, or if it does not start. It also ends when this process exits.
 */
export async function startMoto(program: string | undefined = motoServer()): Promise<Moto> {
  if (program === undefined) throw new Error('moto_server was not found: pip install "moto[server]==5.2.1"');
  const child = spawn(program, ['-H', '127.0.0.1', '-p', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const endWithUs = (): unknown => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  void exited.then(
    () => process.off('exit', endWithUs),
    () => process.off('exit', endWithUs),
  );
  try {
    const url = await addressOf(child, exited);
    const reset = async (): Promise<void> => {
      const response = await fetch(`${url}/moto-api/reset`, { method: 'POST' });
      if (!response.ok) throw new Error(`moto answered its reset with ${response.status}`);
    };
    await reset();
    return { url, pid: child.pid!, reset, stop: () => end(child, exited) };
  } catch (error) {
    if (child.pid !== undefined) await end(child, exited);
    throw error;
  }
}
