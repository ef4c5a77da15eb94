import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { ObjectNode } from '../../../src/base/schema.ts';
import { UNKNOWN, type Value } from '../../../src/base/value.ts';
import { decodeValue } from '../../../src/provider/codec/decode.ts';
import type { Plugin } from '../../../src/provider/process/plugin.ts';
import { schemaReader } from '../../../src/provider/schema/convert.ts';
import { temporaryDirectory } from '../../tmp.ts';
import { installFakeProvider } from '../install.ts';
import { configure, opened } from '../open.ts';
import { readCalls, writeControl } from './control.ts';

type Read = { live: Value; said: string[] };

/** Reads an instance with these attributes in its state. */
async function read(plugin: Plugin, block: ObjectNode, attributes: JsonObject, type = 'fake_thing'): Promise<Read> {
  const raw_state = { json: Buffer.from(JSON.stringify({ id: 'thing-a', name: 'a', ...attributes })) };
  const up = await plugin.call('UpgradeResourceState', { type_name: type, version: 2, raw_state }, 60_000);
  const request = { type_name: type, current_state: up.upgraded_state!, private: Buffer.from('kept') };
  const answer = await plugin.call('ReadResource', request, 60_000);
  const said = answer.diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
  return { live: decodeValue(answer.new_state, block), said };
}

