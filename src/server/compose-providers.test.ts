import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installFakeProvider, type FakeInstallOptions } from '../../testkit/plugin/install.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import type { ProviderProblem } from '../provider/contract/problem.ts';
import type { ProviderNeed } from '../provider/contract/types.ts';
import { composeProviders, type ProviderRuntime } from './compose-providers.ts';
import { readConfig } from './config/config.ts';
import { withoutMachine } from './without-machine.ts';

const SOURCE = 'plumbline.dev/testkit/fake';

/** An absolute path, of a file or a directory. */
const PATH = /(?<![\w/:.<])\/(?:[\w.-]+\/)+[\w.-]*/;

type Case = { need?: Partial<ProviderNeed>; env?: Record<string, string>; says: RegExp; names?: string };
type Made = { fake?: FakeInstallOptions; spoil?: (path: string) => Promise<void>; expected: (mirror: string) => Case };

/** Problems with a provider, and the message that the operator must get for each. */
const PROBLEMS: Record<string, Made> = {
  'it is nowhere': {
    expected: (mirror) => ({ need: { source: 'plumbline.dev/testkit/other' }, says: /was not found/, names: mirror }),
  },
  'the mirror is not there': {
    expected: (mirror) => ({
      env: { PLUMBLINE_PROVIDER_MIRROR: join(mirror, 'nowhere') },
      says: /its mirror does not exist/,
      names: join(mirror, 'nowhere'),
    }),
  },
  'it is not what the lock file asks for': {
    expected: (mirror) => ({
      need: { locked: { version: '1.0.0', hashes: [`zh:${'0'.repeat(64)}`] } },
      says: /lock file asks for/,
      names: mirror,
    }),
  },
  'it is no program': {
    spoil: (path) => writeFile(path, 'a text'),
    expected: (mirror) => ({ says: /not a program/, names: mirror }),
  },
  'it introduces itself wrongly': {
    fake: { handshake: 'wrong_protocol' },
    expected: (mirror) => ({ says: /speaks plugin protocol 4/, names: mirror }),
  },
  'it ends at once': {
    fake: { handshake: 'exit' },
    expected: (mirror) => ({ says: /exited with code 1/, names: mirror }),
  },
  'the registry is not to be reached': {
    expected: () => ({
      need: { source: 'registry.opentofu.org/acme/widget' },
      env: { PLUMBLINE_PROVIDER_DOWNLOAD: '1', PLUMBLINE_PROVIDER_REGISTRY: 'http://127.0.0.1:9' },
      says: /could not be downloaded/,
      names: '127.0.0.1:9',
    }),
  },
};

async function problemOf(
  name: string,
  audience: 'tenants' | 'operator',
): Promise<{ problem: ProviderProblem; warned: string[]; expected: Case }> {
  const { fake = {}, spoil, expected: of } = PROBLEMS[name]!;
  await using dir = await temporaryDirectory();
  const mirror = join(dir.path, 'mirror');
  const control = join(dir.path, 'control');
  await mkdir(control);
  const installed = await installFakeProvider(mirror, { control, ...fake });
  await chmod(installed.path, 0o755);
  await spoil?.(installed.path);
  const expected = of(mirror);
  const warned: string[] = [];
  // The fake provider consists of several files, and would have to read this checkout.
  const own = { PLUMBLINE_PROVIDER_MIRROR: mirror, PLUMBLINE_PROVIDERS: '*/*/*', PLUMBLINE_SANDBOX: 'off' };
  const config = readConfig({ ...own, ...expected.env });
  const cacheDir = join(dir.path, 'cache');
  const runtime: ProviderRuntime = composeProviders(config, cacheDir, {
    audience,
    warn: (text) => void warned.push(text),
  });
  const use = () =>
    runtime.providers.use({ source: SOURCE, ...expected.need }, { region: 'north' }, async () => 'never');
  try {
    const problem = await use().then(
      () => Promise.reject(new Error('it worked')),
      (error: unknown) => error as ProviderProblem,
    );
    await use().catch(() => undefined);
    return { problem, warned, expected };
  } finally {
    await runtime.close();
  }
}

describe.each(Object.keys(PROBLEMS))('where %s', (name) => {
  test('tells tenants the error and whom to ask, without paths, and logs the path once', async () => {
    const { problem, warned, expected } = await problemOf(name, 'tenants');
    const { message, source } = problem;
    expect(message).toMatch(expected.says);
    expect(message).toContain(source);
    expect(message).toMatch(/ask whoever runs Plumbline/i);
    expect(message).not.toMatch(PATH);
    for (const ours of [tmpdir(), hostname(), '127.0.0.1', process.cwd()]) expect(message).not.toContain(ours);
    expect(warned.filter((text) => text.includes(expected.names ?? '')).length).toBeGreaterThan(0);
    expect(new Set(warned).size).toBe(warned.length);
  });

  test('shows the path to a person at their own machine', async () => {
    const { problem, expected } = await problemOf(name, 'operator');
    expect(problem.message).toContain(expected.names);
  });
});

test('removes facts about the machine from texts for tenants', () => {
  const hide = withoutMachine({
    directories: ['/srv/plumbline/providers', '/tmp/plumbline-', '/'],
    hosts: ['web-7.internal', 'plumbline', 'localhost'],
  });
  expect(
    hide(
      'open /tmp/plumbline-x1Y/gateway-ca.pem: no such file; "/srv/plumbline/providers/a b": gone. ' +
        'web-7.internal:8080 and not-web-7.internal, /aws/lambda/f, Plumbline',
    ),
  ).toBe(
    'open (a file of the server): no such file; "(a file of the server) b": gone. ' +
      '(the server):8080 and not-web-7.internal, /aws/lambda/f, Plumbline',
  );
});
