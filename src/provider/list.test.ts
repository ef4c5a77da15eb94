import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AWS, findNewAwsProvider, throughProxy } from '../../testkit/estate/aws-provider.ts';
import { EMULATOR_CONFIG, startWithRoles } from '../../testkit/estate/roles.ts';
import { missing } from '../../testkit/needs.ts';
import { configure, opened } from '../../testkit/plugin/open.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import type { ListEvent } from './protocol/messages.ts';

const TYPE = 'aws_iam_role';

describe.skipIf(await missing('moto', 'new-aws-provider'))('a provider that lists resources', () => {
  test('names the types it lists, and lists every object of one', async () => {
    await using stack = new AsyncDisposableStack();
    const { path } = stack.use(await temporaryDirectory());
    const names = ['auditor', 'builder', 'reader'];
    const url = await startWithRoles(stack, names);
    const plugin = stack.use(
      await opened({ source: AWS, ...(await findNewAwsProvider(join(path, 'found'))) }, throughProxy(url)),
    );

    const { list_resources } = await plugin.call('GetMetadata', {}, 60_000);
    expect(list_resources.map(({ type_name }) => type_name)).toContain(TYPE);
    expect((await configure(plugin, EMULATOR_CONFIG)).refused).toEqual([]);
    const events: ListEvent[] = await Array.fromAsync(
      plugin.list({ type_name: TYPE, config: { json: Buffer.from('{}') }, limit: 100 }, 60_000),
    );
    expect(events.flatMap(({ diagnostic }) => diagnostic)).toEqual([]);
    expect(events.map(({ display_name }) => display_name).sort()).toEqual(names);
    expect(events.every(({ identity }) => identity?.identity_data !== null)).toBe(true);
  });

  test('rejects a type that it does not list', async () => {
    await using found = await temporaryDirectory();
    await using plugin = await opened({ source: AWS, ...(await findNewAwsProvider(found.path)) });
    const events = plugin.list({ type_name: 'aws_no_such_type', config: {}, limit: 1 }, 60_000);
    await expect(Array.fromAsync(events)).resolves.toMatchObject([{ diagnostic: [{ severity: 'ERROR' }] }]);
  });
});