describe.each([5, 6] as const)('protocol %i', (protocol) => {
  let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
  let plugin: Plugin & AsyncDisposable;
  let thing: ObjectNode;
  let server: ObjectNode;
  beforeEach(async () => {
    dir = await temporaryDirectory();
    plugin = await opened(await installFakeProvider(dir.path, { protocol, control: dir.path }));
    const { blocks } = await configure(plugin, { region: 'here' });
    [thing, server] = [blocks['fake_thing']!, blocks['fake_server']!];
  });
  afterEach(async () => {
    await plugin[Symbol.asyncDispose]();
    await dir[Symbol.asyncDispose]();
  });

  test('reads an instance as in its state, with the region that was configured last', async () => {
    expect((await read(plugin, thing, { size: 2 })).live).toMatchObject({ size: 2, configured_region: 'here' });
    await configure(plugin, { region: 'there' });
    expect((await read(plugin, thing, { size: 2 })).live).toMatchObject({ size: 2, configured_region: 'there' });
  });

  test('rejects a configuration without a region or with a wrong token', async () => {
    expect((await configure(plugin, { region: '' })).refused).toEqual(['Invalid region']);
    expect((await configure(plugin, { region: 'r', token: 'wrong' })).refused).toEqual(['Invalid token']);
  });

  test('returns values of every kind unchanged', async () => {
    const kinds: JsonObject = {
      size: 0.5,
      enabled: false,
      words: ['b', 'a', ''],
      labels: ['x'],
      ports: [1, 2],
      tags: { 'a.b': '', ü: 'ß' },
      item: { name: 'n', count: null },
      items: [{ name: 'n', count: 1 }],
      item_set: [{ name: 'n', count: 1 }],
      item_map: { k: { name: 'n', deep: [{ a: 1 }] } },
      pair: ['a', 2],
      secret: 's',
      owner: { name: 'me', email: null, token: 't' },
      limits: { cpu: 1, memory: 2 },
      rule: [{ port: 1, cidrs: ['a'], match: [{ path: '/', secret: null }] }],
      volume: [{ device: 'sda', size: 1, id: 'v' }],
      zone: { a: { subnet: 's', weight: null } },
      timeouts: { create: '1m', delete: null },
    };
    expect((await read(plugin, thing, kinds)).live).toMatchObject(kinds);
    const anything = { value: { a: [1, 'x'] }, type: ['object', { a: ['tuple', ['number', 'string']] }] };
    const { live } = await read(plugin, thing, { anything });
    expect(live).toMatchObject({ anything: [JSON.stringify(anything.type), anything.value] });
  });

  test('offers nested attributes in protocol 6 alone', async () => {
    const given = {
      endpoint: { host: 'h', port: 1, password: 'p' },
      routes: { a: { to: 't', via: { gateway: 'g' } } },
    };
    const { live } = await read(plugin, thing, given);
    const { endpoint, routes } = live as JsonObject;
    expect({ endpoint, routes }).toEqual(protocol === 6 ? given : {});
  });

  test('reads live values from the attribute `live` or the control file, and null for a deleted instance', async () => {
    const told = { live: '{"note":"by hand","tags":{"a":"b"}}' };
    expect((await read(plugin, thing, told)).live).toMatchObject({ note: 'by hand', tags: { a: 'b' } });
    await writeControl(dir.path, { live: { 'thing-a': { size: 9 } } });
    expect((await read(plugin, thing, {})).live).toMatchObject({ size: 9 });
    await writeControl(dir.path, { live: { 'thing-a': null } });
    expect((await read(plugin, thing, {})).live).toBeNull();
  });

  test('answers with errors, warnings, unknowns and null on request', async () => {
    const answer = async (...on_read: string[]) => read(plugin, thing, { on_read });
    expect((await answer('error:AccessDenied: no')).said).toEqual(['ERROR: AccessDenied: no']);
    expect(await answer('slow:20', 'warning:careful')).toMatchObject({
      said: ['WARNING: careful'],
      live: { name: 'a' },
    });
    expect((await answer('deleted')).live).toBeNull();
    expect((await answer('unknown:note')).live).toMatchObject({ note: UNKNOWN });
    expect((await answer('missing_identity')).said).toEqual(['ERROR: Missing Resource Identity After Read']);
    expect((await answer('blur')).live).toMatchObject({ note: '', size: 0, words: [], tags: {}, item: null });
    const huge = (await answer('huge:10000000')).live as { generated: string };
    expect(huge.generated).toHaveLength(10_000_000);
    await expect(answer('no_such_behaviour')).resolves.toMatchObject({ said: [expect.stringContaining('no_such')] });
  });

  test.each([
    ['wrong_type:note', 'note should be a string'],
    ['wrong_shape', 'is missing'],
    ['garbage', /0xc1|byte/i],
  ])('sends for %s an answer that cannot be decoded', async (on_read, why) => {
    await expect(read(plugin, thing, { on_read: [on_read] })).rejects.toThrow(why);
  });

  test('fails the call itself with a status on request', async () => {
    await expect(read(plugin, thing, { on_read: ['status:8'] })).rejects.toMatchObject({ code: 8 });
  });

  test('writes much output and still answers, since the host reads it', async () => {
    const { live } = await read(plugin, thing, { on_read: ['chatty:300000', 'log:300000'] });
    expect(live).toMatchObject({ name: 'a' });
  });

  test('ends the process with every running call on a panic, as many times as requested', async () => {
    const hanging = read(plugin, thing, { on_read: ['hang'] });
    const outcomes = Promise.allSettled([hanging, read(plugin, thing, { on_read: ['slow:50', 'panic_times:1'] })]);
    expect(await outcomes).toMatchObject([{ reason: { code: 14 } }, { reason: { code: 14 } }]);
    expect(await plugin.ended).toBe('exited with code 2');
    await using again = await opened(await installFakeProvider(dir.path, { protocol, control: dir.path }));
    await configure(again, { region: 'here' });
    expect((await read(again, thing, { on_read: ['panic_times:1'] })).live).toMatchObject({ name: 'a' });
  });

  test('upgrades states of older schema versions and flat maps', async () => {
    const upgrade = async (version: number, raw_state: object) => {
      const request = { type_name: 'fake_thing', version, raw_state };
      return decodeValue((await plugin.call('UpgradeResourceState', request, 5000)).upgraded_state, thing);
    };
    const old = { json: Buffer.from('{"id":"i","title":"old","enabled":"yes"}') };
    expect(await upgrade(0, old)).toMatchObject({ id: 'i', name: 'old', enabled: true });
    expect(await upgrade(1, { json: Buffer.from('{"name":"n","enabled":"no"}') })).toMatchObject({ enabled: false });
    const flatmap = {
      id: 'i',
      name: 'n',
      size: '12',
      enabled: 'true',
      'words.#': '2',
      'words.0': 'a',
      'words.1': 'b',
      'labels.#': '1',
      'labels.3012': 'x',
      'tags.%': '1',
      'tags.a.b': 'c',
      'rule.#': '1',
      'rule.0.port': '80',
      'rule.0.match.#': '1',
      'rule.0.match.77.path': '/',
    };
    const rule = [{ port: 80, cidrs: null, match: [{ path: '/', secret: null }] }];
    const value = {
      name: 'n',
      size: 12,
      enabled: true,
      words: ['a', 'b'],
      labels: ['x'],
      tags: { 'a.b': 'c' },
      rule,
    };
    expect(await upgrade(2, { flatmap })).toMatchObject({ ...value, owner: null, timeouts: null, ports: null });
  });

  test('reports the identity of a deleted resource whose state has none', async () => {
    await writeControl(dir.path, { live: { s: null } });
    const { said } = await read(plugin, server, { id: 's' }, 'fake_server');
    expect(said).toEqual(['ERROR: Missing Resource Identity After Read']);
    const type_name = 'fake_server';
    const raw_identity = { json: Buffer.from('{"id":"s","region":"here"}') };
    const up = await plugin.call('UpgradeResourceIdentity', { type_name, version: 0, raw_identity }, 5000);
    const raw_state = { json: Buffer.from('{"id":"s","name":"s"}') };
    const state = await plugin.call('UpgradeResourceState', { type_name, version: 0, raw_state }, 5000);
    const request = { type_name, current_state: state.upgraded_state!, current_identity: up.upgraded_identity! };
    const answer = await plugin.call('ReadResource', request, 5000);
    expect([answer.diagnostics, decodeValue(answer.new_state, server)]).toEqual([[], null]);
  });

  test('records every call: its number, its caller, and its private data', async () => {
    await read(plugin, thing, {});
    await read(plugin, thing, {});
    const calls = await readCalls(dir.path);
    const names = calls.map(({ call }) => call);
    expect(names).toEqual([
      'GetProviderSchema',
      'ConfigureProvider',
      'UpgradeResourceState',
      'ReadResource',
      'UpgradeResourceState',
      'ReadResource',
    ]);
    const kept = Buffer.from('kept').toString('base64');
    expect(calls[3]).toEqual({
      pid: plugin.pid,
      call: 'ReadResource',
      type: 'fake_thing',
      id: 'thing-a',
      private: kept,
    });
    expect(calls[1]).toMatchObject({ region: 'here' });
  });

  test('fails calls without an instance on request', async () => {
    await writeControl(dir.path, { calls: { ConfigureProvider: ['panic'] } });
    await expect(configure(plugin, { region: 'here' })).rejects.toMatchObject({ code: 14 });
  });
});

test('offers another schema version than the one that upgrades', async () => {
  await using dir = await temporaryDirectory();
  await using plugin = await opened(await installFakeProvider(dir.path, { schemaVersion: 7 }));
  const schema = await plugin.call('GetProviderSchema', {}, 60_000);
  const schemaOf = await schemaReader(plugin.protocol);
  expect(schemaOf(schema.resource_schemas['fake_thing'] ?? new Uint8Array()).version).toBe(7);
});
