import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type TestRedis = {
  url: string;
  /** Simulates a power failure: all data is lost, and no connection is closed properly. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** Stops responses until `resume`; connections stay open. */
  pause(): void;
  resume(): void;
} & AsyncDisposable;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** A Redis that a test may damage, not started yet. Needs `redis-server` on PATH. */
export async function ownRedis(): Promise<TestRedis> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/'];
  let child: ChildProcess | undefined;

  async function kill() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start() {
      child = spawn('redis-server', args, { stdio: 'ignore' });
      while (!(await accepts(port))) {
        if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
        await sleep(20);
      }
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    [Symbol.asyncDispose]: kill,
  };
}
