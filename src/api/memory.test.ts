import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { withApi } from '../../testkit/with-api.ts';
import { databases } from '../../testkit/database.ts';
import { shippedRecall } from '../../testkit/recall.ts';
import { embedIncident, embedIntent, incidentText } from '../recall/embed.ts';
import { saveRepository, removeRepositories } from '../../testkit/repositories.ts';
import type { Store } from '../store/database.ts';
import { within, scoped } from '../store/scope.ts';

type Match = { id: string; similarity: number; date: string; summary: string; resource: string };
type Incident = Match & { org_id: string; repo_id: string | null; details: string | null; type: string | null };
type Set = { incidents: { id: string; resource: string; summary: string }[]; queries: { intent: string }[] };

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const dev = JSON.parse(read('bench/recall/dev.json').toString()) as Set;
/** The fields of an incident written by hand that only drift fills. */
const NO_DRIFT = {
  kind: null,
  severity: null,
  state_key: null,
  region: null,
  account_id: null,
  attributes: [],
  first_seen_at: null,
  last_seen_at: null,
  resolved_at: null,
  resolution: null,
  times_seen: 0,
  analyses: [],
  previous_id: null,
  next_id: null,
  similar: [],
};
const INCIDENT = { resource: 'aws_security_group.web', summary: 'SSH was opened to the internet' };

