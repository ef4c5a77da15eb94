import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SourceProblem, type StateSource } from '../../src/base/state-source.ts';
import { SOURCE_KINDS } from '../../src/sources/open.ts';
import type { Ways } from '../../src/sources/contract/kind.ts';
import { createWays } from '../../src/sources/ways.ts';
import { missing } from '../../testkit/needs.ts';
import { LOCK_INFO, type Denial, type SourceServer } from '../../testkit/sources/world.ts';
import { WORLDS } from '../../testkit/sources/worlds.ts';

const reach = { networks: ['loopback'], http: true, backoffMs: 20 };
const ways = createWays(reach);
const hasty = createWays({ ...reach, idleMs: 300 });
afterAll(() => {
  ways[Symbol.dispose]();
  hasty[Symbol.dispose]();
});

const stateOf = (serial: number) =>
  JSON.stringify({ version: 4, terraform_version: '1.11.4', serial, lineage: 'l', resources: [] });
/** An encrypted state in OpenTofu's format. */
const ENCRYPTED =
  '{"serial":1,"lineage":"l","meta":{"key_provider.pbkdf2.k":"e30="},"encrypted_data":"c2VjcmV0","encryption_version":"v0"}';

const textOf = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString('utf8');
const keysOf = async (source: StateSource) => (await Array.fromAsync(source.list())).map(({ key }) => key);
const locksOf = async (source: StateSource) => Array.fromAsync(source.locks?.(undefined) ?? []);

const named = WORLDS.map((world) => [world.server ? `${world.kind} of ${world.server}` : world.kind, world] as const);

