import { once } from 'node:events';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { providerRig } from '../../../testkit/provider-rig.ts';
import { testSandbox } from '../../../testkit/plugin/sandbox.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { createGateway } from '../../clouds/aws/gateway/gateway.ts';
import { launch } from './launch.ts';

/** Assembled at run time, so that no file that the process could read by accident contains them. */
const REAL = {
  accessKeyId: ['AKIA', 'CANARYCANARYKEY2'].join(''),
  secretAccessKey: ['secret', 'canary', 'of', 'the', 'role'].join('-'),
  sessionToken: ['token', 'canary', 'of', 'the', 'role'].join('-'),
};

/** A process's writable memory, which holds all that it may have received. Linux shows it to the process's parent. */
async function memoryOf(pid: number): Promise<Buffer[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
  const found = [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)].map(([, from, to]) => [
    Number(`0x${from}`),
    Number(`0x${to}`),
  ]);
  const file = await open(`/proc/${pid}/mem`, 'r');
  try {
    const parts: Buffer[] = [];
    for (const [from = 0, to = 0] of found) {
      const { buffer, bytesRead } = await file
        .read(Buffer.alloc(to - from), 0, to - from, from)
        .catch(() => ({ buffer: Buffer.alloc(0), bytesRead: 0 }));
      parts.push(buffer.subarray(0, bytesRead));
    }
    return parts;
  } finally {
    await file.close();
  }
}

test.skipIf(process.platform !== 'linux')(
  'a provider behind the gateway asks the cloud, and has no credentials: not in its environment, its answers or its memory',
  async () => {
    await using it = await providerRig();
    await using dir = await temporaryDirectory();
    const signed: string[] = [];
    const cloud = createServer((message, response) => {
      signed.push(`${message.headers.authorization} ${String(message.headers['x-amz-security-token'])}`);
      message.resume();
      const quoted = `<Message>${String(message.headers['x-amz-security-token'])}</Message>`;
      if (signed.length === 1)
        response.writeHead(403).end(`<Error><Code>SignatureDoesNotMatch</Code>${quoted}</Error>`);
      else response.end('<GetCallerIdentityResponse/>');
    }).listen(0, '127.0.0.1');
    await once(cloud, 'listening');
    const gateway = createGateway({ stages: [] });
    const session = gateway.session({
      by: it,
      account: '123456789012',
      credentials: async () => REAL,
      endpoint: `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`,
      secretValues: true,
      counter: { count: () => undefined },
    });
    const out = join(dir.path, 'out.json');
    const probe = new URL('../../../testkit/plugin/probe.ts', import.meta.url);
    probe.search = String(new URLSearchParams({ key: session.credentials.accessKeyId, out }));
    const script = await readFile(it.found.path, 'utf8');
    const main = fileURLToPath(new URL('../../../testkit/plugin/main.ts', import.meta.url));
    await writeFile(it.found.path, script.replace(`'${main}'`, `--import '${probe.href}' '${main}'`));

    const childEnv = { HTTPS_PROXY: 'http://127.0.0.1:1', AWS_ENDPOINT_URL: 'http://127.0.0.1:1' };
    const proxy = async (place: string) => {
      const opened = await gateway.openProxy(place);
      opened.admit(session.credentials.accessKeyId);
      return opened;
    };
    const launched = await launch(it.found, { childEnv, openProxy: proxy, sandbox: testSandbox([dir.path]) });
    try {
      const text = await readFile(out, 'utf8');
      const { told, env } = JSON.parse(text) as { told: string[]; env: Record<string, string> };
      expect(told).toEqual([
        expect.stringContaining('What it said repeats credentials, and is left out.'),
        ...Array.from({ length: 2 }, () => '200 <GetCallerIdentityResponse/>'),
      ]);
      expect(
        Object.keys(env)
          .filter((name) => /^AWS_|_PROXY$/i.test(name))
          .sort(),
      ).toEqual(['AWS_CA_BUNDLE', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']);
      expect(signed).toHaveLength(3);
      for (const one of signed)
        expect(one).toMatch(new RegExp(`Credential=${REAL.accessKeyId}/.* ${REAL.sessionToken}$`));

      const places = [
        Buffer.from(text),
        await readFile(`/proc/${launched.child.pid}/environ`),
        ...(await memoryOf(launched.child.pid)),
      ];
      const holds = (word: string): boolean => places.some((place) => place.includes(word));
      // Finding these shows that the search covers the right places.
      expect([session.credentials.accessKeyId, 'GetCallerIdentityResponse'].map(holds)).toEqual([true, true]);
      expect(Object.values(REAL).map(holds)).toEqual([false, false, false]);
    } finally {
      launched.child.kill();
      await launched.child.ended;
      await gateway.close();
      cloud.close();
    }
  },
);
