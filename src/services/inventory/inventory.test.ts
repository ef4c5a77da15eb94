import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { inventoriesOf, queue } from '../../../testkit/stored-inventory.ts';
import { withApi } from '../../../testkit/with-api.ts';
import type { SourcedRule } from '../../engine/ignore/ignore.ts';
import type { Finding } from '../../engine/model/analysis.ts';
import type { Store } from '../../store/database.ts';
import type { InventoryEnd } from '../../store/queries/inventories.ts';
import { countNews, listNews, type UnmanagedObjectRow } from '../../store/queries/unmanaged-objects.ts';
import { within } from '../../store/scope.ts';
import type { Incident } from '../memory/incident.ts';
import { giveUpInventory } from './end.ts';
import type { ShownObject } from './present.ts';

type Shown = { open: number; new: number; ignored: number; latest: object | null; running: object | null };

describe.each(await databases())('inventories of an organization on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let org: { id: string; key: string };
  let inventories: ReturnType<typeof inventoriesOf>;
  let made = 0;

  withApi(open, (given) => ({ store, api } = given));
  beforeEach(async () => {
    org = await api.organization(`inventory-${(made += 1)}`, 'admin');
    inventories = inventoriesOf(api, org.id);
  });

  const get = async <T>(path: string, key = org.key): Promise<T> => (await api.call('GET', path, { key })).json<T>();
  const overview = () => get<Shown>(`/orgs/${org.id}/inventory`);
  const objects = (query = '') => get<ShownObject[]>(`/orgs/${org.id}/inventory/objects${query}`);
  const names = async (query = '') => (await objects(query)).map(({ name }) => name);
  const incidents = () => get<Incident[]>(`/orgs/${org.id}/incidents?kind=unmanaged`);
  const findings = (id: string) => get<Finding[]>(`/analyses/${id}/findings?kind=unmanaged`);

  test('takes the first complete list as the baseline, and alerts to what is new afterwards', async () => {
    const first = await inventories.run({ objects: [queue('old')], managed: ['jobs'] });
    expect(await findings(first)).toEqual([]);
    expect(await incidents()).toEqual([]);
    expect(await overview()).toMatchObject({ open: 1, new: 0, latest: { analysis_id: first, baseline: true } });

    const second = await inventories.run({ objects: [queue('old'), queue('fresh')] });
    expect(await findings(second)).toMatchObject([
      {
        resource: '',
        kind: 'unmanaged',
        class: 'unmanaged',
        cloud_id: queue('fresh').cloud_id,
        import: { id: 'fresh' },
      },
    ]);
    expect(await incidents()).toMatchObject([
      {
        kind: 'unmanaged',
        status: 'open',
        resource: queue('fresh').cloud_id,
        summary: 'The SQS queue fresh was created outside Terraform',
        analyses: [second],
      },
    ]);
    expect(await overview()).toMatchObject({ open: 2, new: 1, latest: { baseline: false } });
    expect(await names('?seen=new')).toEqual(['fresh']);

    const third = await inventories.run({ objects: [queue('old'), queue('fresh')] });
    expect(await incidents()).toMatchObject([{ times_seen: 2, analyses: [third, second] }]);
  });

  test('reports parts that were added to managed objects from the beginning, and alerts to new ones only', async () => {
    const added = (name: string) =>
      queue(name, {
        class: 'added',
        parent: { type: 'aws_vpc', id: 'vpc-1', resource: 'aws_vpc.main', state_key: 'prod' },
      });
    const first = await inventories.run({ objects: [added('before')] });
    expect(await findings(first)).toMatchObject([{ class: 'added', state_key: 'prod', incident_id: null }]);
    await inventories.run({ objects: [added('before'), added('after')] });
    expect(await incidents()).toMatchObject([
      { state_key: 'prod', summary: 'The SQS queue after was added to aws_vpc.main outside Terraform' },
    ]);
  });

  test('resolves an incident once the object is managed, deleted or ignored, and tells these apart', async () => {
    await inventories.run({});
    await inventories.run({ objects: [queue('taken'), queue('lost'), queue('meant')] });
    expect(await incidents()).toHaveLength(3);
    const rules: SourcedRule[] = [
      { id: 'meant', kind: 'unmanaged', name: 'mea*', reason: 'It is meant', source: 'organization' },
    ];
    await inventories.run({ objects: [queue('meant')], managed: ['taken'], rules });
    const ends = (await incidents()).map(
      ({ summary, resolution }) => `${/queue (\w+)/.exec(summary)?.[1]} ${resolution}`,
    );
    expect(ends.toSorted()).toEqual(['lost reverted', 'meant ignored', 'taken codified']);
    const gone = (await objects('?status=gone')).map(({ name, gone_as: as }) => `${name} ${as}`);
    expect(gone.toSorted()).toEqual(['lost deleted', 'taken managed']);
    expect(await names()).toEqual([]);
    expect(await objects('?ignored=yes')).toMatchObject([{ name: 'meant', ignored_by: { id: 'meant' } }]);
    expect(await overview()).toMatchObject({ open: 0, ignored: 1 });
    // It comes back, and is as new as if it had never been there.
    await inventories.run({ objects: [queue('lost')] });
    expect((await incidents()).filter(({ status }) => status === 'open')).toMatchObject([
      { resource: queue('lost').cloud_id, previous_id: expect.any(String) },
    ]);
  });

  test('takes nothing for gone that an incomplete list, or a list with unproven objects, leaves out', async () => {
    await inventories.run({ objects: [queue('kept')] });
    await inventories.run({ listing: { state: 'not_listed', reason: 'denied', detail: 'Denied.' } });
    await inventories.run({ listing: { unproven: 1 } });
    expect(await names()).toEqual(['kept']);
    await inventories.run({});
    expect(await names()).toEqual([]);
  });

  test('takes the objects of a list that failed in the first inventory for no news, once it is complete', async () => {
    await inventories.run({ listing: { state: 'not_listed', reason: 'denied', detail: 'Denied.' } });
    await inventories.run({ objects: [queue('always')] });
    expect(await incidents()).toEqual([]);
    expect(await objects()).toMatchObject([{ name: 'always', new: false }]);
  });

  test('decides about an object that waits when it waits no more', async () => {
    await inventories.run({ objects: [queue('young', { class: 'waiting', severity: 'none' })] });
    expect(await overview()).toMatchObject({ open: 0 });
    await inventories.run({ objects: [queue('young')] });
    expect(await incidents()).toMatchObject([{ status: 'open' }]);
  });

  test('alerts to nothing while a state could not be read, and decides when all are read', async () => {
    await inventories.run({});
    const unread: Partial<InventoryEnd> = { status: 'partial', unread_states: ['broken'] };
    const id = await inventories.run({ objects: [queue('managed-there'), queue('fresh')], ended: unread });
    expect(await findings(id)).toEqual([]);
    expect(await incidents()).toEqual([]);
    expect(await overview()).toMatchObject({ open: 2, new: 0 });
    await inventories.run({ objects: [queue('fresh')], managed: ['managed-there'] });
    expect(await incidents()).toMatchObject([{ resource: queue('fresh').cloud_id, status: 'open' }]);
    // The object may be a part of something in the state that cannot be read.
    await inventories.run({ objects: [queue('fresh', { class: 'follows' })], ended: unread });
    expect(await incidents()).toMatchObject([{ status: 'open' }]);
  });

  test('takes what a first inventory without all states found for no news either', async () => {
    const unread: Partial<InventoryEnd> = { status: 'partial', unread_states: ['broken'] };
    await inventories.run({ objects: [queue('old'), queue('managed-there')], ended: unread });
    await inventories.run({ objects: [queue('old'), queue('fresh')], managed: ['managed-there'] });
    expect(await incidents()).toMatchObject([{ resource: queue('fresh').cloud_id }]);
  });

  test('keeps configurations of a provider apart that have no account and region', async () => {
    const nowhere = { account_id: '', region: '' };
    const both = async () => {
      for (const place of ['project-a', 'project-b'])
        await inventories.run({ place, objects: [queue(place, nowhere)], listing: nowhere });
    };
    await both();
    await both();
    expect(await incidents()).toEqual([]);
    expect(new Set(await names())).toEqual(new Set(['project-a', 'project-b']));
    await inventories.run({
      place: 'project-b',
      objects: [queue('project-b', nowhere), queue('fresh', nowhere)],
      listing: nowhere,
    });
    expect(await incidents()).toMatchObject([{ resource: queue('fresh').cloud_id }]);
  });

  test('takes a provider for the same whichever public registry it comes from', async () => {
    await inventories.run({ objects: [queue('old')] });
    await inventories.run({ objects: [queue('old')], session: { source: 'registry.opentofu.org/hashicorp/aws' } });
    expect(await incidents()).toEqual([]);
    expect(await names()).toEqual(['old']);
  });

  test('takes an object that nobody could read at the baseline for no news, and no other one', async () => {
    await inventories.run({ objects: [queue('old')], unproven: ['locked'] });
    await inventories.run({ objects: [queue('old'), queue('fresh')], unproven: ['locked'] });
    expect(await incidents()).toMatchObject([{ resource: queue('fresh').cloud_id }]);
    await inventories.run({ objects: [queue('old'), queue('locked')] });
    expect((await incidents()).map(({ resource, status }) => [resource, status])).toEqual([
      [queue('fresh').cloud_id, 'resolved'],
    ]);
    // It is in the list, and so not gone.
    await inventories.run({ unproven: ['locked'] });
    expect(await names()).toEqual(['locked']);
  });

  test('settles no baseline by a list whose unreadable objects are not known', async () => {
    await inventories.run({ listing: { unproven: 3 } });
    await inventories.run({ objects: [queue('a'), queue('b'), queue('c')] });
    expect(await incidents()).toEqual([]);
    await inventories.run({ objects: [queue('a'), queue('b'), queue('c'), queue('d')] });
    expect(await incidents()).toHaveLength(1);
  });

  test('tells an object that a state took over from a deleted one by its identity, whatever the order of its parts', async () => {
    const bucket = queue('x', {
      cloud_id: 'arn:aws:s3:::x',
      import: { identity: { region: 'us-east-1', bucket: 'x' } },
    });
    await inventories.run({});
    await inventories.run({ objects: [bucket] });
    await inventories.run({ managed: [{ identity: { bucket: 'x', region: 'us-east-1' } }] });
    expect(await incidents()).toMatchObject([{ resolution: 'codified' }]);
  });

  test('stores two objects whose shown ids are the same, each with its incident', async () => {
    await inventories.run({});
    const key = (name: string) => queue(name, { cloud_id: '(sensitive)', import: { id: '(sensitive)' } });
    const ids = ({ name }: { name?: string }) => ({ importId: `AKIA-${name}` });
    await inventories.run({ objects: [key('one'), key('two')], ids });
    expect(new Set(await names())).toEqual(new Set(['one', 'two']));
    expect(await incidents()).toHaveLength(2);
    await inventories.run({ objects: [key('one'), key('two')], ids });
    expect((await incidents()).map(({ times_seen: times }) => times)).toEqual([2, 2]);
  });

  test('removes a secret from the reason why there is no configuration', async () => {
    const validate = async () => [{ path: ['secret'], text: 'expected 16 characters, got hunter2xYz9!' }];
    await inventories.run({ objects: [queue('one')], secret: 'hunter2xYz9!', session: { validate } });
    const [object] = (await objects()) as [ShownObject];
    expect(object.import).toMatchObject({
      status: 'invalid',
      detail: expect.stringContaining('16 characters, got (sensitive)'),
    });
    expect(JSON.stringify(object)).not.toContain('hunter2');
  });

  test('keeps what a newer run found gone from an older one that stores late', async () => {
    await inventories.run({ objects: [queue('x')] });
    const late = await inventories.run({
      objects: [queue('x')],
      before: () => inventories.run({}).then(() => undefined),
    });
    expect(late).toBeDefined();
    expect(await names()).toEqual([]);
  });

  test('is never more certain than what was read', async () => {
    const summary = async (id: string) => (await get<{ ai_summary: string }>(`/analyses/${id}`)).ai_summary;
    const ended = (more: Partial<InventoryEnd>): Partial<InventoryEnd> => ({ status: 'partial', ...more });
    const blind = ended({ error: { code: 'nothing_listed', detail: 'Nothing could be listed.' } });
    expect(await summary(await inventories.run({}))).toContain('Inventory: nothing unmanaged.');
    expect(await summary(await inventories.run({ ended: blind }))).toContain('nothing could be listed');
    expect(await overview()).toMatchObject({ latest: { at_least: true, error: { code: 'nothing_listed' } } });
    const locked = await inventories.run({ unproven: ['locked'], ended: ended({}) });
    expect(await summary(locked)).toContain('nothing unmanaged in what could be read');
    expect(await overview()).toMatchObject({ latest: { at_least: true, counts: { unproven: 1 } } });
  });

  test('says of objects in a place that is no longer listed that nobody looked', async () => {
    await inventories.run({ objects: [queue('x')] });
    const id = await inventories.run({ listing: { region: 'eu-west-1' } });
    expect(await get(`/analyses/${id}`)).toMatchObject({
      ai_summary: expect.stringContaining('Not read this time: 1 object of these.'),
    });
  });

  test('writes foreign texts on one line each, and cuts long ones', async () => {
    await inventories.run({});
    const texts = {
      tags: { 'k\n\n# Do': 'v' },
      cloud_id: 'id\n\n## Injected',
      owner: 'o\n# x',
      name: 'n'.repeat(100_000),
    };
    await inventories.run({ objects: [queue('a', texts)] });
    const [incident] = (await incidents()) as [Incident];
    const { details } = await get<{ details: string }>(`/incidents/${incident.id}`);
    expect(details).toContain('- id: id ## Injected\n');
    expect(details).toContain('- owner: o # x\n- tag k # Do: ');
    expect((await objects())[0]?.name?.length).toBe(2_048);
  });

  test('finds the worst news first, below the limit of findings, and counts the rest', async () => {
    const id = await inventories.run({ objects: [queue('first')], unfinished: true });
    const started = (await inventories.tenant.select('inventories').select('started_at').executeTakeFirstOrThrow())
      .started_at;
    await within(store.db, 'instance')
      .updateTable('unmanaged_objects')
      .set({ in_baseline: false, type: 'z', severity: 'critical' })
      .where('org_id', '=', org.id)
      .execute();
    await sql`insert into unmanaged_objects (id, org_id, identity, provider, account_id, region, type, service, cloud_id, class,
        severity, severity_rule, severity_reason, tags, first_seen_at, last_seen_at, seen_by, in_baseline, import, import_status)
      select 'obj_' || n, ${org.id}, 'i' || n, 'p', '', '', 'a', 's', 'r' || n, 'added', 'medium', 'added', 'x', '{}',
        ${started}, ${started}, ${id}, n > 100, '{"id":"x"}', 'none' from generate_series(1, 300) n`.execute(
      within(store.db, { org_id: org.id }),
    );
    const run = { id, started_at: started! };
    expect(await countNews(inventories.tenant, run)).toBe(301);
    const seen: UnmanagedObjectRow[] = [];
    for (let page; page === undefined || page.length > 0;) {
      page = await listNews(inventories.tenant, run, seen.at(-1), 70);
      seen.push(...page);
    }
    expect(seen.map(({ type, in_baseline: old }) => `${type} ${old}`)).toEqual([
      'z false',
      ...Array.from({ length: 100 }, () => 'a false'),
      ...Array.from({ length: 200 }, () => 'a true'),
    ]);
    expect(new Set(seen.map(({ id: one }) => one)).size).toBe(301);
  });

  test('stores nothing twice where a run is repeated after its process died', async () => {
    await inventories.run({});
    const id = await inventories.run({ objects: [queue('one'), queue('two')], unfinished: true });
    await inventories.run({ objects: [queue('two')] }, id);
    expect(await names()).toEqual(['two']);
    expect(await findings(id)).toHaveLength(1);
    const all = await incidents();
    expect(all.map(({ status, times_seen: times }) => `${status} ${times}`).toSorted()).toEqual([
      'open 1',
      'resolved 1',
    ]);
  });

  test('makes a configuration anew only if values have changed, with variables in place of secrets', async () => {
    await inventories.run({ objects: [queue('one')], secret: 'hunter2hunter2' });
    const { count } = inventories.plans;
    expect(count).toBeGreaterThan(0);
    await inventories.run({ objects: [queue('one')], secret: 'hunter2hunter2' });
    expect(inventories.plans.count).toBe(count);
    await inventories.run({ objects: [queue('one')], secret: 'hunter3hunter3' });
    expect(inventories.plans.count).toBeGreaterThan(count);
    const [{ id }] = (await objects()) as [ShownObject];
    const details = await get<object>(`/orgs/${org.id}/inventory/objects/${id}`);
    expect(details).toMatchObject({
      import: { status: 'proven', by: { id: 'one' } },
      import_block: 'import {\n  to = aws_sqs_queue.one\n  id = "one"\n}\n',
      configuration: expect.stringContaining('secret = var.one_secret'),
      variables: ['one_secret'],
    });
    const rows = JSON.stringify(
      await within(store.db, 'instance').selectFrom('unmanaged_objects').selectAll().execute(),
    );
    expect(rows).not.toContain('hunter');
  });

  test('writes the files of an import for ids and for filters, and names what is left out', async () => {
    await inventories.run({
      objects: [queue('a'), queue('a', { region: 'eu-west-1' }), queue('own', { class: 'owned' })],
      secret: 'hunter2hunter2',
    });
    const write = async (body: object) => api.call('POST', `/orgs/${org.id}/inventory/import`, { key: org.key, body });
    const all = (await write({ filters: {} })).json<{ files: { name: string; text: string }[] }>();
    expect(all).toMatchObject({ written: 2, left_out: [], more: 0 });
    expect(all.files.map(({ name }) => name)).toEqual(['imports.tf', 'providers.tf', 'sqs.tf', 'variables.tf']);
    expect(all.files[0]?.text).toContain('aws_sqs_queue.a_2');
    const own = (await objects('?class=owned'))[0]?.id;
    expect((await write({ objects: [own] })).json()).toMatchObject({
      files: [],
      left_out: [{ id: own, reason: 'Nobody has to import what is owned.' }],
    });
    await inventories.run({ objects: [queue('own', { class: 'owned' })], managed: ['a'] });
    const named = (await objects('?status=gone&region=us-east-1')).map(({ id }) => id);
    expect((await write({ objects: [...named, 'obj_0V3mKq8ZxYbD2nR5tW7uAe'] })).json()).toMatchObject({
      written: 0,
      left_out: [{ type: 'aws_sqs_queue', reason: 'A state has it now.' }, { reason: 'No such object.' }],
    });
    expect((await write({})).statusCode).toBe(422);
    expect((await write({ objects: [own], filters: {} })).statusCode).toBe(422);
  });

  test('filters, sorts and pages objects, and exports them as CSV', async () => {
    await inventories.run({});
    await inventories.run({
      objects: [
        queue('c', { severity: 'critical', tags: { team: 'web' } }),
        queue('b', { type: 'aws_vpc', service: 'ec2', region: 'eu-west-1' }),
        queue('a', { class: 'owned', owner: 'CloudFormation stack x', severity: 'none' }),
        queue('=1+1'),
      ],
    });
    expect(await names()).toEqual(['c', '=1+1', 'b', 'a']);
    const filters: [string, string[]][] = [
      ['class=open', ['c', '=1+1', 'b']],
      ['class=owned', ['a']],
      ['type=aws_vpc', ['b']],
      ['service=ec2', ['b']],
      ['region=eu-west-1', ['b']],
      ['account=1', []],
      ['severity=critical', ['c']],
      ['severity_at_least=low', ['c', '=1+1', 'b']],
      ['owner=CloudFormation%20stack%20x', ['a']],
      ['q=TEAM', ['c']],
      ['q=team%3Dweb', ['c']],
      // Its type was in no complete list before.
      ['seen=before', ['b']],
    ];
    for (const [query, expected] of filters) expect([query, await names(`?${query}`)]).toEqual([query, expected]);
    for (const sort of ['severity', 'newest', 'type']) {
      const paged: (string | null)[] = [];
      for (let path: string | undefined = `/orgs/${org.id}/inventory/objects?limit=1&sort=${sort}`; path;) {
        const answer = await api.call('GET', path, { key: org.key });
        paged.push(...answer.json<ShownObject[]>().map(({ name }) => name));
        path = /<\/api\/v1([^>]+)>/.exec(String(answer.headers.link))?.[1];
      }
      expect([sort, paged]).toEqual([sort, await names(`?sort=${sort}`)]);
    }
    const { body } = await api.call('GET', `/orgs/${org.id}/inventory/csv?class=open`, { key: org.key });
    expect(body.trim().split('\r\n')).toHaveLength(4);
    expect(body).toContain(`"'=1+1"`);
  });

  test('sums lists by service and location, and names those that failed', async () => {
    await inventories.run({ objects: [queue('one')], managed: ['a', 'b', 'c'] });
    const { coverage, not_listed: none } = await get<{ coverage: object[]; not_listed: object[] }>(
      `/orgs/${org.id}/inventory`,
    );
    expect(coverage).toMatchObject([
      {
        service: 'sqs',
        account_id: '123456789012',
        region: 'us-east-1',
        managed: 3,
        unmanaged: 1,
        share_managed: 0.75,
      },
    ]);
    expect(none).toEqual([]);
    await inventories.run({ listing: { state: 'not_listed', reason: 'denied', detail: 'The role may not.' } });
    expect(await get(`/orgs/${org.id}/inventory`)).toMatchObject({
      not_listed: [{ type: 'aws_sqs_queue', reason: 'denied', detail: 'The role may not.' }],
      history: [{ baseline: true, share_managed: 0.75 }, { baseline: false }],
    });
    expect(await get(`/orgs/${org.id}/inventory/listings?state=not_listed`)).toMatchObject([{ reason: 'denied' }]);
  });

  test('pages through lists of any account and region', async () => {
    const places = [{ account_id: 'example.com:project_1', region: 'europe-west1' }, { region: 'eu-west-1' }, {}];
    for (const listing of places) await inventories.run({ listing });
    const paged: (string | null)[] = [];
    for (let path: string | undefined = `/orgs/${org.id}/inventory/listings?limit=1`; path;) {
      const answer = await api.call('GET', path, { key: org.key });
      paged.push(...answer.json<{ region: string | null }[]>().map(({ region }) => region));
      path = /<\/api\/v1([^>]+)>/.exec(String(answer.headers.link))?.[1];
    }
    expect(paged).toEqual(['eu-west-1', 'us-east-1', 'europe-west1']);
  });

  test('counts no unmanaged object as drift', async () => {
    await inventories.run({});
    const id = await inventories.run({ objects: [queue('one', { severity: 'critical' })] });
    expect(await get(`/analyses/${id}`)).toMatchObject({ severity: 'none', findings: [], counts: { changed: 0 } });
    expect(await get(`/analyses/${id}/findings`)).toEqual([]);
    expect(await get(`/analyses/${id}/groups`)).toMatchObject({ total: 0, kinds: { changed: 0, deleted: 0 } });
    expect(await get(`/orgs/${org.id}/overview`)).toMatchObject({ open: { total: 0 } });
  });

  test('shows nothing of it to another organization', async () => {
    await inventories.run({ objects: [queue('one')] });
    const [{ id }] = (await objects()) as [ShownObject];
    const other = await api.organization(`other-${made}`, 'admin');
    const paths = ['', '/listings', '/objects', '/csv', `/objects/${id}`, '/settings'];
    for (const path of paths)
      expect([
        path,
        (await api.call('GET', `/orgs/${org.id}/inventory${path}`, { key: other.key })).statusCode,
      ]).toEqual([path, 404]);
    expect(await get(`/orgs/${other.id}/inventory/objects`, other.key)).toEqual([]);
    expect((await api.call('GET', `/orgs/${other.id}/inventory/objects/${id}`, { key: other.key })).statusCode).toBe(
      404,
    );
    const body = { objects: [id] };
    const written = await api.call('POST', `/orgs/${other.id}/inventory/import`, { key: other.key, body });
    expect(written.json()).toMatchObject({
      written: 0,
      left_out: [{ id, type: '', cloud_id: '', reason: 'No such object.' }],
    });
  });

  test('plans inventories from the first one on, unless they are switched off', async () => {
    const settings = () => get<{ on: boolean; next_run_at: string | null }>(`/orgs/${org.id}/inventory/settings`);
    const save = (body: object) => api.call('PATCH', `/orgs/${org.id}/inventory/settings`, { key: org.key, body });
    expect(await settings()).toEqual({ schedule: '24h', expensive: false, on: false, next_run_at: null });
    expect((await save({ schedule: '6h', expensive: true })).json()).toMatchObject({
      schedule: '6h',
      next_run_at: null,
    });
    await inventories.run({});
    expect(await settings()).toMatchObject({ on: true, next_run_at: expect.any(String) });
    expect((await save({ schedule: 'off' })).json()).toMatchObject({ on: false, next_run_at: null });
    await inventories.run({});
    expect((await settings()).next_run_at).toBeNull();
    const log = await get<{ detail: object }[]>(`/orgs/${org.id}/audit?action=inventory.update`);
    expect(log.map(({ detail }) => detail)).toEqual([
      { schedule: { before: '6h', after: 'off' } },
      { schedule: { before: '24h', after: '6h' }, expensive: { before: false, after: true } },
    ]);
  });

  test('ends with its analysis: as failed if that is canceled, or if its process ended too often', async () => {
    const canceled = await inventories.request();
    await api.call('POST', `/analyses/${canceled}/cancel`, { key: org.key });
    expect(await overview()).toMatchObject({
      running: null,
      latest: { status: 'failed', error: { code: 'analysis_ended' } },
    });
    const id = await inventories.run({ unfinished: true });
    expect(await overview()).toMatchObject({ running: { analysis_id: id, status: 'running' } });
    const job = { analysis_id: id, org_id: org.id };
    const error = { code: 'out_of_memory', detail: 'It needed too much.' };
    expect(await giveUpInventory(api.services, job, error)).toBe(true);
    expect(await giveUpInventory(api.services, job, error)).toBe(false);
    expect(await overview()).toMatchObject({ running: null, latest: { status: 'failed', error } });
    await expect(inventories.run({}, id)).rejects.toThrow('ended already');
  });
});
