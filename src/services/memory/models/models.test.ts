import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../../testkit/api.ts';
import { databases } from '../../../../testkit/database.ts';
import { remoteOf } from '../../../../testkit/embeddings/remote.ts';
import { startEmbeddings, type EmbeddingsEmulator, type Fault } from '../../../../testkit/embeddings/start.ts';
import { explaining } from '../../../../testkit/plan.ts';
import { AppError } from '../../../base/errors.ts';
import { composeEmbedder } from '../../../server/compose-models.ts';
import type { Store } from '../../../store/database.ts';
import { insertIncident } from '../../../store/queries/incidents.ts';
import { countUnembedded, findUnembedded, pageUnembedded } from '../../../store/queries/unembedded.ts';
import type { Embedder, RemoteEmbedder } from './embedder.ts';
import { writeVectors } from './vectors.ts';
import { catchingUp } from './catch-up.ts';
import { sourcesOf } from './sources.ts';
import { within, scoped } from '../../../store/scope.ts';

type Match = { id: string; similarity: number };

const SSH = { resource: 'aws_security_group.web', summary: 'ssh was opened to the world' };
const BUCKET = { resource: 'aws_s3_bucket.logs', summary: 'the bucket became public' };
/** A synonym of "ssh" that only the stand-in model understands; the built-in one finds nothing. */
const BY_SYNONYM = 'tuer';
const OLD_TABLE = 'plumbline-recall-0@0000000000000000';
const own = await composeEmbedder().model();
const never = () => new AbortController().signal;

/** The model of another version of Plumbline, with other vectors for the same texts. */
function otherVersion(embedder: Embedder): Embedder {
  const turned = (vector: Float32Array | undefined) => vector?.toReversed();
  return {
    model: () => Promise.resolve(OLD_TABLE),
    embed: async (text) => ({ model: OLD_TABLE, vector: turned((await embedder.embed(text)).vector) }),
    async embedIncidents(texts) {
      return { model: OLD_TABLE, vectors: (await embedder.embedIncidents(texts)).vectors.map(turned) };
    },
  };
}

