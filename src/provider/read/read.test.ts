import { describe, expect, test } from 'vitest';
import { readCalls, writeControl } from '../../../testkit/plugin/fake/control.ts';
import { CONFIG, NEED, providerRig, thing } from '../../../testkit/provider-rig.ts';
import type { ReadRequest } from '../contract/types.ts';

describe.each([5, 6] as const)('a read over protocol %i', (protocol) => {
  test('returns both sides as the schema has them', async () => {
    await using it = await providerRig({ protocol });
    const attributes = {
      tags: { a: '1' },
      size: 'LARGE',
      rule: [{ port: 80, cidrs: ['10.0.0.0/8'] }],
      live: '{"tags":{"a":"2"}}',
      pair: ['x', 0.1],
      anything: { type: 'string', value: 'dyn' },
    };
    const json = JSON.stringify({ id: 't', name: 't', ...attributes }).replace('"LARGE"', '9007199254740993');
    const outcome = await it.host.use(NEED, CONFIG, async (session) => {
      expect(session.protocol).toBe(protocol);
      expect((await session.resourceSchema('fake_thing'))?.version).toBe(2);
      return session.read(thing('t', {}, { attributes: { json } }));
    });
    expect(outcome).toMatchObject({
      status: 'read',
      before: { tags: { a: '1' }, size: 9007199254740993n, anything: ['"string"', 'dyn'], volume: [] },
      live: { tags: { a: '2' }, configured_region: 'north', rule: [{ port: 80, cidrs: ['10.0.0.0/8'], match: [] }] },
    });
  });

  test('upgrades states of older schema versions, and those of 0.11', async () => {
    await using it = await providerRig({ protocol });
    const outcomes = await it.host.use(NEED, CONFIG, (session) =>
      Promise.all([
        session.read(thing('a', {}, { schemaVersion: 0, attributes: { json: '{"id":"a","title":"old"}' } })),
        session.read(
          thing('b', {}, { attributes: { flatmap: { id: 'b', name: 'flat', 'tags.%': '1', 'tags.k': 'v' } } }),
        ),
      ]),
    );
    expect(outcomes).toMatchObject([{ before: { name: 'old' } }, { before: { name: 'flat', tags: { k: 'v' } } }]);
  });

  test('passes on private bytes and the identity, of this or an older version of its schema', async () => {
    await using it = await providerRig({ protocol });
    const server = (identity?: ReadRequest['identity']): ReadRequest => ({
      type: 'fake_server',
      schemaVersion: 0,
      attributes: { json: '{"id":"s","name":"s"}' },
      private: Buffer.from('kept'),
      ...(identity === undefined ? {} : { identity }),
    });
    await writeControl(it.control, { live: { s: null } });
    const outcomes = await it.host.use(NEED, CONFIG, async (session) => [
      await session.read(server()),
      await session.read(server({ schemaVersion: 1, json: '{"id":"s","region":"north"}' })),
      await session.read(server({ schemaVersion: 0, json: '{"id":"s","region":"north"}' })),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'suspect', before: { id: 's' }, detail: expect.stringContaining('Missing Resource Identity') },
      { status: 'deleted', before: { id: 's' } },
      { status: 'deleted', before: { id: 's' } },
    ]);
    const reads = (await readCalls(it.control)).filter(({ call }) => call === 'ReadResource');
    expect(reads.map((read) => read.private)).toEqual(Array(3).fill(Buffer.from('kept').toString('base64')));
  });
});

test('reads again without the identity where the one in the state is incomplete, and not where it names another object', async () => {
  await using it = await providerRig();
  const server = (id: string, identity: object): ReadRequest => ({
    type: 'fake_server',
    schemaVersion: 0,
    attributes: { json: JSON.stringify({ id, name: id }) },
    private: new Uint8Array(),
    identity: { schemaVersion: 1, json: JSON.stringify(identity) },
  });
  const outcomes = await it.host.use(NEED, CONFIG, async (session) => [
    await session.read(server('whole', { id: 'whole', region: 'north' })),
    await session.read(server('null', { id: 'null', region: null })),
    await session.read(server('empty', { id: 'empty', region: '' })),
    await session.read(server('other', { id: 'other', region: 'south' })),
  ]);
  const changed = { status: 'unreadable', reason: 'provider_error', detail: 'Unexpected Identity Change' };
  expect(outcomes).toMatchObject([{ status: 'read' }, { status: 'read' }, { status: 'read' }, changed]);
  const reads = (await readCalls(it.control)).filter(({ call }) => call === 'ReadResource');
  expect(reads.map(({ id }) => id)).toEqual(['whole', 'null', 'null', 'empty', 'empty', 'other', 'other']);
});

