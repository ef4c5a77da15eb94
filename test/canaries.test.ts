import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { chatModel } from '../src/integrations/llm/writer.ts';
import { openLog } from '../src/server/log.ts';
import type { Given } from '../src/sources/contract/kind.ts';
import { openDatabase, type Store } from '../src/store/database.ts';
import { canaryMaker, shapesOf, type Canary } from '../testkit/canaries/canary.ts';
import { dumpOf, filesBelow } from '../testkit/canaries/dump.ts';
import { canaryEstate, deadlyEstate } from '../testkit/canaries/estate.ts';
import { searchFor, type Search } from '../testkit/canaries/search.ts';
import { plumbline } from '../testkit/cli.ts';
import { databases } from '../testkit/database.ts';
import { prepareDirectory } from '../testkit/prepared.ts';
import { fakeWorld } from '../testkit/fake-world.ts';
import { startLlm, type LlmEmulator } from '../testkit/llm/start.ts';
import { listOperations, listPages, pathOf } from '../testkit/operations.ts';
import { installFakeProvider } from '../testkit/plugin/install.ts';
import { HTTP_SOURCES } from '../testkit/sources/http-sources.ts';
import { startStandIn } from '../testkit/sources/stand-in.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { within } from '../src/store/scope.ts';

const estate = canaryEstate();
const deadly = deadlyEstate();

test('plants at least 500 different canaries of at least 40 shapes', () => {
  expect(estate.canaries.length).toBeGreaterThanOrEqual(500);
  expect(new Set(estate.canaries.map(({ shape }) => shape)).size).toBeGreaterThanOrEqual(40);
  expect(new Set(estate.canaries.map(({ core }) => core)).size).toBe(estate.canaries.length);
});

test('finds a canary in every encoding', () => {
  const [canary] = estate.canaries;
  if (!canary) throw new Error('there is none');
  const search = searchFor([canary]);
  const { core } = canary;
  const forms = [core, `x${Buffer.from(`ab${core}`).toString('base64')}`, Buffer.from(core).toString('hex')];
  for (const form of forms) expect(search('a text', `… ${form} …`)).toHaveLength(1);
  expect(search('a text', core.slice(1, 10))).toEqual([]);
});

/** Opens the embedded database in a new directory, whose files the test can search. */
async function onDisk(directory: string): Promise<Store> {
  await prepareDirectory({ PLUMBLINE_DATA_DIR: directory });
  return openDatabase({ dataDir: directory });
}

/** Starts a server that refuses all requests and echoes their contents. */
const echoServer = () =>
  startStandIn(({ headers, url }) => ({ status: 400, body: JSON.stringify({ error: headers, message: url.href }) }));

/** A source of each kind at a server. */
function sourcesAt(url: string): { kind: string; settings: Given; credentials: Given }[] {
  const settings = { host: '127.0.0.1', port: new URL(url).port, database: 'tf', sslmode: 'disable' };
  return [
    ...HTTP_SOURCES.map(([kind, sourceAt]) => ({ kind, ...sourceAt(url) })),
    { kind: 'pg', settings, credentials: { user: 'plumbline', password: 'p' } },
  ];
}

