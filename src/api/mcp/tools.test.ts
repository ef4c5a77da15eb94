import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { connectMcp, ERAS, listenMcp, textOfResult } from '../../../testkit/mcp.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { attributeOf, findingOf, stateOf, storeAnalysis } from '../../../testkit/stored-analysis.ts';
import { inventoriesOf, queue } from '../../../testkit/stored-inventory.ts';
import { createModels } from '../../services/memory/models/models.ts';
import type { Store } from '../../store/database.ts';
import { replaceSimilar } from '../../store/queries/similar-incidents.ts';
import { scoped } from '../../store/scope.ts';

const BASTION = 'aws_security_group.bastion';

describe.each(await databases())('the tools on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let url: URL;
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    store = await open();
    stack.defer(() => store.close());
    api = await testApi(store);
    stack.defer(() => api.close());
    url = await listenMcp(api.app);
  });
  afterAll(() => stack.disposeAsync());

  /** An organization, with a client that calls the tools with its key. */
  async function tenant(login: string, era = ERAS[0] as (typeof ERAS)[number]) {
    const { id, key } = await api.organization(login, 'write');
    const client = await connectMcp(url, key, era);
    stack.use(client);
    return { id, key, client, call: callOn(client) };
  }

  function callOn(client: Client) {
    return async (name: string, args: Record<string, unknown> = {}) =>
      textOfResult(await client.callTool({ name, arguments: args }));
  }

  async function writeDown(key: string, incident: object): Promise<string> {
    const answer = await api.call('POST', '/memory/incidents', { key, body: incident });
    return answer.json<{ id: string }>().id;
  }

  test.each(ERAS)('serves recall and get_incident, in $revision', async (era) => {
    const login = `memory-${era.era}`;
    const { key, call } = await tenant(login, era);
    const summary = 'SSH (22/tcp) was opened to the internet in prod, outside Terraform';
    const body = {
      project: login,
      resource: BASTION,
      summary,
      details: 'First line.\nSecond line.',
      date: '2026-01-31',
    };
    const id = await writeDown(key, body);
    await writeDown(key, { ...body, resource: 'aws_s3_bucket.logs', summary: 'A lifecycle rule was removed' });

    const { data, text } = await call('recall', { project: login, intent: 'open ssh to the world', top_k: 1 });
    const rest = await api.call('POST', '/memory/recall', {
      key,
      body: { project: login, intent: 'open ssh to the world', top_k: 1 },
    });
    expect(data.matches).toEqual(rest.json<{ matches: unknown }>().matches);
    expect(data.matches).toMatchObject([{ id, summary, resource: BASTION, date: '2026-01-31' }]);
    expect(text).toMatch(/^1 past incident, the most similar first; the best match has 0\.\d{4} \(strong\)\./);
    expect(text).toContain(`(strong) 2026-01-31 ${BASTION}: ${summary} (${id})`);

    const shown = await call('get_incident', { id });
    const one = await api.call('GET', `/incidents/${id}`, { key });
    expect(shown.data.incident).toEqual(one.json());
    expect(shown.text).toContain('Details:\n    First line.\n    Second line.\n');
  });

  test('calls nothing strong by our scale where another model ranks', async () => {
    const { key, call } = await tenant('elsewhere');
    await writeDown(key, { project: 'elsewhere', resource: BASTION, summary: 'SSH was opened to the internet' });
    const { embedder, models } = api.services;
    const model = 'remote:stand-in@1';
    const embed = async (texts: readonly string[]) => ({ ...(await embedder.embedIncidents(texts)), model });
    const remote = { name: 'remote:stand-in', model: () => model, waitSeconds: () => 0, embed };
    api.services.models = createModels({ store, embedder, remote });
    const { text, data } = await call('recall', { project: 'elsewhere', intent: 'open ssh to the internet' });
    api.services.models = models;
    expect(data.matches).toMatchObject([{ resource: BASTION }]);
    expect(text).toMatch(/the best match has 0\.\d{4} \(on the scale of its model\)\./);
    expect(text).not.toContain('strong');
  });

  test('says so when recall has no match, and reports invalid fields one by one', async () => {
    const { call } = await tenant('quiet');
    const nothing = await call('recall', { project: 'quiet', intent: 'delete everything' });
    expect(nothing).toEqual({
      text: 'No similar incidents.',
      data: { notice: expect.any(String), matches: [], latency_ms: expect.any(Number) },
      isError: false,
    });
    const wrong = await call('recall', { intent: '', top_k: 1.5, surprise: true });
    expect(wrong.isError).toBe(true);
    expect(wrong.text.split('\n')).toEqual([
      'Error invalid_input (422): The arguments of recall do not fit.',
      '- /project: is missing',
      '- /surprise: there is no "surprise" here; there are project, intent, top_k, min_similarity, org_id',
      '- /intent: must not be empty',
      '- /top_k: must be a whole number',
      'Call the tool again with arguments that fit its input schema.',
    ]);
    const unknown = await call('recall', { project: 'nobody/nothing', intent: 'x' });
    expect(unknown).toMatchObject({
      isError: true,
      text: expect.stringContaining('Error not_found (404): No such project'),
    });
    expect(await call('get_incident', { id: 'inc_none' })).toMatchObject({
      isError: true,
      text: 'Error not_found (404): No such incident.',
    });
  });

  test.each(ERAS)('serves list_drift and get_analysis, in $revision', async (era) => {
    const { id: orgId, key, call } = await tenant(`drift-${era.era}`, era);
    const id = await storeAnalysis(store.db, orgId, {
      status: 'partial',
      ai_summary: 'A port was opened.\nA tag was changed.',
      findings: [
        [
          findingOf('aws_vpc.main'),
          findingOf(BASTION, {
            severity: 'critical',
            severity_reason: 'port 22 (tcp) is open to 0.0.0.0/0 now',
            region: 'eu-west-1',
            attributes: [attributeOf('ingress', [], [{ from_port: 22 }])],
          }),
        ],
        [findingOf('module.net.aws_subnet.a', { severity: 'medium', state_key: 'prod/subnets.tfstate' })],
      ],
      gaps: [
        { resource: 'aws_iam_role.a', verdict: 'unreadable', reason: 'denied', detail: 'iam:GetRole is denied' },
        { resource: 'aws_iam_role.b', verdict: 'unreadable', reason: 'denied', detail: 'iam:GetRole is denied' },
        { resource: 'aws_vpc.fine', verdict: 'in_sync' },
      ],
      states: [
        stateOf('prod/network.tfstate'),
        stateOf('prod/subnets.tfstate'),
        stateOf('prod/broken.tfstate', { status: 'unreadable', code: 'not_a_state', detail: 'It is no state.' }),
      ],
    });
    const { data, text } = await call('list_drift', { limit: 2 });
    expect(data).toMatchObject({
      analysis: { id, status: 'partial', ai_summary: 'A port was opened.\nA tag was changed.' },
      newer: null,
      total: 3,
      findings: [
        { resource: BASTION, severity: 'critical', attributes: [{ path: 'ingress', after: [{ from_port: 22 }] }] },
        { resource: 'module.net.aws_subnet.a', severity: 'medium', attributes_left_out: 0 },
      ],
      not_checked: {
        states: [{ key: 'prod/broken.tfstate', code: 'not_a_state', detail: 'It is no state.' }],
        states_in_all: 1,
        resources: [
          { verdict: 'unreadable', reason: 'denied', count: 2, examples: ['aws_iam_role.a', 'aws_iam_role.b'] },
        ],
      },
    });
    expect(text).toContain('3 findings fit, 2 shown, the worst first. More: call list_drift again');
    expect(text).toContain('2 resources and 1 state were not checked and may have drifted.');
    expect(text).toContain(`[critical] ${BASTION} changed`);
    expect(text).toContain('    ingress: [] -> [{"from_port":22}]');

    const second = await call('list_drift', { limit: 2, cursor: data.next_cursor });
    expect(second.data).toMatchObject({ next_cursor: null, findings: [{ resource: 'aws_vpc.main' }] });

    const one = await call('get_analysis', { id, severity: 'medium', limit: 1 });
    expect(one.data).toMatchObject({
      analysis: { id, states: 3, providers: [] },
      total: 2,
      findings: [{ resource: BASTION }],
    });
    expect(one.text).toContain(`${id} is partial`);
    const rest = await api.call('GET', `/analyses/${id}`, { key });
    const { counts, progress } = rest.json<{ counts: object; progress: object }>();
    expect(one.data.analysis).toMatchObject({ counts, progress });
  });

  test('filters findings by severity, type and resource, and explains refused cursors', async () => {
    const { id: orgId, call } = await tenant('narrow');
    const findings = [
      findingOf('aws_vpc.a', { severity: 'high' }),
      findingOf('aws_vpc.b'),
      findingOf('module.x["100%_a"].aws_subnet.c', { severity: 'medium' }),
    ];
    const id = await storeAnalysis(store.db, orgId, { findings: [findings] });
    const found = async (args: Record<string, unknown>) => {
      const { data } = await call('list_drift', args);
      return [data.total, (data.findings as { resource: string }[]).map(({ resource }) => resource)];
    };
    expect(await found({ severity: 'medium' })).toEqual([2, ['aws_vpc.a', 'module.x["100%_a"].aws_subnet.c']]);
    expect(await found({ type: 'aws_vpc' })).toEqual([2, ['aws_vpc.a', 'aws_vpc.b']]);
    expect(await found({ resource: 'module.x["100%_a"]' })).toEqual([1, ['module.x["100%_a"].aws_subnet.c']]);
    expect(await found({ resource: 'aws_vpc', severity: 'critical' })).toEqual([0, []]);
    for (const cursor of ['x', `${id}:9.0.0`]) {
      const refused = await call('list_drift', { cursor });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('/cursor') });
    }
    const other = await call('list_drift', { cursor: 'an_0000000000000000000000:1.0.0' });
    expect(other).toMatchObject({ isError: true, text: expect.stringContaining('no page with this cursor') });
    const wrong = await call('get_analysis', { id, cursor: 'an_0000000000000000000000:1.0.0' });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('must come from an earlier page') });
  });

  test('lists the latest analysis over everything, and mentions a newer partial one', async () => {
    const { id: orgId, call } = await tenant('latest');
    expect((await call('list_drift')).text).toBe('No analysis has a result yet, so drift is unknown.');
    const some = await storeAnalysis(store.db, orgId, {
      state_prefix: 'network/',
      findings: [[findingOf('aws_vpc.some')]],
    });
    const first = await call('list_drift');
    expect(first.data).toMatchObject({ analysis: { id: some, state_prefix: 'network/' }, newer: null });
    expect(first.text).toContain('Only states under network/ were checked.');
    const all = await storeAnalysis(store.db, orgId, { findings: [[findingOf('aws_vpc.all')]] });
    expect((await call('list_drift')).data).toMatchObject({ analysis: { id: all }, newer: null });
    const failed = await storeAnalysis(store.db, orgId, {
      status: 'failed',
      error: { code: 'role_not_assumable', detail: 'The role is gone.' },
    });
    const last = await call('list_drift');
    expect(last.data).toMatchObject({ analysis: { id: all }, newer: { id: failed, status: 'failed' } });
    expect(last.text).toContain(`A newer analysis, ${failed}, is failed.`);
    expect(last.text).toContain(`${failed}: role_not_assumable: The role is gone.`);
  });

  test("leaves states of others out of a repository's drift", async () => {
    const { id: orgId, call } = await tenant('repos');
    const [mine, theirs] = await Promise.all(
      ['shop', 'blog'].map((name, i) =>
        saveRepository(
          scoped(store.db, { org_id: orgId }),
          { codehost: 'github', external_id: i + 1 },
          { full_name: `repos/${name}`, private: true },
        ),
      ),
    );
    await storeAnalysis(store.db, orgId, {
      findings: [[findingOf('aws_vpc.mine')], [findingOf('aws_vpc.theirs')], [findingOf('aws_vpc.nobodys')]],
      states: [stateOf('a', { repo_id: mine!.id }), stateOf('b', { repo_id: theirs!.id }), stateOf('c')],
    });
    const found = async (project: string) => {
      const { data } = await call('list_drift', { project });
      return [data.total, (data.findings as { resource: string }[]).map(({ resource }) => resource)];
    };
    expect(await found('repos/shop')).toEqual([2, ['aws_vpc.mine', 'aws_vpc.nobodys']]);
    expect(await found('blog')).toEqual([2, ['aws_vpc.nobodys', 'aws_vpc.theirs']]);
    expect(await found('repos')).toEqual([3, ['aws_vpc.mine', 'aws_vpc.nobodys', 'aws_vpc.theirs']]);
  });

  test('reports earlier incidents with the findings of an analysis', async () => {
    const { id: orgId, key, call } = await tenant('again');
    const body = { project: 'again', resource: BASTION, summary: 'SSH was opened to the internet' };
    const [earlier, opened] = [
      await writeDown(key, body),
      await writeDown(key, { ...body, resource: 'aws_security_group.web' }),
    ];
    const id = await storeAnalysis(store.db, orgId, {
      findings: [[findingOf('aws_security_group.web', { incident_id: opened })]],
    });
    const drift = {
      opened_by: id,
      source: 'drift',
      severity: 'high',
      state_key: 'prod/network.tfstate',
      lineage: 'l',
    } as const;
    await scoped(store.db, { org_id: orgId }).update('incidents').set(drift).where('id', '=', opened).execute();
    await replaceSimilar(scoped(store.db, { org_id: orgId }), new Map([[opened, [{ id: earlier, similarity: 0.8 }]]]));
    const one = await call('get_analysis', { id });
    expect(one.data).toMatchObject({
      similar: [{ incident_id: opened, matches: [{ id: earlier, similarity: 0.8 }] }],
      similar_in_all: 1,
      findings: [{ incident_id: opened }],
    });
    expect(one.text).toContain(`Seen before: aws_security_group.web (${opened}) is like\n    0.8000 `);
    expect((await call('get_incident', { id: opened })).text).toContain(`Like ${earlier} of `);
  });

  test('lists what no state has, with the bounds of its inventory', async () => {
    const { id: orgId, call } = await tenant('unmanaged');
    expect((await call('list_unmanaged')).text).toContain('No inventory has ended yet');
    const inventories = inventoriesOf(api, orgId);
    await inventories.run({
      objects: [queue('a'), queue('b', { severity: 'high' }), queue('c', { class: 'owned', owner: 'ECS' })],
    });
    const first = await call('list_unmanaged', { limit: 1 });
    expect(first.data).toMatchObject({ total: 2, objects: [{ name: 'b', class: 'unmanaged', severity: 'high' }] });
    expect(first.text).toContain('2 objects fit, 1 shown');
    const next = await call('list_unmanaged', { limit: 1, cursor: first.data.next_cursor });
    expect(next.data).toMatchObject({ next_cursor: null, objects: [{ name: 'a' }] });
    expect((await call('list_unmanaged', { class: 'owned' })).data).toMatchObject({ objects: [{ owner: 'ECS' }] });
    expect((await call('list_unmanaged', { seen: 'new' })).data).toMatchObject({ total: 0 });
  });

  test('counts side effects apart and an analysis once', async () => {
    const { id: orgId, key, call } = await tenant('following');
    const cause = { resource: 'aws_vpc.a', state_key: 'prod/network.tfstate' };
    const findings = [
      findingOf('aws_vpc.a', { severity: 'high' }),
      findingOf('aws_subnet.b', { caused_by: cause }),
      findingOf('aws_subnet.c', { caused_by: cause }),
    ];
    const analysis = await storeAnalysis(store.db, orgId, { findings: [findings] });
    expect((await call('get_analysis', { id: analysis })).text).toContain(': 1 changed (+2 side effects).');
    const all = await call('list_drift');
    expect(all.data).toMatchObject({ total: 3, following: 2 });
    expect(all.text).toContain('1 finding fits (+2 side effects), 3 shown');
    const followers = await call('list_drift', { resource: 'aws_subnet.b' });
    expect(followers.text).toContain('1 side effect fits, 1 shown');
    const id = await writeDown(key, { project: 'following', resource: 'aws_vpc.a', summary: 'It fell' });
    const seen = new Date('2026-01-02T03:04:05Z');
    const drift = { first_seen_at: seen, last_seen_at: seen, times_seen: 1 };
    await scoped(store.db, { org_id: orgId }).update('incidents').set(drift).where('id', '=', id).execute();
    expect((await call('get_incident', { id })).text).toMatch(/by 1 analysis$/m);
  });

  test('bounds an incident of very many attributes', async () => {
    const { id: orgId, key, call } = await tenant('attributes');
    const id = await writeDown(key, { project: 'attributes', resource: 'a', summary: 'It fell' });
    const attributes = Array.from({ length: 5000 }, (_, i) => `tags[${i}].${'a'.repeat(190)}`);
    await scoped(store.db, { org_id: orgId }).update('incidents').set({ attributes }).where('id', '=', id).execute();
    const { data, text } = await call('get_incident', { id });
    expect(data.attributes_left_out).toBe(4950);
    expect(JSON.stringify(data).length + text.length).toBeLessThan(50_000);
    expect(text).toContain('4950 more attributes are not shown.');
  });

  test('bounds escaped texts by their shown length, for any number of matches', async () => {
    const { key, call } = await tenant('hidden');
    const hidden = '\u{e0041}'.repeat(1900);
    for (let i = 0; i < 40; i += 1)
      await writeDown(key, {
        project: 'hidden',
        resource: `r${i}`,
        summary: `database wipe ${i % 2 ? hidden : 'x'.repeat(3900)}`,
      });
    const id = await writeDown(key, {
      project: 'hidden',
      resource: 'r',
      summary: `It fell ${hidden}`,
      details: '\u{e0041}'.repeat(20_000),
    });
    for (const { data, text } of [
      await call('recall', { project: 'hidden', intent: 'database wipe', top_k: 50 }),
      await call('get_incident', { id }),
    ]) {
      expect(text.length).toBeLessThan(50_000);
      expect(JSON.stringify(data).length).toBeLessThan(50_000);
    }
  });

  test('bounds large answers, and says what is left out and how to get it', async () => {
    const { id: orgId, key, call } = await tenant('large');
    const attributes = Array.from({ length: 200 }, (_, i) =>
      attributeOf(`tags["${i}"]`, 'a'.repeat(150), ['b'.repeat(150)]),
    );
    const findings = Array.from({ length: 60 }, (_, i) =>
      findingOf(`aws_vpc.n${i}`, { attributes, message: 'm'.repeat(9000) }),
    );
    const states = Array.from({ length: 300 }, (_, i) =>
      stateOf(`s${i}`, { status: 'unreadable', detail: 'd'.repeat(3000) }),
    );
    const id = await storeAnalysis(store.db, orgId, { findings: [findings], states, ai_summary: 's'.repeat(100_000) });
    for (const limit of [1, 50]) {
      const { data, text } = await call('get_analysis', { id, limit });
      expect(text.length).toBeLessThan(50_000);
      expect(JSON.stringify(data).length).toBeLessThan(60_000);
      expect(data).toMatchObject({ total: 60, not_checked: { states_in_all: 300 } });
      expect((data.findings as { attributes_left_out: number }[])[0]?.attributes_left_out).toBeGreaterThan(50);
      expect(text).toContain('not all attributes are shown: narrow it down with resource');
      expect(text).toContain(`60 findings fit, ${limit} shown`);
    }
    const details = 'long '.repeat(9000);
    const incident = await writeDown(key, { project: 'large', resource: 'x', summary: 's', details });
    const shown = await call('get_incident', { id: incident });
    expect(shown.text).toContain('GET /api/v1/incidents/{id} of the API has all of them.');
    expect(shown.text.length).toBeLessThan(15_000);
  });

  test("answers for another organization's ids as for unknown ones", async () => {
    const acme = await tenant('acme');
    const rival = await tenant('rival');
    const body = { project: 'acme', resource: BASTION, summary: 'SSH was opened to the internet' };
    const incident = await writeDown(acme.key, body);
    const look_alike = { ...body, project: 'rival', summary: 'SSH was opened to the internet, at the rival’s' };
    const own = await writeDown(rival.key, look_alike);
    const analysis = await storeAnalysis(store.db, acme.id, {
      findings: [[findingOf('aws_vpc.a'), findingOf('aws_vpc.b')]],
    });
    const next = (await acme.call('list_drift', { limit: 1 })).data.next_cursor;

    const pairs: [string, Record<string, unknown>, Record<string, unknown>][] = [
      ['get_incident', { id: incident }, { id: 'inc_0000000000000000000000' }],
      ['get_incident', { id: own, org_id: acme.id }, { id: own, org_id: 'org_0000000000000000000000' }],
      ['get_analysis', { id: analysis }, { id: 'an_0000000000000000000000' }],
      ['recall', { project: 'acme', intent: 'x' }, { project: 'nobody', intent: 'x' }],
      ['recall', { project: acme.id, intent: 'x' }, { project: 'org_0000000000000000000000', intent: 'x' }],
      ['list_drift', { project: 'acme' }, { project: 'nobody' }],
      ['list_drift', { org_id: acme.id }, { org_id: 'org_0000000000000000000000' }],
      ['list_drift', { cursor: next }, { cursor: 'an_0000000000000000000000:1.0.0' }],
    ];
    for (const [name, theirs, nothing] of pairs) {
      const answer = await rival.call(name, theirs);
      expect([name, theirs, answer.isError]).toEqual([name, theirs, true]);
      expect(answer).toEqual(await rival.call(name, nothing));
    }
    const matches = (await rival.call('recall', { project: 'rival', intent: 'open ssh to the internet' })).data.matches;
    expect(matches).toMatchObject([{ id: own }]);
    expect((await rival.call('list_drift')).data).toMatchObject({ analysis: null, newer: null, findings: [] });
  });

  test('lets the operator name the organization with org_id, as in the API', async () => {
    const { id: orgId, key } = await tenant('theirs');
    const incident = await writeDown(key, { project: 'theirs', resource: BASTION, summary: 'SSH was opened' });
    await storeAnalysis(store.db, orgId, { findings: [[findingOf('aws_vpc.a')]] });
    await using client = await connectMcp(url, api.operatorKey);
    const call = callOn(client);
    expect((await call('recall', { project: 'theirs', org_id: orgId, intent: 'open ssh' })).data.matches).toHaveLength(
      1,
    );
    expect((await call('get_incident', { id: incident, org_id: orgId })).isError).toBe(false);
    expect((await call('list_drift', { org_id: orgId })).data.total).toBe(1);
    expect((await call('list_drift', { project: 'theirs' })).data.total).toBe(1);
    expect(await call('list_drift')).toMatchObject({
      isError: true,
      text: expect.stringContaining('name one with project or org_id'),
    });
  });
});
