import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createProviderHost } from '../src/provider/host.ts';
import type { HostOptions } from '../src/provider/host.ts';
import type { ProviderEvent } from '../src/provider/process/events.ts';
import type { FoundProvider, ProviderNeed, ReadRequest } from '../src/provider/contract/types.ts';
import { readCalls } from './plugin/fake/control.ts';
import { installFakeProvider } from './plugin/install.ts';
import type { FakeInstallOptions } from './plugin/install.ts';
import { testSandbox } from './plugin/sandbox.ts';
import { temporaryDirectory } from './tmp.ts';

/** The source of the rig's provider. */
export const NEED: ProviderNeed = { source: 'plumbline.dev/testkit/fake' };
/** A valid configuration of the fake provider. */
export const CONFIG = { region: 'north' };

/** A provider host over one fake provider, with a log of its work. `open` creates further hosts on the same cache. */
export async function providerRig(fake: FakeInstallOptions = {}, options: Partial<HostOptions> = {}) {
  const dir = await temporaryDirectory();
  const control = join(dir.path, 'control');
  await mkdir(control);
  const installed = await installFakeProvider(join(dir.path, 'mirror'), { control, ...fake });
  const checksum = createHash('sha256')
    .update(await readFile(installed.path))
    .digest('hex');
  const found: FoundProvider = { ...installed, checksum, origin: 'a test' };
  const events: ProviderEvent[] = [];
  const sandbox = testSandbox([control]);
  const open = (more: Partial<HostOptions> = {}) =>
    createProviderHost({
      find: async () => found,
      cacheDir: join(dir.path, 'cache'),
      childEnv: {},
      sandbox,
      onEvent: (event) => events.push(event),
      ...options,
      ...more,
    });
  const host = open();
  const count = (kind: ProviderEvent['kind']): number => events.filter((event) => event.kind === kind).length;
  const calls = async (name: string): Promise<number> =>
    (await readCalls(control)).filter(({ call }) => call === name).length;
  const dispose = async (): Promise<void> => {
    await host.close();
    await dir[Symbol.asyncDispose]();
  };
  return { dir: dir.path, control, found, host, open, events, count, calls, [Symbol.asyncDispose]: dispose };
}

/** A request to read a `fake_thing`. */
export function thing(
  id: string,
  attributes: Record<string, unknown> = {},
  more: Partial<ReadRequest> = {},
): ReadRequest {
  return {
    type: 'fake_thing',
    schemaVersion: 2,
    attributes: { json: JSON.stringify({ id, name: id, ...attributes }) },
    private: new Uint8Array(),
    ...more,
  };
}