test('reads a type whose identity the provider does not know yet', async () => {
  await using it = await providerRig();
  const identity = { schemaVersion: 0, json: '{"id":"t"}' };
  const outcome = await it.host.use(NEED, CONFIG, (session) => session.read(thing('t', {}, { identity })));
  expect(outcome).toMatchObject({ status: 'read' });
});

describe('failures of one read', () => {
  const behaviours: [string, string, object][] = [
    ['deleted', 'deleted', {}],
    ['empty', 'suspect', { detail: expect.stringContaining('neither a state nor an error') }],
    ['unknown:note', 'unreadable', { reason: 'provider_error', detail: expect.stringContaining('not known') }],
    ['wrong_type:note', 'unreadable', { reason: 'provider_error', detail: expect.stringContaining('note should be') }],
    ['wrong_shape', 'unreadable', { reason: 'provider_error' }],
    ['garbage', 'unreadable', { reason: 'provider_error' }],
    ['error:api error AccessDenied: no', 'unreadable', { reason: 'denied' }],
    ['error:api error Throttling: Rate exceeded', 'unreadable', { reason: 'throttled' }],
    ['error:something broke', 'unreadable', { reason: 'provider_error', detail: 'something broke' }],
    ['warning:beware', 'read', {}],
    ['status:13', 'unreadable', { reason: 'provider_error' }],
    ['chatty:2000000', 'read', {}],
    ['log:2000000', 'read', {}],
    ['huge:6000000', 'read', {}],
  ];

  test('distinguishes failures, takes none for drift, and reads the others', async () => {
    await using it = await providerRig({}, { concurrency: 30, throttleMs: 10 });
    const outcomes = await it.host.use(NEED, CONFIG, (session) =>
      Promise.all(behaviours.map(([behaviour]) => session.read(thing('t', { on_read: [behaviour] })))),
    );
    expect(outcomes).toEqual(behaviours.map(([, status, rest]) => expect.objectContaining({ status, ...rest })));
  });

  test('gives up a hanging read at its deadline, and reads the next', async () => {
    await using it = await providerRig({}, { readDeadlineMs: 3_000, concurrency: 1 });
    const outcomes = await it.host.use(NEED, CONFIG, (session) =>
      Promise.all([session.read(thing('slow', { on_read: ['hang'] })), session.read(thing('next'))]),
    );
    expect(outcomes).toMatchObject([
      { status: 'unreadable', reason: 'timeout', detail: 'The provider gave no answer within 3 s.' },
      { status: 'read' },
    ]);
  });

  test('reports unknown types and newer schemas as unsupported without asking the provider', async () => {
    await using it = await providerRig();
    const outcomes = await it.host.use(NEED, CONFIG, async (session) => [
      await session.read(thing('t', {}, { type: 'fake_nothing' })),
      await session.read(thing('t', {}, { schemaVersion: 3 })),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'unsupported', reason: 'unknown_type' },
      { status: 'unsupported', reason: 'schema_too_new', detail: expect.stringMatching(/version 3, .* up to 2;/) },
    ]);
    expect(await it.calls('ReadResource')).toBe(0);
  });

  test('redacts details', async () => {
    await using it = await providerRig({}, { redact: (text) => text.replaceAll('hunter2', '(sensitive)') });
    const outcome = await it.host.use(NEED, CONFIG, (session) =>
      session.read(thing('t', { on_read: ['error:password hunter2 is wrong'] })),
    );
    expect(outcome).toMatchObject({ detail: 'password (sensitive) is wrong' });
  });

  test('cancels a running or waiting read', async () => {
    await using it = await providerRig({}, { concurrency: 1 });
    await it.host.use(NEED, CONFIG, async (session) => {
      const abort = new AbortController();
      const running = session.read(thing('a', { on_read: ['hang'] }), abort.signal);
      const waiting = session.read(thing('b'), abort.signal);
      const after = session.read(thing('c'));
      setTimeout(() => abort.abort(new Error('called off')), 300);
      await expect(running).rejects.toThrow('called off');
      await expect(waiting).rejects.toThrow('called off');
      expect(await after).toMatchObject({ status: 'read' });
    });
  });
});
