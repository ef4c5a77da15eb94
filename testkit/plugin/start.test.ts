import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { X509Certificate } from 'node:crypto';
import { Client, credentials } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClientCertificate } from '../../src/provider/launch/handshake.ts';
import { MAGIC_COOKIE } from '../../src/provider/launch/handshake.ts';
import { temporaryDirectory } from '../tmp.ts';
import { installFakeProvider, type Installed } from './install.ts';
import { opened } from './open.ts';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let both: Installed;
beforeAll(async () => {
  dir = await temporaryDirectory();
  both = await installFakeProvider(dir.path, { protocol: 'both' });
});
afterAll(() => dir[Symbol.asyncDispose]());

async function handshake(env: Record<string, string>): Promise<{ line: string[]; end: () => Promise<void> }> {
  const child = spawn(both.path, [], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { line: line.split('|'), end };
}

const basics = () => ({ TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE, PLUGIN_UNIX_SOCKET_DIR: dir.path });

test('explains that it is a plugin, and ends, without the magic cookie', async () => {
  const child = spawn(both.path, [], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const [code] = await once(child, 'close');
  expect([code, Buffer.concat(said).toString()]).toEqual([1, expect.stringContaining('This binary is a plugin')]);
});

test.each([
  ['5,6', '6'],
  ['5', '5'],
  ['6', '6'],
  ['4', '5'],
])('answers a client of protocols %s with protocol %s', async (offered, served) => {
  const { line, end } = await handshake({ ...basics(), PLUGIN_PROTOCOL_VERSIONS: offered });
  await end();
  expect(line).toEqual(['1', served, 'unix', expect.stringContaining(dir.path), 'grpc', '']);
});

test('presents its own certificate for localhost to a client with one, and rejects other clients', async () => {
  const { certificate } = createClientCertificate();
  const { line, end } = await handshake({ ...basics(), PLUGIN_CLIENT_CERT: certificate });
  try {
    const der = Buffer.from(line[5]!, 'base64');
    const x509 = new X509Certificate(der);
    expect(line[5]).not.toContain('=');
    expect([x509.subjectAltName, x509.ca, x509.verify(x509.publicKey)]).toEqual(['DNS:localhost', true, true]);
    const other = createClientCertificate();
    const root = Buffer.from(x509.toString());
    const stranger = credentials.createSsl(root, Buffer.from(other.key), Buffer.from(other.certificate));
    const client = new Client(`unix:${line[3]}`, stranger, { 'grpc.ssl_target_name_override': 'localhost' });
    const ready = new Promise((done, fail) => client.waitForReady(Date.now() + 1500, (e) => (e ? fail(e) : done(0))));
    await expect(ready).rejects.toThrow('Failed to connect');
    client.close();
  } finally {
    await end();
  }
});

test('ignores SIGINT, as providers do, and ends on shutdown of the controller', async () => {
  await using plugin = await opened(both);
  process.kill(plugin.pid, 'SIGINT');
  await expect(plugin.call('GetMetadata', {}, 5000)).resolves.toBeDefined();
  await plugin.stop();
  expect(await plugin.ended).toBe('exited with code 0');
  expect(() => process.kill(plugin.pid, 0)).toThrow('ESRCH');
});

test.each(['garbage', 'wrong_core', 'wrong_protocol', 'no_tls', 'flood', 'exit'] as const)(
  'fails a start (%s) that the host rejects',
  async (handshake) => {
    await using mirror = await temporaryDirectory();
    const broken = await installFakeProvider(mirror.path, { handshake });
    await expect(opened(broken)).rejects.toMatchObject({ code: 'provider_start_failed' });
  },
);
