import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { withApi } from '../../../testkit/with-api.ts';
import { databases } from '../../../testkit/database.ts';
import { incidentTenants, type Tenant } from '../../../testkit/incident-tenants.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import type { Store } from '../../store/database.ts';
import { insertNewIncidents } from '../../store/queries/incident-transfer.ts';
import type { ExportedIncident } from './export.ts';
import type { ImportReport } from './import.ts';
import { asDatabaseUser, within, scoped } from '../../store/scope.ts';

const INCIDENT = { resource: 'aws_security_group.web', summary: 'SSH was opened to the internet' };
const NOTHING = { written: 0, unchanged: 0, conflicts: 0, refused: 0, masked: 0, problems: [] };

describe.each(await databases())('incidents between organizations on $kind', ({ kind, open }) => {
  let store: Store;
  let api: TestApi;
  const { tenant, exported, send, bring, recalled } = incidentTenants(() => ({ store, api }));

  withApi(open, (made) => ({ store, api } = made));

  const write = ({ key }: Tenant, body: object) => api.call('POST', '/memory/incidents', { key, body });
  /** The fields that are the same in every organization. */
  const portable = (lines: readonly ExportedIncident[]) =>
    lines.map((one) => ({ ...one, org_id: null, repo_id: null }));

  test('imports an export into another organization unchanged, and finds it by recall at once', async () => {
    const [from, to] = [await tenant('shop/infra', 'shop/web'), await tenant('Shop/Infra')];
    await write(from, {
      project: 'shop/infra',
      ...INCIDENT,
      id: 'of-infra',
      details: 'One\ntwo "three"\u2028',
      date: '2024-02-29',
    });
    await write(from, { project: 'shop/web', ...INCIDENT, id: 'of-web', summary: 'Ein Löwe fiel um 🔥' });
    await write(from, { project: from.login, resource: '!!', summary: '??', id: 'wordless' });
    const lines = await exported(from);
    expect(lines.map(({ id, repo_full_name }) => [id, repo_full_name])).toEqual([
      ['of-infra', 'shop/infra'],
      ['of-web', 'shop/web'],
      ['wordless', null],
    ]);
    expect(await bring(to, lines)).toEqual({ ...NOTHING, written: 3 });
    const there = await exported(to);
    const names = [
      ['of-infra', 'Shop/Infra'],
      ['of-web', null],
      ['wordless', null],
    ];
    expect(there.map(({ id, repo_full_name }) => [id, repo_full_name])).toEqual(names);
    expect(portable(there).map((one) => ({ ...one, repo_full_name: '' }))).toEqual(
      portable(lines).map((one) => ({ ...one, repo_full_name: '' })),
    );
    expect((await recalled(to, 'shop/infra', 'open ssh')).map(({ id }) => id).sort()).toEqual(['of-infra', 'of-web']);
    expect(await bring(to, lines)).toEqual({ ...NOTHING, unchanged: 3 });
    expect(await bring(to, there)).toEqual({ ...NOTHING, unchanged: 3 });
    expect(await exported(to)).toEqual(there);

    const log = await api.call('GET', `/orgs/${to.id}/audit`, { key: to.key });
    expect(
      log.json<object[]>().filter((one) => (one as { action: string }).action === 'incident.import'),
    ).toMatchObject([{ target: { kind: 'organization', id: to.id }, detail: { incidents: 3 } }]);
  });

  test('restores deleted incidents from an export, in the same repositories, also after a rename', async () => {
    const one = await tenant('old/name');
    await write(one, { project: 'old/name', ...INCIDENT, id: 'kept' });
    const lines = await exported(one);
    await saveRepository(
      scoped(store.db, { org_id: one.id }),
      { codehost: 'github', external_id: 1 },
      { full_name: 'new/name', private: true },
    );
    const gone = await api.call('DELETE', '/memory/incidents?project=new/name', { key: one.key });
    expect([gone.statusCode, gone.json()]).toEqual([200, { deleted: 1 }]);
    expect(await exported(one)).toEqual([]);
    expect(await bring(one, lines)).toEqual({ ...NOTHING, written: 1 });
    expect(await exported(one)).toEqual(lines.map((line) => ({ ...line, repo_full_name: 'new/name' })));
  });

  /** Drift of a bucket: one incident that was reverted, and its recurrence. */
  async function drift(of: Tenant, prefix: string) {
    const common = {
      org_id: of.id,
      resource: 'aws_s3_bucket.logs',
      type: 'aws_s3_bucket',
      summary: 'Versioning of aws_s3_bucket.logs was turned off outside Terraform in prod',
      repo_id: null,
      details: null,
      date: '2026-01-02',
      source: 'drift',
      kind: 'changed',
      severity: 'high',
      lineage: 'the-lineage',
      state_key: 'prod/logs.tfstate',
      region: 'eu-west-1',
      account_id: '123456789012',
      fingerprint: 'f',
      first_seen_at: new Date('2026-01-02T03:04:05.678Z'),
      last_seen_at: new Date('2026-01-04T03:04:05.678Z'),
      times_seen: 7,
      opened_by: 'an_0V3mKq8ZxYbD2nR5tW7uAe',
      state_serial: 12,
      state_digest: 'd',
    } as const;
    const lists = { attributes: ['versioning[0].enabled', 'tags["Owner"]'], analyses: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] };
    const over = { status: 'resolved', resolution: 'reverted', resolved_at: new Date('2026-01-05T00:00:00Z') } as const;
    await within(store.db, 'instance')
      .insertInto('incidents')
      .values([
        { ...common, ...lists, id: `${prefix}-first`, ...over },
        { ...common, ...lists, id: `${prefix}-again`, status: 'open', previous_id: `${prefix}-first` },
      ])
      .execute();
    const like = { org_id: of.id, incident_id: `${prefix}-first`, similar_id: `${prefix}-again`, rank: 0 };
    await within(store.db, 'instance')
      .insertInto('similar_incidents')
      .values([{ ...like, similarity: 0.5 }])
      .execute();
  }

  test('imports open drift as resolved, beside the open drift of the organization', async () => {
    const [from, to] = [await tenant(), await tenant()];
    await drift(from, 'theirs');
    await drift(to, 'ours');
    const lines = await exported(from);
    expect(lines).toMatchObject([
      { id: 'theirs-again', status: 'open', previous_id: 'theirs-first', next_id: null },
      {
        id: 'theirs-first',
        status: 'resolved',
        next_id: 'theirs-again',
        similar: [{ id: 'theirs-again', similarity: 0.5 }],
      },
    ]);
    expect(await bring(to, lines)).toEqual({ ...NOTHING, written: 2 });
    const there = (await exported(to)).filter(({ id }) => id.startsWith('theirs'));
    const [again, first] = lines;
    const ended = { ...again!, status: 'resolved' as const, resolved_at: again!.last_seen_at };
    expect(portable(there)).toEqual(portable([ended, first!]));
    for (const same of [lines, there]) expect(await bring(to, same)).toEqual({ ...NOTHING, unchanged: 2 });
    expect(await bring(from, lines)).toEqual({ ...NOTHING, unchanged: 2 });
    const open = await api.call('GET', `/orgs/${to.id}/incidents?status=open`, { key: to.key });
    expect(open.json<{ id: string }[]>().map(({ id }) => id)).toEqual(['ours-again']);
    expect(await bring(to, [{ ...lines[0], times_seen: 8 }])).toMatchObject({ conflicts: 1 });
  });

  test('preserves any incidents through export, import and export', async () => {
    const text = (max: number) =>
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: max })
        .map((any) => `x${any}`.toWellFormed().replaceAll(/\p{Cc}/gu, ' '));
    const any = fc.record({
      resource: text(40),
      summary: text(200),
      details: fc.option(text(300)),
      date: fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
    });
    const rows = fc.uniqueArray(any, { minLength: 1, maxLength: 12, selector: ({ summary }) => summary });
    await fc.assert(
      fc.asyncProperty(rows, async (some) => {
        const [first, second] = [await tenant(), await tenant()];
        const lines = some.map(({ date, ...one }, at) => ({
          ...one,
          date: date.toISOString().slice(0, 10),
          id: `i${at}`,
        }));
        expect(await bring(first, lines)).toMatchObject({ written: lines.length, problems: [] });
        const out = await exported(first);
        expect(await bring(second, out)).toMatchObject({ written: lines.length, masked: 0, problems: [] });
        expect(portable(await exported(second))).toEqual(portable(out));
      }),
      { numRuns: 15 },
    );
  });

  test('reports each wrong line by its number, and imports the others', async () => {
    const one = await tenant('own/repo');
    const body = [
      '{"resource":"a","summary":"The first fell"}',
      '',
      '{"resource":"a"}',
      'no json',
      '{"id":"x","resource":"a","summary":"The second fell","surprise":1}',
      '{"id":"x","id":"y","resource":"a","summary":"Twice"}',
      String.raw`{"id":"n","resource":"a","summary":"a\u0000b"}`,
      '{"id":"p","project":"nothing","resource":"a","summary":"Nowhere"}',
      `{"id":"${['AKIA', 'QWERTYUIOPASDFGH'].join('')}","resource":"a","summary":"Secret id"}`,
      '{"id":"ok","project":"own/repo","resource":"a","summary":"The last fell"}\r',
      '{"id":"ok","project":"own/repo","resource":"a","summary":"The last fell"}',
      '{"id":"ok","resource":"a","summary":"Another one"}',
    ].join('\n');
    const answer = await send(one, body, 'application/jsonl');
    const report = answer.json<ImportReport>();
    expect(report).toMatchObject({ written: 2, unchanged: 1, conflicts: 1, refused: 7 });
    const lines = report.problems.map(({ line, id, message }) => [line, id, message]);
    expect(lines).toEqual([
      [3, null, expect.stringContaining('/summary')],
      [4, null, expect.stringContaining('not valid JSON')],
      [5, null, expect.stringContaining('/surprise')],
      [6, null, expect.stringContaining('twice')],
      [7, null, expect.stringContaining('NUL')],
      [8, 'p', expect.stringContaining('No such project')],
      [9, null, expect.stringContaining('secret')],
      [12, 'ok', expect.stringContaining('other content')],
    ]);
    expect(answer.body).not.toContain('QWERTY');
    expect((await exported(one)).map(({ summary }) => summary).sort()).toEqual(['The first fell', 'The last fell']);
  });

  test('overwrites nothing, and ignores fields that a line leaves out', async () => {
    const one = await tenant();
    await write(one, { project: one.id, ...INCIDENT, id: 'pm', details: 'First', date: '2024-01-01' });
    const before = await exported(one);
    expect(await bring(one, [{ ...INCIDENT, id: 'pm' }])).toEqual({ ...NOTHING, unchanged: 1 });
    for (const change of [{ details: null }, { details: 'Second' }, { date: '2024-01-02' }, { summary: 'Else' }])
      expect(await bring(one, [{ ...INCIDENT, id: 'pm', ...change }])).toMatchObject({
        conflicts: 1,
        problems: [{ line: 1, id: 'pm' }],
      });
    expect(await exported(one)).toEqual(before);
  });

  test('derives the same id for a line without one, on another day, too', async () => {
    const one = await tenant('own/repo', 'own/other');
    const line = { resource: 'aws_sqs_queue.a', summary: 'The queue a was purged' };
    expect(await bring(one, [line, line])).toEqual({ ...NOTHING, written: 1, unchanged: 1 });
    await within(store.db, 'instance')
      .updateTable('incidents')
      .set({ date: '2026-01-31' })
      .where('org_id', '=', one.id)
      .execute();
    expect(await bring(one, [{ ...line, details: null }])).toEqual({ ...NOTHING, unchanged: 1 });
    const others = [{ details: 'Twice' }, { date: '2026-02-01' }, { project: 'own/repo' }, { project: 'own/other' }];
    for (const again of [{ written: 4 }, { unchanged: 4 }])
      expect(
        await bring(
          one,
          others.map((more) => ({ ...line, ...more })),
        ),
      ).toEqual({ ...NOTHING, ...again });
    expect(await exported(one)).toHaveLength(5);
    for (const { id } of await exported(one)) expect(id).toMatch(/^inc_[0-9A-Za-z]{22}$/);
    expect(await bring(await tenant(), [line])).toEqual({ ...NOTHING, written: 1 });
  });

  test('keeps the same part of very many attributes each time', async () => {
    const one = await tenant();
    const attributes = Array.from({ length: 5000 }, (_, i) => `tags["${i}${'a'.repeat(i % 2 === 0 ? 180 : 1900)}"]`);
    const line = { ...INCIDENT, id: 'wide', attributes: attributes.slice(0, 900) };
    expect(await bring(one, [line])).toEqual({ ...NOTHING, written: 1 });
    const [kept] = await exported(one);
    expect(kept!.attributes.join('').length).toBeLessThanOrEqual(50_000);
    expect(kept!.attributes.length).toBeGreaterThan(20);
    expect(kept!.attributes).toEqual(attributes.slice(0, kept!.attributes.length));
    for (const same of [line, kept!]) expect(await bring(one, [same])).toEqual({ ...NOTHING, unchanged: 1 });
  });

  test('rejects an id like a secret in every field, and drops such a type', async () => {
    const one = await tenant();
    const secret = ['AKIA', 'QWERTYUIOPASDFGH'].join('');
    const lines = [
      { ...INCIDENT, previous_id: secret },
      { ...INCIDENT, analyses: [secret] },
      { ...INCIDENT, similar: [{ id: secret, similarity: 1 }] },
      { ...INCIDENT, type: secret },
    ];
    expect(await bring(one, lines)).toMatchObject({
      written: 1,
      masked: 1,
      refused: 3,
      problems: ['/previous_id', '/analyses/0', '/similar/0/id'].map((path) => ({
        id: null,
        message: `${path} looks like a secret; nothing was stored`,
      })),
    });
    expect(await exported(one)).toMatchObject([{ type: null }]);
    expect(await bring(one, lines.slice(3))).toEqual({ ...NOTHING, unchanged: 1 });
  });

  test('makes no incident its own predecessor or similar to itself', async () => {
    const one = await tenant();
    const line = { ...INCIDENT, id: 'self', previous_id: 'self', similar: [{ id: 'self', similarity: 1 }] };
    expect(await bring(one, [line])).toEqual({ ...NOTHING, written: 1 });
    expect(await exported(one)).toMatchObject([{ id: 'self', previous_id: null, next_id: null, similar: [] }]);
    expect(await bring(one, [line])).toEqual({ ...NOTHING, unchanged: 1 });
  });

  test('masks secrets during the import, and counts them', async () => {
    const one = await tenant();
    const secret = ['ghp_', 'Canary0Canary1Canary2Canary3Canary4'].join('');
    const lines = [
      { id: 'bad', resource: 'a', summary: `Leaked ${secret}`, details: `again ${secret}` },
      { id: 'good', resource: 'a', summary: 'Leaked (sensitive)' },
    ];
    expect(await bring(one, lines)).toMatchObject({ written: 2, masked: 1 });
    expect(
      JSON.stringify(await within(store.db, 'instance').selectFrom('incidents').selectAll().execute()),
    ).not.toContain(secret);
    expect(await bring(one, lines)).toMatchObject({ written: 0, unchanged: 2, masked: 0 });
    const out = await exported(one);
    expect(await bring(await tenant(), out)).toMatchObject({ written: 2, masked: 0 });
  });

  test('gives no access to incidents and repositories of another organization, by path or line', async () => {
    const [mine, theirs] = [await tenant('twin/app'), await tenant('twin/app', 'secret/app')];
    await write(theirs, { project: 'twin/app', ...INCIDENT, id: 'theirs' });
    const [line] = await exported(theirs);
    for (const answer of [
      await api.call('GET', `/orgs/${theirs.id}/incidents/export`, { key: mine.key }),
      await send({ ...theirs, key: mine.key }, '{}'),
    ])
      expect(answer.json()).toMatchObject({ status: 404, detail: 'No such organization.' });
    expect(await bring(mine, [line!, { ...INCIDENT, id: 'b', project: 'secret/app' }])).toMatchObject({
      written: 1,
      refused: 1,
    });
    expect((await exported(mine)).map(({ org_id, repo_full_name }) => [org_id, repo_full_name])).toEqual([
      [mine.id, 'twin/app'],
    ]);
    expect((await exported(mine))[0]!.repo_id).not.toBe(line!.repo_id);
    expect(await exported(theirs)).toEqual([line]);
  });

  test('limits the size of bodies, and rejects other formats than lines of JSON', async () => {
    const one = await tenant();
    const line = `${JSON.stringify({ ...INCIDENT, id: 'a' })}\n`;
    const most = Array.from({ length: 1000 }, (_, at) => ({ ...INCIDENT, id: `m${at}` }));
    expect(await bring(one, most)).toEqual({ ...NOTHING, written: 1000 });
    expect((await send(one, line.repeat(1001))).statusCode).toBe(413);
    expect((await send(one, JSON.stringify({ ...INCIDENT, details: 'x'.repeat(1_100_000) }))).statusCode).toBe(413);
    expect((await send(one, Buffer.from([0xff, 0xfe]))).statusCode).toBe(400);
    const typed = await send(one, line, 'text/plain');
    expect([typed.statusCode, typed.json<{ detail: string }>().detail]).toEqual([
      415,
      'Send the body as application/x-ndjson.',
    ]);
    for (const empty of ['', '\n \n']) expect((await send(one, empty)).json()).toEqual(NOTHING);
    expect(await exported(one)).toHaveLength(1000);
  });

  test('exports each unchanged incident once while others are written and deleted', async () => {
    const one = await tenant();
    const ids = Array.from({ length: 350 }, (_, at) => `s${String(at).padStart(3, '0')}`);
    await bring(
      one,
      ids.map((id) => ({ ...INCIDENT, id })),
    );
    const [lines] = await Promise.all([
      exported(one),
      bring(
        one,
        ids.map((id) => ({ ...INCIDENT, id: `${id}-new` })),
      ),
      api.call('DELETE', '/memory/incidents/s349', { key: one.key }),
    ]);
    const found = lines.map(({ id }) => id);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(ids.slice(0, -1)));
  });

  test('lets others run between its batches, writes each line once, and logs each batch', async () => {
    const one = await tenant();
    const lines = Array.from({ length: 60 }, (_, at) => ({ ...INCIDENT, id: `batch-${at}` }));
    expect(await bring(one, lines)).toEqual({ ...NOTHING, written: 60 });
    expect(await bring(one, lines)).toEqual({ ...NOTHING, unchanged: 60 });
    const log = await api.call('GET', `/orgs/${one.id}/audit?action=incident.import`, { key: one.key });
    const counts = log.json<{ detail: { incidents: number } }[]>().map(({ detail }) => detail.incidents);
    expect(counts.toSorted((a, b) => b - a)).toEqual([25, 25, 10]);
  });

  test('runs one import of an organization at a time, queues a few, and answers 429 to the others', async () => {
    const [one, other] = [await tenant(), await tenant()];
    const body = (of: string) =>
      Array.from({ length: 100 }, (_, at) => `${JSON.stringify({ ...INCIDENT, id: `${of}-${at}` })}\n`).join('');
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => send(one, body(`same-${n % 2}`))),
      send(other, body('theirs')),
    ]);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(answers.at(-1)?.statusCode).toBe(200);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    const reports = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json<ImportReport>());
    const written = reports.reduce((sum, report) => sum + report.written, 0);
    expect([written, (await exported(one)).length]).toEqual([300, 200]);
  });

  test('refuses lines beyond the limit per minute, with the time to wait', async () => {
    const [one, other] = [await tenant(), await tenant()];
    const blank = 'x\n'.repeat(1000);
    for (let sent = 0; sent < 20; sent += 1) expect((await send(one, blank)).statusCode).toBe(200);
    const refused = await send(one, 'x');
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      429,
      expect.stringContaining('20,000 lines a minute'),
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(other, 'x')).statusCode).toBe(200);
  });

  test('imports the same lines in different orders concurrently without a deadlock', async () => {
    const one = await tenant();
    const row = (id: string) => ({
      ...INCIDENT,
      id,
      repo_id: null,
      type: null,
      details: null,
      date: '2026-01-31',
      status: 'resolved' as const,
      source: 'manual' as const,
    });
    const other = await store.db.transaction().execute(async (trx) => {
      const tenant = scoped(trx, { org_id: one.id });
      await insertNewIncidents(tenant, [row('a')]);
      const importing = bring(
        one,
        ['b', 'a'].map((id) => ({ ...INCIDENT, id })),
      );
      const waiting = sql<{ there: boolean }>`select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as there`;
      if (kind === 'postgres')
        await expect.poll(async () => (await waiting.execute(asDatabaseUser(trx))).rows).toEqual([{ there: true }]);
      await insertNewIncidents(tenant, [row('b')]);
      return { importing };
    });
    expect(await other.importing).toEqual({ ...NOTHING, unchanged: 2 });
  });
});