describe.each(await databases())('memory on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let tenants = 0;

  withApi(open, (made) => ({ store, api } = made));

  const as = (key: string) => ({
    write: (body: object, query = '') => api.call('POST', `/memory/incidents${query}`, { key, body }),
    recall: (body: object, query = '') => api.call('POST', `/memory/recall${query}`, { key, body }),
    matches: async (project: string, intent: string, more: object = {}): Promise<Match[]> => {
      const answer = await api.call('POST', '/memory/recall', { key, body: { project, intent, ...more } });
      expect([answer.statusCode, answer.body]).toEqual([200, expect.stringMatching(/^\{"matches":/)]);
      return answer.json<{ matches: Match[] }>().matches;
    },
  });

  /** An organization with repositories, and the calls that its key permits. */
  async function tenant(...names: string[]) {
    const login = `tenant${(tenants += 1)}`;
    const { id, key } = await api.organization(login, 'write');
    const repos: Record<string, string> = {};
    for (const [at, name] of names.entries()) {
      const full_name = name.includes('/') ? name : `${login}/${name}`;
      const identity = { codehost: 'github', external_id: at + 1 };
      repos[name] = (await saveRepository(scoped(store.db, { org_id: id }), identity, { full_name, private: true })).id;
    }
    return { id, login, key, repos, ...as(key) };
  }

  test('recalls a written incident at once, in the documented form', async () => {
    const { login, write, recall, id: orgId, key } = await tenant();
    const written = await write({ project: login, ...INCIDENT, date: '2026-01-31', details: 'Found by **chance**.' });
    expect([written.statusCode, written.json<Incident>()]).toEqual([
      201,
      {
        id: expect.stringMatching(/^inc_[0-9A-Za-z]{22}$/),
        org_id: orgId,
        repo_id: null,
        ...INCIDENT,
        type: 'aws_security_group',
        details: 'Found by **chance**.',
        date: '2026-01-31',
        status: 'resolved',
        source: 'manual',
        created_at: expect.any(String),
        ...NO_DRIFT,
      },
    ]);
    const { id } = written.json<Incident>();
    expect(written.headers.location).toBe(`/api/v1/incidents/${id}`);
    expect((await api.call('GET', `/incidents/${id}`, { key })).json()).toEqual(written.json());
    const answer = await recall({ project: login, intent: 'open ssh to the world', top_k: 1 });
    expect(answer.json()).toEqual({
      matches: [{ id, similarity: expect.any(Number), date: '2026-01-31', ...INCIDENT }],
      latency_ms: expect.any(Number),
    });
    const { matches, latency_ms } = answer.json<{ matches: Match[]; latency_ms: number }>();
    expect(latency_ms).toBeGreaterThan(0);
    expect(matches[0]!.similarity).toBeGreaterThan(0.4);
  });

  test('returns the cosine to four places, the most similar first', async () => {
    const { login, write, matches } = await tenant();
    const model = shippedRecall();
    const vectors = new Map(dev.incidents.map((one) => [one.id, embedIncident(model, incidentText(one))]));
    for (const one of dev.incidents) expect((await write({ project: login, ...one })).statusCode).toBe(201);
    for (const { intent } of dev.queries.slice(0, 20)) {
      const asked = embedIntent(model, intent);
      const found = await matches(login, intent, { top_k: 50 });
      const cosines = [...vectors.values()].map((vector) => vector.reduce((sum, x, i) => sum + x * asked[i]!, 0));
      const best = cosines.sort((a, b) => b - a).slice(0, 50);
      expect(found.map(({ similarity }) => similarity)).toEqual(best.map((cosine) => expect.closeTo(cosine, 3.9)));
      for (const { id, similarity } of found) {
        const cosine = vectors.get(id)!.reduce((sum, x, i) => sum + x * asked[i]!, 0);
        expect(Math.abs(similarity - cosine)).toBeLessThan(0.000_051);
        expect(similarity).toBe(Number(similarity.toFixed(4)));
      }
      const order = found.map(({ similarity }) => similarity);
      expect(order).toEqual(order.toSorted((a, b) => b - a));
    }
  });

  test('orders equal similarities by the later date, then the smaller id', async () => {
    const { login, write, matches } = await tenant();
    const written = [
      ['b', '2024-05-01'],
      ['c', '2025-05-01'],
      ['a', '2024-05-01'],
      ['B', '2024-05-01'],
    ];
    for (const [id, date] of written) await write({ project: login, ...INCIDENT, id, date });
    const found = await matches(login, 'ssh', { top_k: 3 });
    expect(found.map(({ id }) => id)).toEqual(['c', 'B', 'a']);
    const all = await matches(login, 'ssh');
    expect(all.map(({ id, date }) => [id, date])).toEqual([
      ['c', '2025-05-01'],
      ['B', '2024-05-01'],
      ['a', '2024-05-01'],
      ['b', '2024-05-01'],
    ]);
    expect(new Set(all.map(({ similarity }) => similarity)).size).toBe(1);
  });

  test('honours the number and minimum similarity, for intents of every kind', async () => {
    const { login, write, recall, matches } = await tenant();
    expect(await matches(login, 'anything')).toEqual([]);
    const parts = ['a queue', 'a topic', 'a bucket', 'a role', 'a key', 'a zone', 'a table'];
    for (const part of parts) await write({ project: login, resource: 'x', summary: `Somebody deleted ${part}` });
    expect(await matches(login, 'delete a bucket')).toHaveLength(5);
    expect(await matches(login, 'delete a bucket', { top_k: 50 })).toHaveLength(7);
    expect((await matches(login, 'delete a bucket', { top_k: 1 }))[0]!.summary).toContain('bucket');
    const all = await matches(login, 'delete a bucket', { top_k: 50 });
    const least = all[2]!.similarity;
    const least3 = await matches(login, 'delete a bucket', { top_k: 50, min_similarity: least });
    expect(least3).toEqual(all.filter(({ similarity }) => similarity >= least));
    expect(least3.length).toBeLessThan(7);
    for (const intent of ['!!! ???', ' ', '\n', '🔥', '日本語']) expect(await matches(login, intent)).toEqual([]);
    expect(await matches(login, 'a'.repeat(10_000))).toHaveLength(5);
    expect(await matches(login, `${'🔥 bucket '.repeat(1_111)}!`)).toHaveLength(5);
    const invalid: object[] = [
      { intent: '' },
      { intent: 'a'.repeat(10_001) },
      { intent: 7 },
      { intent: '\ud800' },
      { intent: 'a\u0000b' },
      { intent: null },
      {},
      { intent: 'x', top_k: 0 },
      { intent: 'x', top_k: 51 },
      { intent: 'x', top_k: 1.5 },
      { intent: 'x', top_k: '5' },
      { intent: 'x', min_similarity: 1.1 },
      { intent: 'x', limit: 5 },
      { intent: 'x', project: '' },
      { intent: 'x', project: 'a\0b' },
    ];
    for (const body of invalid)
      expect([body, (await recall({ project: login, ...body })).statusCode]).toEqual([body, 422]);
  });

  test('finds a project by repository name or id, or organization login or id, in any case', async () => {
    const { id, login, key, repos, recall } = await tenant('infra', 'Web', 'old/gone');
    const ask = async (project: string) => (await recall({ project, intent: 'x' })).statusCode;
    for (const project of [repos.infra!, `${login}/infra`, `${login.toUpperCase()}/INFRA`, 'infra', 'web', login, id])
      expect([project, await ask(project)]).toEqual([project, 200]);
    await removeRepositories(scoped(store.db, { org_id: id }), 'github', [3], new Date());
    for (const project of [
      'nothing',
      `${login}/nothing`,
      'repo_0000000000000000000000',
      'gone',
      'old/gone',
      `${login}/`,
    ])
      expect([project, await ask(project)]).toEqual([project, 404]);
    const nowhere = await as(key).write({ project: 'nothing', ...INCIDENT });
    expect([nowhere.statusCode, nowhere.json<{ detail: string }>().detail]).toEqual([
      404,
      expect.stringContaining('No such project'),
    ]);
  });

  test('answers an ambiguous name with all candidates', async () => {
    const { id, login, repos, recall, matches } = await tenant('one/app', 'two/app', 'lonely');
    const answer = await recall({ project: 'app', intent: 'x' });
    expect(answer.statusCode).toBe(409);
    const { detail } = answer.json<{ detail: string }>();
    for (const part of ['one/app', 'two/app', repos['one/app']!, repos['two/app']!]) expect(detail).toContain(part);
    expect(await matches('one/app', 'x')).toEqual([]);
    await saveRepository(
      scoped(store.db, { org_id: id }),
      { codehost: 'github', external_id: 9 },
      { full_name: `x/${login}`, private: true },
    );
    expect((await recall({ project: login, intent: 'x' })).json<{ detail: string }>().detail).toContain(id);
    expect(await matches(id, 'x')).toEqual([]);
  });

  test('resolves a name by its current meaning', async () => {
    const { id, login, write, recall, matches } = await tenant('a', 'b');
    await write({ project: 'a', id: 'of-a', ...INCIDENT });
    await write({ project: 'b', id: 'of-b', ...INCIDENT });
    const ids = async (project: string) => (await matches(project, 'ssh')).map(({ id }) => id);
    expect([await ids('a'), await ids('a')]).toEqual([['of-a'], ['of-a']]);
    const named = (external_id: number, name: string) =>
      saveRepository(
        scoped(store.db, { org_id: id }),
        { codehost: 'github', external_id },
        { full_name: `${login}/${name}`, private: true },
      );
    await named(1, 'c');
    await named(2, 'a');
    expect([await ids('a'), await ids('c')]).toEqual([['of-b'], ['of-a']]);
    await removeRepositories(scoped(store.db, { org_id: id }), 'github', [2], new Date());
    expect((await recall({ project: 'a', intent: 'ssh' })).statusCode).toBe(404);
  });

  test("recalls a repository's and organization-wide incidents for a repository, and all of them for the organization", async () => {
    const { login, key, id, repos, write, matches } = await tenant('a', 'b');
    for (const project of ['a', 'b', login]) await write({ project, id: `of-${project}`, ...INCIDENT });
    const ids = async (project: string) => (await matches(project, 'ssh')).map(({ id }) => id).sort();
    expect(await ids('a')).toEqual(['of-a', `of-${login}`]);
    expect(await ids('b')).toEqual(['of-b', `of-${login}`]);
    expect(await ids(login)).toEqual(['of-a', 'of-b', `of-${login}`]);
    const listed = await api.call('GET', `/orgs/${id}/incidents?repo_id=${repos.a}`, { key });
    expect(listed.json<Incident[]>().map(({ id, repo_id }) => [id, repo_id])).toEqual([['of-a', repos.a]]);
  });

  test('keeps organizations with equal project names apart', async () => {
    const [mine, theirs] = [await tenant('shop/infra'), await tenant('shop/infra')];
    for (const [{ write, login }, word] of [
      [mine, 'apple'],
      [theirs, 'banana'],
    ] as const)
      for (const project of ['shop/infra', login])
        await write({
          project,
          ...INCIDENT,
          id: `same-${project === login ? 'org' : 'repo'}`,
          summary: `An ${word} fell`,
        });
    for (const [own, other, word] of [
      [mine, theirs, 'apple'],
      [theirs, mine, 'banana'],
    ] as const) {
      for (const project of ['shop/infra', 'infra', own.login, own.id, own.repos['shop/infra']!]) {
        const found = await own.matches(project, 'An apple, a banana fell', { top_k: 50 });
        expect(found.map(({ id }) => id).sort()).toEqual(['same-org', 'same-repo']);
        for (const { summary } of found) expect(summary).toBe(`An ${word} fell`);
      }
      const hidden = [other.login, other.id, other.repos['shop/infra']!];
      for (const project of hidden) expect((await own.recall({ project, intent: 'x' })).statusCode).toBe(404);
      expect((await own.recall({ project: 'infra', intent: 'x' }, `?org_id=${other.id}`)).statusCode).toBe(404);
      expect((await own.write({ project: 'infra', ...INCIDENT }, `?org_id=${other.id}`)).statusCode).toBe(404);
    }
    await mine.write({ project: 'infra', ...INCIDENT, id: 'only-mine' });
    const ask = (method: 'GET' | 'DELETE', path: string) => api.call(method, path, { key: theirs.key });
    for (const answer of [await ask('GET', '/incidents/only-mine'), await ask('DELETE', '/memory/incidents/only-mine')])
      expect(answer.json()).toMatchObject({ status: 404, detail: 'No such incident.' });
    expect((await ask('DELETE', '/memory/incidents/same-org')).statusCode).toBe(204);
    expect((await mine.matches('infra', 'apple')).length).toBe(3);
  });

  test('lets the operator name an ambiguous project with ?org_id=', async () => {
    const [one, two] = [await tenant('twin/app'), await tenant('twin/app')];
    const operator = as(api.operatorKey);
    expect((await operator.recall({ project: 'twin/app', intent: 'x' })).statusCode).toBe(409);
    expect((await operator.recall({ project: 'twin/app', intent: 'x' }, `?org_id=${two.id}`)).statusCode).toBe(200);
    expect((await operator.recall({ project: one.login, intent: 'x' })).statusCode).toBe(200);
    expect((await operator.recall({ project: one.login, intent: 'x' }, `?org_id=${two.id}`)).statusCode).toBe(404);
    for (const { id } of [one, two])
      expect((await operator.write({ project: id, id: 'shared', ...INCIDENT })).statusCode).toBe(201);
    const ask = (method: 'GET' | 'DELETE', path: string) => api.call(method, path, { key: api.operatorKey });
    // The incident that was stored first, even if another one claims to be older.
    const older = JSON.stringify({ ...INCIDENT, id: 'shared', created_at: '2001-01-31T00:00:00Z', date: '2001-01-31' });
    const third = await tenant('triplet/app');
    const headers = { 'content-type': 'application/x-ndjson' };
    const sent = { key: third.key, payload: `${older}\n`, headers };
    expect((await api.call('POST', `/orgs/${third.id}/incidents/import`, sent)).json()).toMatchObject({ written: 1 });
    for (const path of ['', '/timeline']) expect((await ask('GET', `/incidents/shared${path}`)).statusCode).toBe(200);
    expect((await ask('GET', '/incidents/shared')).json()).toMatchObject({ org_id: one.id });
    expect((await ask('GET', `/incidents/shared?org_id=${two.id}`)).json()).toMatchObject({ org_id: two.id });
    expect((await ask('GET', `/incidents/shared?org_id=${one.id}`)).json()).toMatchObject({ org_id: one.id });
    expect((await ask('DELETE', '/memory/incidents/shared')).statusCode).toBe(409);
    expect((await ask('DELETE', `/memory/incidents/shared?org_id=${one.id}`)).statusCode).toBe(204);
    expect((await ask('GET', '/incidents/shared')).json()).toMatchObject({ org_id: two.id });
  });

  test('stores, embeds and shows no pasted secrets', async () => {
    const { login, write, matches } = await tenant();
    // Concatenated here, so that secret scanners do not take this file for a leak.
    const canaries = [
      ['AKIA', 'QWERTYUIOPASDFGH'],
      ['ghp_', 'Canary0Canary1Canary2Canary3Canary4'],
      ['sk_live_', 'CanaryCanaryCanary1234'],
      ['hunter2canary'],
      ['CanaryOfAPrivateKey0123456789'],
      ['xoxb-', '1234567890-canary'],
    ].map((parts) => parts.join(''));
    const text = `Leaked: ${canaries[0]}, ${canaries[1]} and ${canaries[2]}; then postgres://app:${canaries[3]}@db:5432/x
-----BEGIN RSA PRIVATE KEY-----\n${canaries[4]}\n-----END RSA PRIVATE KEY-----\nhttps://x/?token=${canaries[5]} was revoked.`;
    const resource = `aws_iam_access_key.${canaries[0]}`;
    const written = await write({ project: login, resource, summary: text, details: text });
    expect(written.statusCode).toBe(201);
    expect(written.json<Incident>().summary).toContain('was revoked');
    expect((await write({ project: login, ...INCIDENT, id: canaries[0]! })).statusCode).toBe(422);
    const rows = [
      await within(store.db, 'instance').selectFrom('incidents').selectAll().execute(),
      await within(store.db, 'instance').selectFrom('audit_events').selectAll().execute(),
      await matches(login, 'leaked', { top_k: 50 }),
      written.json(),
    ];
    for (const canary of canaries) expect(JSON.stringify(rows)).not.toContain(canary);
    const model = shippedRecall();
    const { summary, resource: shown } = written.json<Incident>();
    const vector = embedIncident(model, incidentText({ resource: shown, summary }));
    const [found] = await matches(login, `${shown}: ${summary}`);
    expect([found?.similarity, vector.length]).toEqual([1, 515 + model.intents.families.length]);
  });

  test('accepts a custom id once per organization, dates as days, and any text', async () => {
    const { login, write } = await tenant();
    const base = { project: login, ...INCIDENT };
    expect((await write({ ...base, id: 'post-mortem:17.a_B' })).json()).toMatchObject({ id: 'post-mortem:17.a_B' });
    const again = await write({ ...base, id: 'post-mortem:17.a_B' });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'conflict']);
    const today = new Date().toISOString().slice(0, 10);
    expect([today, new Date().toISOString().slice(0, 10)]).toContain((await write(base)).json<Incident>().date);
    expect((await write({ ...base, date: '2024-02-29' })).json()).toMatchObject({ date: '2024-02-29' });
    expect(
      (await write({ ...base, summary: 'Zwei\nZeilen\tText', resource: 'the bastion host' })).json(),
    ).toMatchObject({
      type: null,
      summary: 'Zwei\nZeilen\tText',
    });
    expect((await write({ ...base, resource: '!!', summary: '??' })).statusCode).toBe(201);
    const invalid: object[] = [
      { id: '' },
      { id: 'a b' },
      { id: '../etc' },
      { id: 'a'.repeat(101) },
      { date: '2023-02-29' },
      { date: '0000-01-01' },
      { date: '2024-01-01T00:00:00Z' },
      { date: '31.01.2024' },
      { summary: '' },
      { summary: ' \n ' },
      { summary: 'a\0b' },
      { summary: 'a'.repeat(4_001) },
      { resource: '' },
      { resource: 'a\nb' },
      { resource: 'a'.repeat(1_001) },
      { details: 'a'.repeat(50_001) },
      { details: 7 },
      { status: 'open' },
      { org_id: 'x' },
    ];
    for (const body of invalid) expect([body, (await write({ ...base, ...body })).statusCode]).toEqual([body, 422]);
  });

  test('removes a deleted incident at once, and logs who deleted it', async () => {
    const { id: orgId, login, key, write, matches } = await tenant();
    await write({ project: login, id: 'one', ...INCIDENT });
    const forget = () => api.call('DELETE', '/memory/incidents/one', { key });
    expect((await forget()).statusCode).toBe(204);
    expect(await matches(login, INCIDENT.summary)).toEqual([]);
    expect((await forget()).statusCode).toBe(404);
    expect((await api.call('GET', '/incidents/one', { key })).statusCode).toBe(404);
    const left = await within(store.db, 'instance')
      .selectFrom('incident_vectors')
      .selectAll()
      .where('org_id', '=', orgId)
      .execute();
    expect(left).toEqual([]);
    const log = await api.call('GET', `/orgs/${orgId}/audit`, { key: api.operatorKey });
    const lines = log.json<{ action: string; target: object; detail: object }[]>();
    expect(lines.slice(0, 2).map(({ action, target, detail }) => [action, target, detail])).toEqual(
      ['incident.delete', 'incident.create'].map((action) => [
        action,
        { kind: 'incident', id: 'one' },
        { resource: INCIDENT.resource, repo_id: null, date: new Date().toISOString().slice(0, 10) },
      ]),
    );
  });

  test('lists incidents the latest first, with pages and filters', async () => {
    const { id: orgId, login, key, write } = await tenant();
    const dates = ['2024-01-02', '2025-06-01', '2024-01-02', '2023-12-31', '2024-01-01'];
    for (const [at, date] of dates.entries()) await write({ project: login, ...INCIDENT, id: `i${at}`, date });
    const order: string[] = [];
    let path: string | undefined = `/orgs/${orgId}/incidents?limit=2&status=resolved`;
    while (path !== undefined) {
      const answer = await api.call('GET', path, { key });
      order.push(...answer.json<Incident[]>().map(({ id }) => id));
      path = /<\/api\/v1([^>]+)>/.exec(String(answer.headers.link))?.[1];
    }
    expect(order).toEqual(['i1', 'i2', 'i0', 'i4', 'i3']);
    const list = async (query: string) => (await api.call('GET', `/orgs/${orgId}/incidents${query}`, { key })).json();
    expect(await list('?status=open')).toEqual([]);
    expect(await list('?repo_id=repo_0000000000000000000000')).toEqual([]);
    const place = async (cursor: string) => list(`?cursor=${encodeURIComponent(cursor)}`);
    expect((await place('2024-01-01:z')) as Incident[]).toMatchObject([{ id: 'i4' }, { id: 'i3' }]);
    expect((await place('2023-12-32:z')) as object).toMatchObject({ status: 422 });
    expect((await place('2023-02-31:z')) as Incident[]).toEqual([]);
    for (const cursor of ['2024-01-01', '0000-01-01:i1', "2024-01-01:';", 'x', '2024-01-01:a\0'])
      expect([cursor, await place(cursor)]).toEqual([cursor, expect.objectContaining({ status: 422 })]);
  });

  test('compares no vectors of another model, and embeds missing ones on the spot', async () => {
    const { id: orgId, login, write, matches } = await tenant();
    await write({ project: login, id: 'current', ...INCIDENT });
    await write({ project: login, id: 'older', ...INCIDENT });
    const change = { model: 'plumbline-recall-0@0000000000000000', embedding: '[1,0,0]' };
    await within(store.db, 'instance')
      .updateTable('incident_vectors')
      .set(change)
      .where('incident_id', '=', 'older')
      .where('org_id', '=', orgId)
      .execute();
    const [first, second] = await matches(login, 'ssh');
    expect([first?.id, second?.id]).toEqual(['current', 'older']);
    expect(first?.similarity).toBe(second?.similarity);
    const models = await within(store.db, 'instance')
      .selectFrom('incident_vectors')
      .select('model')
      .where('incident_id', '=', 'older')
      .where('org_id', '=', orgId)
      .execute();
    expect(models.map(({ model }) => model).sort()).toEqual([
      change.model,
      expect.stringMatching(/^plumbline-recall-1@[0-9a-f]{16}\+[0-9a-f]{8}$/),
    ]);
  });
});
