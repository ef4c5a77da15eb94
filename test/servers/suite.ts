import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis, Coverage } from '../../src/engine/model/analysis.ts';
import { missing, type Need } from '../../testkit/needs.ts';
import { startCut } from '../../testkit/servers/cut.ts';
import type { TestServer } from '../../testkit/servers/server.ts';
import { appliedWorld, onlyOf, onlyResources, type Scanned } from '../../testkit/servers/world.ts';
import type { StateDocument } from '../../testkit/state-document.ts';

/** The expected findings by address: the paths of the attributes, or `deleted`. */
export type Shows = Record<string, readonly string[] | 'deleted'>;

/** A change on the first server, made with its own client. */
export type Act<S> = { what: string; do: (server: S) => Promise<unknown>; shows: Shows };

export type ServerEstate<S extends TestServer> = {
  /** The local name of the provider; below, its source. */
  name: string;
  source: string;
  needs: readonly Need[];
  start: () => Promise<S>;
  variables: Record<string, unknown>;
  /** Secrets besides the servers' passwords. No visible output may contain one. */
  secrets: readonly string[];
  /** A preparation of the first server after the apply. */
  after?: (server: S) => Promise<unknown>;
  /** The provider block with a wrong password, and with another port. */
  rejected: (config: TestServer['config']) => TestServer['config'];
  atPort: (config: TestServer['config'], port: number) => TestServer['config'];
  /** Users who may read only a part of the server, with a provider block for each. */
  partial?: readonly {
    who: string;
    make: (server: S) => Promise<unknown>;
    config: (config: TestServer['config']) => TestServer['config'];
  }[];
  harmless: readonly Act<S>[];
  harmful: readonly Act<S>[];
  /**
   * Deletes a container with all objects in it. `unread` are the resources that the provider then cannot read at all.
   */
  container: Act<S> & { unread?: Record<string, string> };
  /** A resource that the harmful changes delete. Alone in a state, its deletion has no witness. */
  lonely: string;
};

const DRIFT = ({ findings }: Analysis): Shows =>
  Object.fromEntries(
    findings.map(({ resource, kind, attributes }) => [
      resource,
      kind === 'deleted' ? kind : attributes.map(({ path }) => path).toSorted(),
    ]),
  );

const sorted = (shows: Shows): Shows =>
  Object.fromEntries(
    Object.entries(shows).map(([address, what]) => [address, what === 'deleted' ? what : what.toSorted()]),
  );

const all = (...acts: { shows: Shows }[]): Shows =>
  sorted(Object.assign({}, ...acts.map(({ shows }) => shows)) as Shows);

/** The verdicts with their reasons, each once. */
const verdicts = ({ coverage }: Analysis): string[] => [...new Set(coverage.map(verdictOf))].toSorted();

const verdictOf = ({ verdict, reason }: Coverage): string => (reason === undefined ? verdict : `${verdict}/${reason}`);

/** Expects only these verdicts. The error contains the details of all others. */
function expectVerdicts(analysis: Analysis, ...expected: string[]): void {
  const others = analysis.coverage.filter((one) => !expected.includes(verdictOf(one)));
  expect(others.slice(0, 4)).toEqual([]);
  expect(verdicts(analysis)).toEqual(expected);
}