describe.each(await databases())('planted canaries, on $kind', ({ kind, open }) => {
  const stack = new AsyncDisposableStack();
  let dir: string;
  let store: Store;
  let world: Awaited<ReturnType<typeof fakeWorld>>;
  let search: Search;
  let llm: LlmEmulator;
  const outcomes: string[] = [];
  const logged: string[] = [];
  const sent: Canary[] = [];
  const make = canaryMaker(7);

  beforeAll(async () => {
    dir = stack.use(await temporaryDirectory()).path;
    store = kind === 'embedded' ? await onDisk(join(dir, 'data')) : await open();
    const log = openLog('debug', new Writable({ write: (chunk, _, done) => (logged.push(String(chunk)), done()) }));
    llm = stack.use(await startLlm());
    const model = chatModel({
      baseUrl: llm.url,
      apiKey: llm.apiKey,
      model: llm.model,
      timeoutMs: 20_000,
      atOnce: 1,
      onProblem: (problem) => log.warn(problem, 'a problem'),
    });
    const onSummary = ({ outcome, ...rest }: { outcome: string }) => {
      outcomes.push(outcome);
      log.warn({ outcome, ...rest }, 'a summary');
    };
    world = await fakeWorld(store, { log, summarising: { writer: model, onSummary } });
    await world.work();
  });
  afterAll(() => stack.disposeAsync());

  /** A canary in a request. */
  const pasted = (place: string, ...kinds: Canary['kind'][]): Canary => {
    const shapes = shapesOf(...kinds).filter(({ length }) => length < 60);
    const shape = shapes[sent.length % shapes.length];
    if (!shape) throw new Error('there is no such shape');
    const canary = make(shape, place);
    sent.push(canary);
    return canary;
  };
  const analyse = async (states: typeof estate.states): Promise<Analysis> => {
    world.states.clear();
    for (const [key, state] of states) world.states.set(key, state);
    return world.until(await world.request());
  };

  test('finds the drift of all canaries in an analysis without revealing one', async () => {
    const analysis = await analyse(estate.states);
    search = searchFor([...estate.canaries, ...deadly.canaries]);
    expect(search('the analysis', JSON.stringify(analysis))).toEqual([]);
    expect(analysis.findings.length).toBeGreaterThan(400);
    expect(analysis.counts.unreadable).toBeGreaterThan(30);
    const remembered = await within(store.db, 'instance')
      .selectFrom('incidents')
      .selectAll()
      .where('source', '=', 'drift')
      .execute();
    expect(remembered.length).toBeGreaterThan(400);
    expect(search('the incidents', JSON.stringify(remembered))).toEqual([]);
    const hidden = analysis.findings.flatMap(({ attributes }) => attributes).filter(({ sensitive }) => sensitive);
    expect(hidden.length).toBeGreaterThan(350);
  });

  test('reports a provider’s last output and the keys of states without canaries', async () => {
    const analysis = await analyse(deadly.states);
    expect(search('the analysis', JSON.stringify(analysis))).toEqual([]);
    expect(analysis.states.map(({ status }) => status).toSorted()).toEqual([
      'read',
      'read',
      'unreadable',
      'unreadable',
    ]);
  });

  test('hides canaries from the model that writes summaries, and from its summaries', async () => {
    expect(outcomes).toHaveLength(2);
    expect(llm.seen.length).toBeGreaterThanOrEqual(2);
    const asked = llm.seen.map(({ body }) => JSON.stringify(body)).join('\n');
    expect(asked).toContain('fake_thing.thing_');
    expect(search('what the model was asked', asked)).toEqual([]);
  });

  test('rejects secrets in names, and masks them in sentences', async () => {
    const { org, ask } = world;
    const name = (place: string) => pasted(place, 'known').text.replace(/\s/g, '');
    const refused: [string, string, object][] = [
      ['POST', `/orgs/${org.id}/keys`, { name: name('the name of a key'), scopes: ['read'] }],
      ['POST', '/orgs', { login: pasted('a login', 'known').text.replace(/[^A-Za-z0-9_.-]/g, '') }],
      ['POST', `/orgs/${org.id}/analyses`, { state_prefix: name('a prefix') }],
      ['POST', '/memory/incidents', { project: org.id, id: name('an id'), resource: 'a.b', summary: 'x' }],
      ['PUT', `/orgs/${org.id}/ignore-rules`, { rules: [{ address: name('a rule'), reason: 'x' }] }],
    ];
    for (const [method, path, body] of refused) {
      const { status } = await ask(method as 'POST', path, body);
      expect([path, status]).toEqual([path, 422]);
    }
    const summary = pasted('a summary', 'said').text;
    const incident = {
      project: org.id,
      resource: `a.b["${name('a resource')}"]`,
      summary,
      details: pasted('details', 'said').text,
    };
    expect((await ask('POST', '/memory/incidents', incident)).status).toBe(201);
    const rule = { type: 'fake_other', reason: `because ${pasted('a reason', 'said').text}` };
    expect((await ask('PUT', `/orgs/${org.id}/ignore-rules`, { rules: [rule] })).status).toBe(200);
    await ask('POST', '/memory/recall', { project: org.id, intent: pasted('an intent', 'said').text });
    await world.api.call('GET', `/analyses?cursor=${encodeURIComponent(name('a cursor'))}`, { key: name('a key') });
    await world.api.call('GET', `/orgs/${encodeURIComponent(name('a path'))}`, { key: world.api.operatorKey });
  });

  test('reveals no canary that opens a state source or configures a provider, whatever their servers repeat', async () => {
    const { org, api } = world;
    await using server = await echoServer();
    const secret = (place: string) => pasted(place, 'known').text.replace(/\s/g, '');
    const ask = async (method: 'GET' | 'PUT' | 'PATCH', path: string, body?: object) =>
      api.call(method, `/orgs/${org.id}/${path}`, { key: api.operatorKey, ...(body && { body }) });
    const said: string[] = [];
    for (const { kind, settings, credentials: forms } of sourcesAt(server.url)) {
      const names = Object.keys(forms).filter((name) => name !== 'user');
      const credentials = () => ({
        ...forms,
        ...Object.fromEntries(names.map((name) => [name, secret(`${name} of ${kind}`)])),
      });
      const path = `state-sources/canary-${kind}`;
      const saved = await ask('PUT', path, { kind, settings, credentials: credentials() });
      const changed = await ask('PATCH', path, { credentials: credentials() });
      const verified = await ask('GET', `${path}/verify`);
      expect([kind, saved.statusCode, changed.statusCode, verified.json()]).toMatchObject([
        kind,
        200,
        200,
        { ok: false },
      ]);
      said.push(saved.body, changed.body, verified.body, (await ask('GET', path)).body);
    }
    const given = {
      config: { access_token: secret('a configuration') },
      env: { GOOGLE_CREDENTIALS: secret('a variable') },
    };
    const settings = { provider: 'hashicorp/google', ...given };
    for (const path of ['provider-settings/canary', 'provider-settings/canary/verify'])
      said.push(
        (await ask(path.endsWith('verify') ? 'GET' : 'PUT', path, path.endsWith('verify') ? undefined : settings)).body,
      );
    const analysis = await world.until(await world.request());
    said.push(JSON.stringify(analysis), (await ask('GET', 'audit')).body, (await ask('GET', 'state-sources')).body);
    expect(analysis.states.filter(({ status }) => status === 'unreadable').length).toBeGreaterThanOrEqual(8);
    expect(searchFor(sent)('what was said of sources and providers', said.join('\n'))).toEqual([]);
  });

  test('reveals no canary in any response of the API, the metrics and the pages', async () => {
    const all = searchFor([...estate.canaries, ...deadly.canaries, ...sent]);
    const { api, org } = world;
    const analyses = (await world.ask<Analysis[]>('GET', `/orgs/${org.id}/analyses`)).body.map(({ id }) => id);
    const incidents = (await world.ask<{ id: string }[]>('GET', `/orgs/${org.id}/incidents`)).body.map(({ id }) => id);
    const found: string[] = [];
    const look = async (url: string, accept = 'application/json') => {
      const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${api.operatorKey}`, accept } });
      found.push(...all(url, `${JSON.stringify(answer.headers)}\n${answer.body}`));
      return answer.statusCode;
    };
    const operations = [...(await listOperations(api.app)), ...(await listPages(api.app))];
    for (const { path } of operations.filter(({ method }) => method === 'GET')) {
      const things = path.includes('/analyses/') ? analyses : path.includes('/incidents/') ? incidents : [org.id];
      for (const id of things) await look(pathOf(path, () => id));
    }
    for (const id of analyses) expect(await look(`/api/v1/analyses/${id}?include=suppressed`)).toBe(200);
    await look('/api/v1/metrics', 'text/plain');
    expect(found).toEqual([]);
  });

  test('stores no canary in the database, the logs or the files', async () => {
    const all = searchFor([...estate.canaries, ...deadly.canaries, ...sent]);
    const dump = await dumpOf(store);
    expect([...dump.keys()].some((table) => table.startsWith('pgboss.'))).toBe(true);
    expect([...dump.values()].join('').length).toBeGreaterThan(100_000);
    expect([...dump].flatMap(([table, rows]) => all(table, rows))).toEqual([]);
    expect(logged.length).toBeGreaterThan(5);
    expect(all('the log', logged.join('\n'))).toEqual([]);
    const cache = await filesBelow(world.rig.dir, ['control', 'mirror']);
    expect([...cache].flatMap(([file, bytes]) => all(file, bytes))).toEqual([]);
    await world.close();
    await store.close();
    const raw = kind === 'embedded' ? await filesBelow(dir) : new Map<string, Buffer>();
    expect([...raw].flatMap(([file, bytes]) => all(file, bytes))).toEqual([]);
    expect(raw.size > 100).toBe(kind === 'embedded');
  });
});

describe('planted canaries, on the command line', () => {
  const stack = new AsyncDisposableStack();
  let dir: string;

  beforeAll(async () => {
    dir = stack.use(await temporaryDirectory()).path;
    await installFakeProvider(join(dir, 'mirror'));
    let n = 0;
    for (const state of estate.states.values()) {
      n += 1;
      const file = join(dir, 'states', n < 3 ? 'few' : 'more', `${n}.tfstate`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(state));
    }
  });
  afterAll(() => stack.disposeAsync());

  test.each([
    ['for terminals', 'few'],
    ['as JSON', '', '--json'],
    ['as Markdown', 'few', '--markdown'],
  ])('reveals no canary on the command line %s', async (_how, which, ...flags) => {
    const before = new Set(await readdir(tmpdir()));
    const args = ['scan', join(dir, 'states', which), '--provider-mirror', join(dir, 'mirror'), ...flags];
    const env = { HOME: dir, XDG_CACHE_HOME: join(dir, 'cache'), PLUMBLINE_DEBUG: '1', PLUMBLINE_SANDBOX: 'off' };
    const { code, out, err } = await plumbline(args, env).ended;
    const search = searchFor(estate.canaries);
    expect([code, search('stdout', out), search('stderr', err)]).toEqual([2, [], []]);
    expect(out.length).toBeGreaterThan(10_000);
    const cache = await filesBelow(join(dir, 'cache'));
    expect([...cache].flatMap(([file, bytes]) => search(file, bytes))).toEqual([]);
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('plumbline') && !before.has(name));
    expect(left.filter((name) => name.startsWith('plumbline-cache'))).toEqual([]);
  });
});
