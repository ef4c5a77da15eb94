import { StreamableHTTPClientTransport, Client } from '@modelcontextprotocol/client';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { connectMcp, ERAS, listenMcp, toolCall, type Era } from '../../../testkit/mcp.ts';
import type { Store } from '../../store/database.ts';

const [database] = await databases();
const ARGS = { project: 'acme', intent: 'open ssh' };
const CALL = { name: 'recall', arguments: ARGS };

describe('calls in flight', () => {
  let store: Store;
  let key: string;
  const lines: { level: number; msg: string; status?: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    store = await database!.open();
    stack.defer(() => store.close());
    ({ key } = await (await instance()).api.organization('acme', 'read'));
  });
  afterAll(() => stack.disposeAsync());
  afterEach(() => lines.splice(0));

  async function instance(): Promise<{ api: TestApi; url: URL }> {
    const api = await testApi(store, [], { log });
    stack.defer(() => api.close());
    return { api, url: await listenMcp(api.app) };
  }

  /** Makes recalls wait for `go`; `begun` resolves when the first arrives. */
  function gate({ services }: TestApi) {
    const embed = services.embedder.embed.bind(services.embedder);
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    services.embedder.embed = async (text) => {
      begun.resolve();
      await go.promise;
      return embed(text);
    };
    return { begun: begun.promise, go: go.resolve };
  }

  test.each(ERAS)('answers calls in flight before the server stops, in $revision', async (era) => {
    const { api, url } = await instance();
    await using client = await connectMcp(url, key, era);
    const { begun, go } = gate(api);
    const called = client.callTool(CALL);
    await begun;
    const drained = api.app.drain();
    go();
    expect(await called).toMatchObject({ structuredContent: { matches: [] } });
    await drained;
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow('fetch failed');
  });

  test.each(ERAS)('answers no cancelled call, and goes on, in $revision', async (era) => {
    const { api, url } = await instance();
    await using client = await connectMcp(url, key, era);
    const { begun, go } = gate(api);
    const { headers, body } = toolCall('recall', ARGS, era);
    const given = new AbortController();
    const asked = fetch(url, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      signal: given.signal,
    });
    await begun;
    given.abort();
    await expect(asked).rejects.toThrow('aborted');
    await expect.poll(() => lines.map(({ status }) => status)).toContain(499);
    go();
    expect(await client.callTool(CALL)).toMatchObject({ structuredContent: { matches: [] } });
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });

  test('ends the wait of a client that cancels by the protocol', async () => {
    const { api, url } = await instance();
    for (const era of ERAS) {
      await using client = await connectMcp(url, key, era);
      const { begun, go } = gate(api);
      const given = new AbortController();
      const called = client.callTool(CALL, { signal: given.signal });
      await begun;
      given.abort('enough');
      await expect(called).rejects.toThrow('enough');
      go();
      expect(await client.callTool(CALL)).toMatchObject({ structuredContent: { matches: [] } });
    }
  });

  test.each(ERAS)('answers 500 without internals to an internal error, and logs it, in $revision', async (era) => {
    const { api, url } = await instance();
    api.services.embedder.embed = () => Promise.reject(new Error('at /home/secret: table damaged'));
    const { headers, body } = toolCall('recall', ARGS, era);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect([answer.status, text.includes('secret')]).toEqual([500, false]);
    expect(JSON.parse(text)).toMatchObject({
      id: 7,
      error: {
        code: -32603,
        data: { code: 'internal', status: 500, request_id: answer.headers.get('x-request-id') },
      },
    });
    expect(lines.filter(({ msg }) => msg === 'unexpected error')).toHaveLength(1);
  });

  test.each(ERAS)('keeps nothing between two messages, in $revision', async (era: Era) => {
    const urls = [(await instance()).url, (await instance()).url];
    let sent = 0;
    const statuses: number[] = [];
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era.mode } });
    const transport = new StreamableHTTPClientTransport(urls[0]!, {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
      fetch: async (_url, init) => {
        const answer = await fetch(urls[sent++ % 2]!, init);
        if (init?.method === 'POST') statuses.push(answer.status);
        expect(answer.headers.has('mcp-session-id')).toBe(false);
        return answer;
      },
    });
    await client.connect(transport);
    for (let i = 0; i < 4; i += 1)
      expect(await client.callTool(CALL)).toMatchObject({ structuredContent: { matches: [] } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'recall',
      'list_drift',
      'get_analysis',
      'get_incident',
      'list_unmanaged',
    ]);
    expect(statuses.every((status) => status === 200 || status === 202)).toBe(true);
    await client.close();
  });
});
