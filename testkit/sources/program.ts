import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export type StartedProgram = { url: string; pid: number | undefined } & AsyncDisposable;

/**
 * Runs a server on a free port of 127.0.0.1 and waits until it answers. It ends when it goes out of scope, or with this
 * process.
 */
export async function startProgram(
  program: string,
  argumentsAt: (port: number) => readonly string[],
): Promise<StartedProgram> {
  const port = await freePort();
  const child = spawn(program, argumentsAt(port), { stdio: 'ignore' });
  const exited = once(child, 'exit').catch(() => undefined);
  const endWithUs = (): unknown => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null || tries === 600) throw new Error(`${program} does not answer at ${url}`);
    await sleep(100);
  }
  return {
    url,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      process.off('exit', endWithUs);
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Sends a request of the test itself; throws if the server refuses. */
export async function must(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok)
    throw new Error(`${init.method ?? 'GET'} ${new URL(url).pathname}: ${response.status} ${await response.text()}`);
  return response;
}