describe.each(await databases())('models of the memory on $kind', ({ open }) => {
  let store: Store;
  let emulator: EmbeddingsEmulator;
  let remote: RemoteEmbedder;
  let plain: TestApi;
  let api: TestApi;
  const embedder = composeEmbedder();
  const stack = new AsyncDisposableStack();
  let tenants = 0;

  beforeAll(async () => {
    emulator = stack.use(await startEmbeddings());
    store = await open();
    stack.defer(() => store.close());
    remote = remoteOf(emulator);
    plain = await testApi(store);
    api = await testApi(store, [], { remote });
    stack.defer(() => plain.close());
    stack.defer(() => api.close());
  });
  beforeEach(() => {
    emulator.heal();
    emulator.dimension = 256;
    emulator.seen.length = 0;
  });
  afterAll(() => stack.disposeAsync());

  async function tenant() {
    const login = `models${(tenants += 1)}`;
    const { id, key } = await plain.organization(login, 'write');
    const recallOn = (server: TestApi, intent: string) =>
      server.call('POST', '/memory/recall', { key, body: { project: login, intent } });
    return {
      org_id: id,
      login,
      recallOn,
      write: async (body: object, server = plain) => {
        const made = await server.call('POST', '/memory/incidents', { key, body: { project: login, ...body } });
        expect(made.statusCode).toBe(201);
      },
      matches: async (intent: string, server = api): Promise<Match[]> => {
        const answer = await recallOn(server, intent);
        expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
        return answer.json<{ matches: Match[] }>().matches;
      },
      /** Inserts many incidents at once, without the API. */
      fill: async (count: number, by: Embedder = embedder) =>
        store.db.transaction().execute(async (trx) => {
          const made = [];
          for (let i = 0; i < count; i += 1) {
            const texts = {
              resource: `aws_instance.n${i}`,
              summary: `${login} machine number ${i} was resized`,
              details: null,
            };
            const fixed = {
              type: null,
              repo_id: null,
              date: '2026-01-01',
              status: 'resolved',
              source: 'manual',
            } as const;
            made.push(await insertIncident(trx, { org_id: id, id: `case-${i}`, ...texts, ...fixed }));
          }
          await writeVectors(scoped(trx, { org_id: id }), by, made);
        }),
      models: async (incident?: string) => {
        let query = within(store.db, 'instance')
          .selectFrom('incident_vectors')
          .select(['model', (is) => is.fn.countAll<number>().as('count')])
          .where('org_id', '=', id);
        if (incident !== undefined) query = query.where('incident_id', '=', incident);
        const rows = await query.groupBy('model').execute();
        return Object.fromEntries(rows.map(({ model, count }) => [model, count]));
      },
    };
  }

  type Waiting = Record<string, number>;
  function worker(given: { remote?: RemoteEmbedder; holder?: string; embedder?: Embedder } = {}) {
    const waiting: Waiting = {};
    const work = catchingUp({
      store,
      sources: sourcesOf(given.embedder ?? embedder, 'remote' in given ? given.remote : remote),
      holder: given.holder ?? 'worker',
      makes: true,
      onWaiting: (kind, count) => void (waiting[kind] = count),
      onBegin: () => undefined,
    });
    return { waiting, sweep: (signal = never()) => work.sweep(signal) };
  }
  const sent = () => emulator.seen.flatMap(({ texts }) => texts);
  const far = 'remote:stand-in-embedding@256';

  test('answers with the built-in model until a new one has embedded every incident', async () => {
    const { fill, write, matches, models } = await tenant();
    await fill(40);
    await write({ id: 'ssh', ...SSH });
    const before = await matches('open ssh', plain);
    // The name of the remote model is unknown until its first response, here to an intent.
    await matches('open ssh');
    emulator.seen.length = 0;
    expect(await matches('open ssh')).toEqual(before);
    expect(sent()).toEqual([]);
    const { sweep, waiting } = worker();
    await sweep();
    expect(waiting).toEqual({ built_in: 0, remote: 0 });
    expect(await models()).toEqual({ [own]: 41, [far]: 41 });
    expect((await matches(BY_SYNONYM, plain)).map(({ id }) => id)).not.toEqual(['ssh']);
    const found = await matches(BY_SYNONYM);
    expect(found[0]).toMatchObject({ id: 'ssh' });
    expect(found[0]!.similarity).toBeGreaterThan(found[1]!.similarity);
  });

  test('finds a new incident in the next recall with a remote model, too', async () => {
    const { write, matches } = await tenant();
    await write({ id: 'bucket', ...BUCKET });
    await matches('anything');
    emulator.seen.length = 0;
    for (let i = 0; i < 5; i += 1) {
      await write({ id: `ssh-${i}`, resource: 'x', summary: `ssh number${i}` });
      expect((await matches(`${BY_SYNONYM} number${i}`))[0]).toEqual(
        expect.objectContaining({ id: `ssh-${i}`, similarity: expect.closeTo(0.8, 0) }),
      );
    }
    expect(emulator.seen.map(({ texts }) => texts.length)).toEqual([2, 2, 2, 2, 2]);
  });

  test('uses the built-in model while the service is unavailable, and embeds new incidents later', async () => {
    const { write, matches, models } = await tenant();
    await write({ id: 'ssh', ...SSH });
    await matches('open ssh');
    await worker().sweep();
    emulator.fail({ status: 500 });
    expect(await matches(BY_SYNONYM)).toEqual(await matches(BY_SYNONYM, plain));
    await write({ id: 'bucket', ...BUCKET });
    expect((await matches('public bucket'))[0]?.id).toBe('bucket');
    const { sweep, waiting } = worker();
    await sweep();
    expect(waiting).toEqual({ built_in: 0, remote: 1 });
    expect(await models('bucket')).toEqual({ [own]: 1 });
    emulator.heal();
    await expect
      .poll(async () => {
        await sweep();
        return models('bucket');
      })
      .toEqual({ [own]: 1, [far]: 1 });
    expect(waiting).toEqual({ built_in: 0, remote: 0 });
    expect((await matches(BY_SYNONYM))[0]?.id).toBe('ssh');
  });

  test('uses the built-in model on any failure of a service, and the remote one after its recovery', async () => {
    const { write, matches } = await tenant();
    await write({ id: 'bucket', ...BUCKET });
    await write({ id: 'ssh', ...SSH });
    const faults: Fault[] = [
      { status: 401 },
      { status: 302, headers: { location: emulator.url } },
      { status: 429, headers: { 'retry-after': '0' } },
      { cut: true },
      { body: '<html>' },
      { body: '{"data":[{"embedding":["1","2"]}]}' },
      { broken: 'count' },
      { broken: 'nan' },
      { broken: 'zero' },
    ];
    const builtIn = await matches(BY_SYNONYM, plain);
    for (const fault of faults) {
      await expect.poll(async () => (await matches(BY_SYNONYM))[0]?.id).toBe('ssh');
      expect(await matches(BY_SYNONYM)).not.toEqual(builtIn);
      emulator.fail(fault);
      expect([fault, await matches(BY_SYNONYM)]).toEqual([fault, builtIn]);
      emulator.heal();
    }
  });

  test('sends only masked incidents and intents, and never texts of two organizations in one request', async () => {
    const both = [await tenant(), await tenant()];
    for (const { fill } of both) await fill(20);
    await worker().sweep();
    const names = both.map(({ login }) => login);
    for (const { texts } of emulator.seen)
      expect(names.filter((name) => texts.some((text) => text.includes(`${name} `))).length).toBeLessThanOrEqual(1);
    expect(sent().filter((text) => text.includes('machine number'))).toHaveLength(40);
    expect(
      sent().filter((text) => !/^aws_instance\.n\d+: models\d+ machine number \d+ was resized$/.test(text)),
    ).toEqual([]);
    emulator.seen.length = 0;
    const secret = ['AKIA', 'QWERTYUIOPASDFGH'].join('');
    await both[0]!.matches(`rotate the key ${secret} of the bucket`);
    expect(sent()).toEqual([expect.stringContaining('of the bucket')]);
    expect(JSON.stringify(emulator.seen)).not.toContain(secret);
  });

  test('sends no texts without words and matches none, but words of other scripts', async () => {
    const { write, matches, models } = await tenant();
    await write({ id: 'symbols', resource: '!!', summary: '??' });
    await write({ id: 'words', resource: '!!', summary: 'セキュリティグループ' });
    await worker().sweep();
    expect(sent()).toEqual(['!!: セキュリティグループ']);
    expect(await models()).toEqual({ [own]: 2, [far]: 2 });
    emulator.seen.length = 0;
    expect(await matches('!!!')).toEqual([]);
    expect(sent()).toEqual([]);
    expect(await matches('セキュリティグループ')).toMatchObject([{ id: 'words', similarity: 1 }]);
  });

  test('embeds a changed text again with all models, and drops a vector of the old text', async () => {
    const { org_id, write, matches, models } = await tenant();
    await write({ id: 'one', ...SSH });
    await worker().sweep();
    const change = (summary: string) =>
      store.db.transaction().execute(async (trx) => {
        const row = await within(trx, 'instance')
          .updateTable('incidents')
          .set({ summary })
          .where('org_id', '=', org_id)
          .where('id', '=', 'one')
          .returningAll()
          .executeTakeFirstOrThrow();
        await writeVectors(scoped(trx, { org_id }), embedder, [row]);
      });
    await change('the bucket became public');
    expect(await models()).toEqual({ [own]: 1 });
    const held = emulator.hold();
    const { sweep } = worker();
    const sweeping = sweep();
    await expect.poll(sent).toContain('aws_security_group.web: the bucket became public');
    await change('the key was rotated');
    held.release();
    await sweeping;
    expect(await models()).toEqual({ [own]: 1 });
    expect((await matches('schluessel rotated'))[0]).toMatchObject({ id: 'one', similarity: expect.closeTo(0.5, 0) });
    expect(await models()).toEqual({ [own]: 1, [far]: 1 });
  });

  test('embeds once with two instances, and takes over the work of a killed one', async () => {
    const { fill, models } = await tenant();
    await worker().sweep();
    await fill(100);
    emulator.seen.length = 0;
    const held = emulator.hold();
    const one = worker({ holder: 'one' });
    const two = worker({ holder: 'two' });
    const first = one.sweep();
    await expect.poll(() => emulator.seen.length).toBe(1);
    await two.sweep();
    expect([two.waiting.remote, emulator.seen.length]).toEqual([100, 1]);
    held.release();
    await first;
    expect(sent()).toHaveLength(100);
    expect(new Set(sent()).size).toBe(100);
    expect(await models()).toEqual({ [own]: 100, [far]: 100 });

    await within(store.db, 'instance').deleteFrom('incident_vectors').where('model', '=', far).execute();
    const killed = { leased_by: 'killed', leased_until: new Date(Date.now() + 60_000) };
    await store.db.updateTable('embedding_models').set(killed).where('model', '=', far).execute();
    const three = worker({ holder: 'three' });
    await three.sweep();
    expect(await models()).toEqual({ [own]: 100 });
    await store.db
      .updateTable('embedding_models')
      .set({ leased_until: new Date(0) })
      .where('model', '=', far)
      .execute();
    await three.sweep();
    expect(await models()).toEqual({ [own]: 100, [far]: 100 });
  });

  test('finds missing vectors by index, also in a database without table statistics', async () => {
    const { org_id, fill } = await tenant();
    await fill(5);
    const { db, plan } = explaining(store);
    const { missing } = await findUnembedded(scoped(db, { org_id }), { model: 'm', limit: 9, since: undefined });
    expect([missing.length, await plan()]).toEqual([5, expect.not.stringContaining('Join')]);
    const count = await countUnembedded(scoped(db, { org_id }), { id: 'm' });
    expect([count, await plan()]).toEqual([5, expect.not.stringContaining('Join')]);
  });

  test('completes a model despite a text that the service cannot embed', async () => {
    const tenants = [await tenant(), await tenant(), await tenant()].toSorted((a, b) => (a.org_id < b.org_id ? -1 : 1));
    const [bad, ...others] = tenants;
    for (const { fill } of tenants) await fill(4);
    await bad!.write({ id: 'poison', resource: 'x', summary: 'poison in prod' });
    emulator.fail({ on: 'poison', fault: { status: 500 } });
    const { sweep, waiting } = worker();
    await sweep();
    for (const { models } of others) expect(await models()).toEqual({ [own]: 4, [far]: 4 });
    expect(await bad!.models()).toEqual({ [own]: 5, [far]: 5 });
    expect(waiting.remote).toBe(0);
    // An intent that fails has no effect on others either.
    emulator.seen.length = 0;
    await bad!.matches('poison');
    expect(sent()).toContain('poison');
    expect(remote.waitSeconds()).toBe(0);
    await others[0]!.matches('machine number 7');
    expect(sent()).toContain('machine number 7');
  });

  test('leaves texts that time out for later, and embeds the others', async () => {
    const tenants = [await tenant(), await tenant()].toSorted((a, b) => (a.org_id < b.org_id ? -1 : 1));
    const [slow, other] = tenants;
    for (const { fill } of tenants) await fill(4);
    await slow!.write({ id: 'poison', resource: 'x', summary: 'poison in prod' });
    const short: RemoteEmbedder = {
      ...remote,
      embed: async (texts, how) => {
        if (texts.some((text) => text.includes('poison'))) throw new AppError('unavailable', 'no time');
        return remote.embed(texts, how);
      },
    };
    const { sweep, waiting } = worker({ remote: short });
    await sweep();
    expect(await other!.models()).toEqual({ [own]: 4, [far]: 4 });
    expect(await slow!.models()).toEqual({ [own]: 5, [far]: 4 });
    expect(waiting.remote).toBe(1);
    await worker().sweep();
    expect(await slow!.models('poison')).toEqual({ [own]: 1, [far]: 1 });
  });

  test('keeps finished vectors when it is stopped, and resumes from there', async () => {
    const { fill, models } = await tenant();
    await fill(100);
    emulator.fail({ delayMs: 0 }, 2);
    emulator.fail({ silent: true });
    const stopping = new AbortController();
    const first = worker().sweep(stopping.signal);
    await expect.poll(async () => (await models())[far]).toBe(64);
    stopping.abort();
    await first;
    emulator.heal();
    emulator.seen.length = 0;
    await worker({ holder: 'another' }).sweep();
    expect(sent().filter((text) => text.includes('machine'))).toHaveLength(36);
    expect((await models())[far]).toBe(100);
  });

  test('treats another dimension as another model, and uses the built-in one until all is embedded', async () => {
    const { fill, write, matches, models } = await tenant();
    await fill(30);
    await write({ id: 'ssh', ...SSH });
    const { sweep } = worker();
    await sweep();
    expect((await matches(BY_SYNONYM))[0]?.id).toBe('ssh');
    emulator.dimension = 128;
    expect(await matches(BY_SYNONYM)).toEqual(await matches(BY_SYNONYM, plain));
    await sweep();
    expect(await models()).toEqual({ [own]: 31, [far]: 31, 'remote:stand-in-embedding@128': 31 });
    expect((await matches(BY_SYNONYM))[0]?.id).toBe('ssh');
    // After the way back, the earlier vectors are still there.
    emulator.dimension = 256;
    await matches(BY_SYNONYM);
    expect((await matches(BY_SYNONYM))[0]?.id).toBe('ssh');
  });

  test('embeds few incidents at once after an update of the model, many in the background, and answers as well until then', async () => {
    const few = await tenant();
    await few.fill(60, otherVersion(embedder));
    await few.write({ id: 'ssh', ...SSH });
    expect((await few.matches('open ssh', plain))[0]?.id).toBe('ssh');
    expect(await few.models()).toMatchObject({ [own]: 61, [OLD_TABLE]: 60 });
    const many = await tenant();
    await many.fill(520, otherVersion(embedder));
    emulator.fail({ status: 500 });
    await many.write({ id: 'ssh', ...SSH });
    const intents = ['aws_instance.n7', 'open ssh', 'machine number 300 of the fleet'];
    const ask = async () => {
      const answers: Match[][] = [];
      for (const server of [plain, api]) for (const intent of intents) answers.push(await many.matches(intent, server));
      return answers;
    };
    const before = await ask();
    // Incidents without a vector are compared within the caller's access scope only.
    const nothing = scoped(store.db, { org_id: many.org_id, visible: { repositories: [], states: [] } });
    expect(await pageUnembedded(nothing, { model: own, after: '', limit: 9 })).toEqual([]);
    const page = await pageUnembedded(scoped(store.db, { org_id: many.org_id }), { model: own, after: '', limit: 9 });
    expect(page).toHaveLength(9);
    expect(await many.models()).toEqual({ [own]: 1, [OLD_TABLE]: 520 });
    expect(before.map(([best]) => best?.id)).toEqual(['case-7', 'ssh', 'case-300', 'case-7', 'ssh', 'case-300']);
    await worker({ remote: undefined }).sweep();
    expect(await many.models()).toEqual({ [own]: 521, [OLD_TABLE]: 520 });
    expect(await ask()).toEqual(before);
  });

  test('finds what another version of Plumbline writes at once', async () => {
    const older = otherVersion(embedder);
    const { write, matches, models, org_id } = await tenant();
    const oldApi = await testApi(store, [], { embedder: older });
    for (let i = 0; i < 8; i += 1) {
      const [writer, reader] = i % 2 === 0 ? [oldApi, plain] : [plain, oldApi];
      // Nothing is written in between, so the reader caches that no vector is missing.
      for (let quiet = 0; quiet < 3; quiet += 1) await matches('ssh', reader);
      await write({ id: `case-${i}`, resource: 'x', summary: `ssh to machine${i}` }, writer);
      expect((await matches(`ssh to machine${i}`, reader))[0]?.id).toBe(`case-${i}`);
      expect((await matches(`ssh to machine${i}`, writer))[0]?.id).toBe(`case-${i}`);
    }
    expect(await models()).toEqual({ [own]: 8, [OLD_TABLE]: 8 });
    // The older version changes a text, which removes the newer version's vector.
    const row = await within(store.db, 'instance')
      .updateTable('incidents')
      .set({ summary: 'the bucket became public' })
      .where('org_id', '=', org_id)
      .where('id', '=', 'case-0')
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeVectors(scoped(store.db, { org_id }), older, [row]);
    expect((await matches('public bucket', plain))[0]?.id).toBe('case-0');
    await oldApi.close();
  });

  test('finds incidents in a database restored from a dump with later transaction numbers', async () => {
    const { write, matches, org_id } = await tenant();
    await write({ id: 'ssh', ...SSH });
    const ahead = sql<string>`'900000000'::xid8`;
    await within(store.db, 'instance')
      .updateTable('incident_vectors')
      .set({ written: ahead })
      .where('org_id', '=', org_id)
      .execute();
    expect((await matches('open ssh', plain))[0]?.id).toBe('ssh');
    const left = within(store.db, 'instance')
      .selectFrom('incident_vectors')
      .selectAll()
      .where('org_id', '=', org_id)
      .where('written', '=', ahead);
    expect(await left.execute()).toEqual([]);
    await write({ id: 'bucket', ...BUCKET });
    expect((await matches('public bucket', plain))[0]?.id).toBe('bucket');
  });

  test('removes vectors of unused models after a week, once those in use are complete', async () => {
    const { fill, models } = await tenant();
    await fill(10);
    await fill(0, otherVersion(embedder));
    const { sweep } = worker();
    await sweep();
    const old = { model: OLD_TABLE, used_at: new Date(Date.now() - 6 * 24 * 3600_000) };
    const rows = await within(store.db, 'instance')
      .selectFrom('incident_vectors')
      .selectAll()
      .where('model', '=', own)
      .execute();
    await within(store.db, 'instance')
      .insertInto('incident_vectors')
      .values(rows.map((row) => ({ ...row, written: undefined, model: OLD_TABLE })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await store.db
      .insertInto('embedding_models')
      .values(old)
      .onConflict((conflict) => conflict.column('model').doUpdateSet(old))
      .execute();
    await worker().sweep();
    expect(await models()).toEqual({ [own]: 10, [far]: 10, [OLD_TABLE]: 10 });
    await store.db
      .updateTable('embedding_models')
      .set({ used_at: new Date(Date.now() - 8 * 24 * 3600_000) })
      .execute();
    emulator.fail({ status: 500 });
    await fill(0);
    await worker().sweep();
    emulator.heal();
    await worker().sweep();
    expect(await models()).toEqual({ [own]: 10, [far]: 10 });
  });
});