/** Tests for every provider with a real server: changes are found at the right attributes, and nothing else. */
export async function describeServer<S extends TestServer>(estate: ServerEstate<S>): Promise<void> {
  const { name, source, harmless, harmful, container } = estate;
  const skip = await missing('terraform', 'server-providers', ...estate.needs);
  describe.skipIf(skip)(`two servers behind ${source}`, () => {
    let first: S;
    let second: S;
    let world: Awaited<ReturnType<typeof appliedWorld>>;
    let state: StateDocument;
    /** A state with only the resources of the first server; below, one for the second. */
    let prod: StateDocument;
    let staging: StateDocument;

    beforeAll(async () => {
      const starts = await Promise.allSettled([
        estate.start().then((server) => (first = server)),
        estate.start().then((server) => (second = server)),
      ]);
      for (const start of starts) if (start.status === 'rejected') throw start.reason;
      world = await appliedWorld({
        name,
        source,
        configs: { first: first.config, second: second.config },
        variables: estate.variables,
      });
      await estate.after?.(first);
      state = await world.state();
      [prod, staging] = [onlyOf(state), onlyOf(state, 'second')];
    });
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]();
      await Promise.all([first, second].map((server) => server?.[Symbol.asyncDispose]()));
    });

    const entry = (server: S, more: object = {}) => ({
      provider: source,
      config: server.config,
      reach: [`127.0.0.1:${server.url.port}`],
      ...more,
    });
    const firstOnly = () => [entry(first)];
    const both = () => [entry(second, { alias: 'second' }), entry(first)];

    /** Scans, and expects that no visible output contains a secret. */
    async function scan(...of: Parameters<typeof world.scan>): Promise<Analysis> {
      const { analysis, shown }: Scanned = await world.scan(...of);
      const own = [first, second].map(({ url }) => decodeURIComponent(url.password));
      for (const secret of [...own, ...estate.secrets]) expect(shown).not.toContain(secret);
      // Only AWS has regions, accounts and roles.
      expect(shown).not.toMatch(/us-east-1|the role\b/);
      return analysis;
    }

    test('covers enough resources and acts', () => {
      const count = (document: StateDocument) => document.resources.flatMap(({ instances }) => instances).length;
      expect(count(prod)).toBeGreaterThanOrEqual(20);
      expect(count(staging)).toBeGreaterThanOrEqual(4);
      expect(harmless.length).toBeGreaterThanOrEqual(8);
      expect(harmful.length).toBeGreaterThanOrEqual(10);
    });

    test('finds nothing right after an apply, each alias on its own server', async () => {
      const analysis = await scan({ 'a.tfstate': state }, both());
      expect(DRIFT(analysis)).toEqual({});
      expectVerdicts(analysis, 'in_sync');
      expect(analysis.status).toBe('completed');
    });

    test('finds nothing in two states with the same names on two servers', async () => {
      const states = { 'prod/a.tfstate': prod, 'staging/a.tfstate': staging };
      const analysis = await scan(states, [
        entry(first, { states: ['prod/*'] }),
        entry(second, { states: ['staging/*'] }),
      ]);
      expect(DRIFT(analysis)).toEqual({});
      expectVerdicts(analysis, 'in_sync');
    });

    test('finds nothing in two states on two servers with one entry for both, and confirms neither by the other', async () => {
      const states = { 'prod/a.tfstate': prod, 'staging/a.tfstate': staging };
      const analysis = await scan(states, firstOnly());
      expect(DRIFT(analysis)).toEqual({});
      const other = analysis.coverage.filter(({ state_key }) => state_key === 'staging/a.tfstate').map(verdictOf);
      expect([...new Set(other)]).toEqual([expect.stringMatching(/settings_missing|deletion_unconfirmed/)]);
    });

    test('does not check an alias without settings of its own, and says the line to add', async () => {
      const analysis = await scan({ 'a.tfstate': state }, firstOnly());
      expect(DRIFT(analysis)).toEqual({});
      const [unread, read] = [
        analysis.coverage.filter(({ verdict }) => verdict !== 'in_sync'),
        analysis.coverage.filter(({ verdict }) => verdict === 'in_sync'),
      ];
      expect(read.length).toBe(prod.resources.flatMap(({ instances }) => instances).length);
      expect([...new Set(unread.map(verdictOf))]).toEqual(['unreadable/settings_missing']);
      expect(unread[0]?.detail).toContain(`"provider":"${source}","alias":"second"`);
      expect(unread[0]?.detail).toContain('PLUMBLINE_PROVIDER_SETTINGS');
    });

    test('rejects settings with an entry that never applies', async () => {
      await expect(scan({ 'a.tfstate': state }, [...firstOnly(), entry(second)])).rejects.toThrow(
        /entry 2 never applies/,
      );
    });

    test('reports missing settings first, with the line to add, and finds nothing', async () => {
      const analysis = await scan({ 'a.tfstate': prod }, []);
      expect(DRIFT(analysis)).toEqual({});
      expectVerdicts(analysis, 'unreadable/settings_missing');
      for (const { detail } of analysis.coverage) {
        expect(detail).toMatch(/^provider\[".*"\] got no settings\. Add \{/);
        expect(detail).toContain(`{"provider":"${source}"`);
      }
    });

    test('reports a rejected password, and finds nothing', async () => {
      const rejected = entry(first, { config: estate.rejected(first.config) });
      const analysis = await scan({ 'a.tfstate': prod }, [rejected]);
      expect(DRIFT(analysis)).toEqual({});
      expectVerdicts(analysis, 'unreadable/credentials_rejected');
      expect(analysis.status).not.toBe('completed');
    });

    test('finds nothing after changes to unmanaged resources', async () => {
      for (const act of harmless) await act.do(first);
      const analysis = await scan({ 'a.tfstate': state }, both());
      expect(DRIFT(analysis)).toEqual(all(...harmless));
      expectVerdicts(analysis, 'in_sync');
    });

    describe('after acts that change what is managed', () => {
      let analysis: Analysis;
      beforeAll(async () => {
        for (const act of harmful) await act.do(first);
        analysis = await scan({ 'a.tfstate': state }, both());
      });

      test.each(harmful)('finds: $what', ({ shows }) => {
        const found = DRIFT(analysis);
        for (const [address, what] of Object.entries(sorted(shows)))
          expect([address, found[address]]).toEqual([address, what]);
      });

      test('finds nothing else, and checks all resources', () => {
        expect(DRIFT(analysis)).toEqual(all(...harmful));
        expectVerdicts(analysis, 'changed', 'deleted', 'in_sync');
      });

      test('describes each finding in a sentence', () => {
        for (const { message } of analysis.findings) {
          expect(message).toMatch(/^[A-Z].+\.$/);
          expect(message).not.toContain('settings have changed');
        }
      });

      test('finds the same in the state of this server, and nothing in that of the other', async () => {
        const states = { 'prod/a.tfstate': prod, 'staging/a.tfstate': staging };
        const apart = await scan(states, [entry(second, { states: ['staging/*'] }), ...firstOnly()]);
        expect(DRIFT(apart)).toEqual(all(...harmful));
        expect(apart.findings.map(({ state_key }) => state_key)).not.toContain('staging/a.tfstate');
      });

      test.each(estate.partial ?? [])('reports nothing false with the rights of $who', async ({ make, config }) => {
        await make(first);
        const seen = await scan({ 'a.tfstate': prod }, [entry(first, { config: config(first.config) })]);
        expect(all(...harmful)).toMatchObject(DRIFT(seen));
        expect(verdicts(seen)).toContain('in_sync');
        expect(verdicts(seen).filter((one) => one.startsWith('unreadable/'))).not.toEqual([]);
      });

      test('does not report the deletion of the only resource of a state', async () => {
        const lonely = onlyResources(prod, estate.lonely.replace(/\[.*$/, ''));
        const only = {
          ...lonely,
          resources: lonely.resources.map((one) => ({
            ...one,
            instances: one.instances.filter(
              ({ index_key }) => index_key === undefined || estate.lonely.endsWith(`["${index_key}"]`),
            ),
          })),
        };
        const alone = await scan({ 'a.tfstate': only }, firstOnly());
        expect(DRIFT(alone)).toEqual({});
        expectVerdicts(alone, 'suspect/deletion_unconfirmed');
      });
    });

    test(`finds ${container.what}, with all its content`, async () => {
      await container.do(first);
      const analysis = await scan({ 'a.tfstate': state }, both());
      expect(DRIFT(analysis)).toEqual(all(...harmful, container));
      const unread = analysis.coverage.filter(({ verdict }) => /unreadable|suspect/.test(verdict));
      expect(Object.fromEntries(unread.map((one) => [one.resource, verdictOf(one)]))).toEqual(container.unread ?? {});
    });

    test('reports nothing false where the server stops during an analysis', async () => {
      const instances = prod.resources.flatMap((one) => one.instances).length;
      await using cut = await startCut(Number(first.url.port), Math.ceil(instances / 2), () => first.stop());
      const through = entry(first, { config: estate.atPort(first.config, cut.port), reach: [`127.0.0.1:${cut.port}`] });
      const analysis = await scan({ 'a.tfstate': prod }, [through]);
      expect(cut.sent()).toBeGreaterThanOrEqual(Math.ceil(instances / 2));
      expect(all(...harmful, container)).toMatchObject(DRIFT(analysis));
      expect(verdicts(analysis)).toContain('unreadable/unreachable');
      const odd = analysis.coverage.filter(
        (one) =>
          !/^(?:in_sync|changed|deleted|suspect\/deletion_unconfirmed|unreadable\/(?:unreachable|unavailable))$/.test(
            verdictOf(one),
          ),
      );
      expect(odd).toEqual([]);
    });

    test('reports a stopped server as unreachable, with its address', async () => {
      await first.stop();
      const analysis = await scan({ 'a.tfstate': state }, both());
      expect(DRIFT(analysis)).toEqual({});
      expectVerdicts(analysis, 'in_sync', 'unreadable/unreachable');
      const unread = analysis.coverage.filter(({ verdict }) => verdict === 'unreadable');
      for (const { detail } of unread) expect(detail).toContain(`127.0.0.1:${first.url.port}`);
    });

    test('reports no deletion where the whole server is new, and names that first', async () => {
      await first.startEmpty();
      const analysis = await scan({ 'a.tfstate': state }, both());
      expect(DRIFT(analysis)).toEqual({});
      expect(analysis.coverage.filter(({ verdict }) => verdict === 'suspect').length).toBeGreaterThan(
        prod.resources.length / 2,
      );
      expect(analysis.counts.in_sync).toBe(staging.resources.flatMap(({ instances }) => instances).length);
    });
  });
}
