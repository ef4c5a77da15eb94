import type { JsonObject } from '../../src/base/json.ts';
import type { ObjectNode } from '../../src/base/schema.ts';
import { encodeObject } from '../../src/provider/codec/encode.ts';
import { openPlugin, type Plugin } from '../../src/provider/process/plugin.ts';
import { schemaReader } from '../../src/provider/schema/convert.ts';
import type { Installed } from './install.ts';
import { noSandbox } from './sandbox.ts';

/** Starts an installed plugin, which is killed when it goes out of scope. */
export async function opened(
  installed: Installed,
  childEnv: Record<string, string> = {},
): Promise<Plugin & AsyncDisposable> {
  const plugin = await openPlugin({ ...installed, checksum: '', origin: 'a test' }, { childEnv, sandbox: noSandbox() });
  return {
    ...plugin,
    async [Symbol.asyncDispose]() {
      plugin.kill();
      await plugin.ended;
    },
  };
}

/** Configures a plugin. Returns the summaries of the diagnostics, and the block of each of its resource types. */
export async function configure(
  plugin: Plugin,
  config: JsonObject,
): Promise<{ refused: string[]; blocks: Record<string, ObjectNode> }> {
  const schema = await plugin.call('GetProviderSchema', {}, 60_000);
  const read = await schemaReader(plugin.protocol);
  const msgpack = encodeObject(read(schema.provider).block, config);
  const answer = await plugin.call('ConfigureProvider', { terraform_version: '1.11.4', config: { msgpack } }, 60_000);
  const blocks = Object.entries(schema.resource_schemas).map(([type, one]) => [type, read(one).block] as const);
  return { refused: answer.diagnostics.map(({ summary }) => summary), blocks: Object.fromEntries(blocks) };
}