describe.each(named)('%s', async (_, world) => {
  const isMissing = await missing(...world.needs);

  describe.skipIf(isMissing)('keeps the contract of sources', () => {
    let server: SourceServer;
    /** All messages for people. */
    const said: string[] = [];
    const written = new Set<string>();
    type Other = Partial<Pick<SourceServer, 'settings' | 'credentials'>> & { ways?: Ways };
    const opened = (other: Other = {}, narrower = ''): StateSource => {
      const { settings = server.settings, credentials = server.credentials } = other;
      return SOURCE_KINDS[world.kind].open({ settings, credentials, narrower }, other.ways ?? ways);
    };
    const put = async (key: string, state = stateOf(1)) => {
      written.add(key);
      await server.put(key, state);
    };
    /** The code of a promise's error, which must be a readable problem. */
    const codeOf = async (work: Promise<unknown>): Promise<string> => {
      const error = await work.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(error).toBeInstanceOf(SourceProblem);
      const problem = error as SourceProblem;
      said.push(problem.message, JSON.stringify(problem.cause ?? ''));
      return problem.code;
    };
    /** A source with these credentials, or whose server sends that response. */
    const refusedBy = (denial: Denial): StateSource => {
      if ('credentials' in denial) return opened(denial);
      server.front?.fail(denial);
      return opened();
    };

    beforeAll(async () => {
      server = await world.start();
    });
    afterEach(async () => {
      server.front?.heal();
      for (const key of written) await server.remove(key);
      written.clear();
    });
    afterAll(() => server?.[Symbol.asyncDispose]());

    test('lists the states of all workspaces, whatever their names, and nothing else', async () => {
      const keys =
        world.isSingle === true ? world.strange : [...world.strange, server.keyOf('dev'), server.keyOf('default')];
      for (const key of keys) await put(key);
      await server.litter?.();
      expect((await keysOf(opened())).toSorted()).toEqual([...new Set(keys)].toSorted());
    });

    test('reads a state with the version that the list has', async () => {
      for (const [serial, key] of world.strange.entries()) await put(key, stateOf(serial));
      const source = opened();
      const listed = await Array.fromAsync(source.list());
      for (const [serial, key] of world.strange.entries()) {
        const { etag = '' } = listed.find((one) => one.key === key) ?? {};
        const read = await source.read(key);
        expect(textOf(read)).toBe(stateOf(serial));
        expect([read.etag, await source.etag(key)]).toEqual([etag, etag]);
        expect(etag).not.toBe('');
      }
    });

    test('shows that a state was written while it was read', async () => {
      const key = server.keyOf('default');
      await put(key, stateOf(1));
      const source = opened();
      const { etag } = await source.read(key);
      await put(key, stateOf(2));
      const now = await source.etag(key);
      expect(now).not.toBe(etag);
      const again = await source.read(key);
      expect([textOf(again), again.etag]).toEqual([stateOf(2), now]);
    });

    test('leaves an encrypted state as it is', async () => {
      const key = server.keyOf('default');
      await put(key, ENCRYPTED);
      expect(await keysOf(opened())).toEqual([key]);
      expect(textOf(await opened().read(key))).toBe(ENCRYPTED);
    });

    test('reports a state that is gone', async () => {
      const key = server.keyOf('default');
      await put(key);
      const source = opened();
      await source.read(key);
      await server.remove(key);
      written.delete(key);
      expect(await codeOf(source.read(key))).toBe('not_found');
      expect(await codeOf(source.etag(key))).toBe('not_found');
    });

    test('limits the states to a narrower prefix, which never widens it', async () => {
      const keys = world.isSingle === true ? world.strange : [...world.strange, server.keyOf('dev')];
      for (const key of keys) await put(key);
      const all = await keysOf(opened());
      for (const narrower of [...all.map((key) => key.slice(0, -1)), 'zzz'])
        expect(await keysOf(opened({}, narrower))).toEqual(all.filter((key) => key.startsWith(narrower)));
    });

    test('lists more states than fit into a page', async () => {
      const name = (i: number) =>
        world.isSingle === true
          ? server.keyOf('default')
          : server.keyOf(`w${String.fromCodePoint(97 + (i % 26))}${'x'.repeat(Math.floor(i / 26))}`);
      const keys = Array.from({ length: world.many }, (_, i) => name(i));
      for (const key of keys) await put(key);
      server.smallPages?.();
      expect((await keysOf(opened())).toSorted()).toEqual(keys.toSorted());
    });

    test('sees a lock as long as it is held', async () => {
      const key = server.keyOf('default');
      await put(key);
      if (!server.lock) return expect('locks' in opened()).toBe(false);
      expect(await locksOf(opened())).toEqual([]);
      const unlock = await server.lock(key);
      const [lock, ...others] = await locksOf(opened());
      expect(others).toEqual([]);
      expect(lock?.key).toBe(key);
      expect([undefined, LOCK_INFO.Operation]).toContain(lock?.operation);
      expect(Number(lock?.since)).toBeGreaterThan(0);
      await unlock();
      expect(await locksOf(opened())).toEqual([]);
    });

    test('says that access is denied', async () => {
      if (!server.denied) return;
      const key = server.keyOf('default');
      await put(key);
      const source = refusedBy(server.denied);
      expect(await codeOf(source.read(key))).toBe('access_denied');
    });

    test('says that credentials have expired', async () => {
      if (!server.expired) return;
      await put(server.keyOf('default'));
      const source = refusedBy(server.expired);
      expect(await codeOf(Array.fromAsync(source.list()))).toBe('credentials_missing');
      expect(await codeOf(source.read(server.keyOf('default')))).toBe('credentials_missing');
    });

    test('says that the place does not exist', async () => {
      if (!server.nowhere) return;
      expect(await codeOf(Array.fromAsync(opened({ settings: server.nowhere }).list()))).toBe('bucket_not_found');
    });

    test('needs credentials before it asks anything', () => {
      if (Object.keys(server.credentials).length === 0 || world.kind === 'http' || world.kind === 'consul') return;
      expect(() => opened({ credentials: {} })).toThrow(expect.objectContaining({ code: 'credentials_missing' }));
    });

    test('gives up on a server that is silent', async () => {
      if (!server.front) return;
      const key = server.keyOf('default');
      await put(key);
      server.front.fail({ silent: true });
      expect(await codeOf(opened({ ways: hasty }).read(key))).toBe('source_unreachable');
    });

    test('asks a busy server again, after the time that it names', async () => {
      if (!server.front) return;
      const key = server.keyOf('default');
      await put(key);
      server.front.fail({ status: 429, headers: { 'retry-after': '0' } }, { times: 1 });
      server.front.fail({ status: 503 }, { times: 1 });
      expect(textOf(await opened().read(key))).toBe(stateOf(1));
    });

    test('reads again where a connection broke off, and gives up where it always does', async () => {
      if (!server.front) return;
      const key = server.keyOf('default');
      await put(key);
      server.front.fail({ cutAfter: 10 }, { times: 1 });
      if (world.kind !== 's3') expect(textOf(await opened().read(key))).toBe(stateOf(1));
      server.front.heal();
      server.front.fail({ cutAfter: 10 });
      expect(await codeOf(opened().read(key))).toBe('source_unreachable');
    });

    test('refuses a state that is too large', async () => {
      const key = server.keyOf('default');
      if (server.putHuge) {
        written.add(key);
        await server.putHuge(key);
      } else {
        await put(key);
        server.front?.fail({ claims: 257 * 1024 * 1024 }, { path: /alt=media|states\/|archivist|terraform\/state/ });
      }
      expect(await codeOf(opened().read(key))).toBe('too_large');
    });

    test('stops when it is told to', async () => {
      const key = server.keyOf('default');
      await put(key);
      const stop = new AbortController();
      server.front?.fail({ silent: true });
      const reading = opened().read(key, stop.signal);
      stop.abort(new Error('stopped'));
      if (world.kind === 'directory') return void (await reading.catch(() => undefined));
      await expect(reading).rejects.toThrow('stopped');
    });

    test('connects to no address that the operator did not allow', async () => {
      if (world.kind === 'directory') return;
      const asked = server.front?.asked.length;
      using strict = createWays({ http: true });
      expect(await codeOf(Array.fromAsync(opened({ ways: strict }).list()))).toBe('source_unreachable');
      using secure = createWays({ networks: ['loopback'] });
      if (server.front)
        expect(await codeOf(Array.fromAsync(opened({ ways: secure }).list()))).toBe('source_unreachable');
      expect(server.front?.asked.length).toBe(asked);
    });

    test('repeats no secret to anybody', () => {
      const secrets = Object.values(server.credentials).flatMap((one) => [
        one,
        encodeURIComponent(one),
        one.split('sig=')[1] ?? one,
      ]);
      for (const text of said) for (const secret of secrets) if (secret.length > 8) expect(text).not.toContain(secret);
      for (const text of said.filter((_, i) => i % 2 === 0)) expect(text).toMatch(/^[^\n]+\. [^\n]+\.$/);
      if (process.env.PLUMBLINE_SHOW_TEXTS !== undefined) console.log([...new Set(said)].join('\n'));
      expect(said.length).toBeGreaterThan(0);
    });
  });
});
