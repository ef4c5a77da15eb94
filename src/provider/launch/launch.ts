import { lstat, open, realpath, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { ASK } from '../locations/problems.ts';
import { ProviderProblem } from '../contract/problem.ts';
import type { FoundProvider } from '../contract/types.ts';
import { messageOf } from '../../base/errors.ts';
import type { ProviderProxy } from '../../clouds/tunnel/provider-proxy.ts';
import { layersFor, ownPaths } from '../jail/own-paths.ts';
import type { Sandbox } from '../jail/sandbox.ts';
import {
  createClientCertificate,
  pluginEnvironment,
  withoutWays,
  parseHandshake,
  type Handshake,
} from './handshake.ts';
import { privateDirectory, spawnGuarded, type Child } from './spawn.ts';

/** The problem for a failed start. The system's message, in `cause`, names files of this machine: internal only. */
export function startFailed({ source, version, path }: FoundProvider, why: string, cause?: unknown): ProviderProblem {
  const provider = `The provider ${source} ${version}`;
  const detail = cause === undefined ? `: ${why}` : '';
  return new ProviderProblem(
    'provider_start_failed',
    source,
    `${provider} could not be started${detail}. ${ASK} to look into it.`,
    { internal: `${provider} at ${path} could not be started: ${why}.`, cause },
  );
}

export type LaunchOptions = {
  /** The provider's environment besides the protocol's own variables; nothing else is inherited. */
  childEnv: Readonly<Record<string, string>>;
  /** Its sandbox. */
  sandbox: Sandbox;
  /** Further files and directories that the provider may read. */
  files?: readonly string[];
  /** The working directory; default: the private directory. */
  directory?: string | undefined;
  /** Opens the process's only proxy; variables in `childEnv` that name another way out are dropped. */
  openProxy?: ((dir: string) => Promise<ProviderProxy>) | undefined;
  /** Default: 60 s, since a cold start of a large binary from a slow disk takes long. */
  startTimeoutMs?: number;
  /** The output limit of a process; default: 256 MiB. Providers write some megabytes, and reading costs time. */
  maxOutputBytes?: number;
  signal?: AbortSignal;
};

/** A provider process after its handshake, with the client's half of the mutual TLS. */
export type Launched = Handshake & {
  child: Child;
  clientCertificate: string;
  clientKey: string;
  /** Counts its output in any channel, and kills it above the limit. */
  wrote: (bytes: number) => void;
  /** Its network proxy, if any. */
  proxy: ProviderProxy | undefined;
};

const MAX_LINE = 64 * 1024;

/** The first bytes of ELF, a script, and Mach-O in both byte orders and its fat form. */
const PROGRAM = /^(7f454c46|2321|feedfac[ef]|c[ef]faedfe|cafebabe)/;

/** With any other file, exec would have a shell run it. */
async function looksLikeProgram(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return PROGRAM.test(buffer.toString('hex', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** The first line of `stdout`, or 100 characters of an endless one; discards the rest. Undefined at an early end. */
function firstLine(stdout: Readable): Promise<string | undefined> {
  return new Promise((done) => {
    let text = '';
    const end = (line: string | undefined): void => {
      stdout.removeAllListeners('data');
      stdout.resume();
      done(line);
    };
    stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const newline = text.indexOf('\n');
      if (newline >= 0) end(text.slice(0, newline));
      else if (text.length > MAX_LINE) end(text.slice(0, 100));
    });
    stdout.once('end', () => end(undefined));
  });
}

/**
 * Starts a provider and performs the handshake (go-plugin, AutoMTLS). Throws `provider_start_failed` where the file is
 * no provider, exits, prints something else, speaks another protocol or does not answer in time; no process is left
 * then.
 */
export async function launch(provider: FoundProvider, options: LaunchOptions): Promise<Launched> {
  const failed = (why: string, cause?: unknown): ProviderProblem => startFailed(provider, why, cause);
  const program = await looksLikeProgram(provider.path).catch((error: unknown) => {
    throw failed(messageOf(error), error);
  });
  if (!program) throw failed('the file is not a program. Unpack the provider for this machine again');
  if (options.signal?.aborted) throw failed('the start was called off');

  // Before the directory is created, which a failure would leave behind: the probe starts processes of its own.
  const by = await options.sandbox.confinement().catch((error: unknown) => {
    throw failed(messageOf(error), error);
  });
  const { certificate, key } = createClientCertificate();
  const privateDir = await privateDirectory();
  let proxy: ProviderProxy | undefined;
  const child = await (async () => {
    proxy = await options.openProxy?.(privateDir);
    const way = proxy;
    const own = way?.endsTls ? withoutWays(options.childEnv) : options.childEnv;
    const childEnv = { ...own, ...way?.env };
    const path = await realpath(provider.path);
    const { read, write } = await ownPaths(path, privateDir, childEnv, options.sandbox);
    return spawnGuarded({
      path,
      env: pluginEnvironment(childEnv, privateDir, certificate),
      privateDir,
      directory: options.directory,
      confined: by && {
        by: { ...by, layers: layersFor(provider.source, by.layers) },
        to: { read: [...read, ...(options.files ?? [])], write, ports: way ? way.ports : [] },
      },
      onConnection: (port: number, socket: Socket) => (way ? way.accept(port, socket) : socket.destroy()),
    });
  })().catch(async (error: unknown) => {
    await Promise.all([proxy?.close(), rm(privateDir, { recursive: true, force: true })]);
    throw failed(messageOf(error), error);
  });
  void child.ended.then(() => proxy?.close());
  try {
    const handshake = await shakeHands(child, options);
    if ('wrong' in handshake) throw failed(handshake.wrong);
    if (!(await isSocketIn(privateDir, handshake.socket))) throw failed('it names a socket that is not its own');
    const wrote = outputCount(child, options.maxOutputBytes);
    child.stdout.on('data', (chunk: Buffer) => wrote(chunk.length));
    return { ...handshake, child, wrote, proxy, clientCertificate: certificate, clientKey: key };
  } catch (error) {
    child.kill();
    await child.ended;
    throw error;
  }
}

/** Checked because Plumbline connects to the socket, and may reach more sockets than the provider. */
async function isSocketIn(privateDir: string, path: string): Promise<boolean> {
  try {
    const [own, at, file] = await Promise.all([realpath(privateDir), realpath(dirname(path)), lstat(path)]);
    return (at === own || at.startsWith(`${own}/`)) && file.isSocket();
  } catch {
    return false;
  }
}

function outputCount(child: Child, limit = 256 * 1024 ** 2): (bytes: number) => void {
  let sum = 0;
  return (bytes) => {
    sum += bytes;
    if (sum > limit) child.kill('output');
  };
}

async function shakeHands(
  child: Child,
  { startTimeoutMs = 60_000, signal }: LaunchOptions,
): Promise<Handshake | { wrong: string }> {
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<{ wrong: string }>();
  const seconds = Math.round(startTimeoutMs / 1000);
  const timer = setTimeout(() => giveUp({ wrong: `it said nothing for ${seconds} s` }), startTimeoutMs);
  const abort = (): void => giveUp({ wrong: 'the start was called off' });
  signal?.addEventListener('abort', abort);
  try {
    const line = firstLine(child.stdout).then(async (line) =>
      line === undefined ? { wrong: `it ${await child.ended} before it had introduced itself` } : parseHandshake(line),
    );
    return await Promise.race([line, gaveUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
