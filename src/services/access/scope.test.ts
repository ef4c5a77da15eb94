import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { OPEN_STATE, SECRET, twoTeams } from '../../../testkit/two-teams.ts';
import { withApi } from '../../../testkit/with-api.ts';
import type { Store } from '../../store/database.ts';
import { listDrift } from '../analyses/drift.ts';
import { getAnalysis } from '../analyses/get.ts';
import { reportAnalysis, listAnalyses, getAnalysisInBrief } from '../analyses/overview.ts';
import { groupFindings } from '../analyses/group-findings.ts';
import { pageCoverage, pageFindings } from '../analyses/findings-page.ts';
import type { Ctx, Person } from '../base/context.ts';
import type { Services } from '../services.ts';
import { getIncident, listIncidents } from '../memory/list.ts';
import { recall } from '../memory/recall.ts';
import { getTimeline } from '../memory/timeline.ts';
import { MAP_KINDS, mapDrift } from '../organizations/drift-map.ts';
import { getOrganizationOverview } from '../organizations/overview.ts';
import { listRepositories } from '../repositories/list.ts';
import { listStates } from '../state-mapping/list-states.ts';

describe.each(await databases())('a person restricted to some repositories on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let org: string;
  let world: Awaited<ReturnType<typeof twoTeams>>;
  let some: Ctx & Services;
  let all: Ctx & Services;
  withApi(open, (made) => ({ store, api } = made));

  beforeAll(async () => {
    org = (await api.organization('acme', 'read')).id;
    world = await twoTeams(store, { id: org, login: 'acme' }, { open: 1, secret: 2 });
    const person = { kind: 'person', session_id: 's', org_id: org, login: 'ada', scopes: ['read'] } as const;
    const ctx = (repositories: Person['repositories']): Ctx & Services => ({
      ...api.services,
      principal: { ...person, scopes: ['read'], repositories, name: 'ada', hint: '' },
      request_id: 'r',
    });
    some = ctx([world.open.id]);
    all = ctx('all');
  });

  const hidesWell = <T>(answer: T): T => {
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    return answer;
  };
  const page = { limit: 100 };

  test('sees only these repositories and their states, without the claims of others', async () => {
    const { items } = hidesWell(await listRepositories(some, page));
    expect(items).toMatchObject([
      { full_name: 'acme/shop', state_count: 1, states: [{ key: OPEN_STATE }], open_incidents: 1 },
    ]);
    const states = hidesWell(await listStates(some, { ...page, org_id: org }));
    expect(states.items).toMatchObject([{ key: OPEN_STATE, repo_full_name: 'acme/shop', also_claimed_by: [] }]);
    const whole = await listStates(all, { ...page, org_id: org });
    expect(whole.items).toHaveLength(3);
    expect(whole.items.at(-1)?.also_claimed_by).toMatchObject([{ repo_full_name: `acme/${SECRET}` }]);
  });

  test('sees the visible part of a full analysis, with its own counts', async () => {
    const analysis = hidesWell(await getAnalysis(some, { id: world.analyses.whole, include: 'suppressed' }));
    expect(analysis).toMatchObject({
      severity: 'medium',
      counts: { resources: 3, changed: 2, in_sync: 1, following: 1 },
      progress: { done: 3, total: 3 },
      states: [{ key: OPEN_STATE }],
      providers: [{ source: 'registry.terraform.io/hashicorp/aws' }],
      ai_summary: expect.stringContaining('1 of 3 resources drifted (+1 side effect): 1 changed.'),
      findings: [{ resource: 'aws_vpc.shop' }, { resource: 'aws_subnet.shop' }],
      ignore_rules: [],
    });
    expect(analysis.coverage.map(({ resource }) => resource)).toEqual([
      'aws_vpc.shop',
      'aws_subnet.shop',
      'aws_sqs_queue.shop',
    ]);
    const whole = await getAnalysis(all, { id: world.analyses.whole });
    expect(whole).toMatchObject({ severity: 'critical', counts: { resources: 777 } });
  });

  test('sees the same part in pages, counts and Markdown, and cannot query hidden states', async () => {
    const { whole: id } = world.analyses;
    const findings = hidesWell(await pageFindings(some, { ...page, id }));
    expect(findings.items.map(({ resource }) => resource)).toEqual(['aws_vpc.shop', 'aws_subnet.shop']);
    expect((await pageFindings(some, { ...page, id, q: SECRET })).items).toEqual([]);
    expect(hidesWell(await groupFindings(some, { id }))).toMatchObject({ total: 2, groups: [{ total: 2 }], more: 0 });
    expect(hidesWell(await pageCoverage(some, { ...page, id })).items).toHaveLength(3);
    expect(hidesWell(await getAnalysisInBrief(some, { id }))).toMatchObject({ state_counts: { in_all: 1 } });
    expect(hidesWell(await reportAnalysis(some, { id }))).toContain('aws_vpc.shop');
    const listed = await listAnalyses(some, { ...page, severity_at_least: 'critical', without: 'states' });
    expect(hidesWell(listed).items.map((one) => one.id)).not.toContain(id);
    expect((await pageFindings(all, { ...page, id })).items.length).toBeGreaterThan(2);
  });

  test('sees an overview of visible states, incidents and results only', async () => {
    const overview = hidesWell(await getOrganizationOverview(some, { org_id: org, days: 7 }));
    expect(overview).toMatchObject({
      open: { total: 1 },
      states: { in_all: 1 },
      worst: [{ state_key: OPEN_STATE }],
    });
    for (const by of MAP_KINDS) {
      const { cells } = hidesWell(await mapDrift(some, { org_id: org, by }));
      expect(cells.map(({ state_key: key }) => key)).toEqual([OPEN_STATE]);
    }
    expect((await getOrganizationOverview(all, { org_id: org, days: 7 })).states.in_all).toBe(3);
  });

  test('gets 404 for an analysis of another repository, and no reason of a failed one', async () => {
    await expect(getAnalysis(some, { id: world.analyses.secret })).rejects.toMatchObject({ code: 'not_found' });
    const { items } = hidesWell(await listAnalyses(some, page));
    const { open: own, failed, whole, prefixed } = world.analyses;
    const seen = new Map(items.map((one) => [one.id, one]));
    expect([...seen.keys()].toSorted()).toEqual([prefixed, own, failed, whole].toSorted());
    expect(seen.get(failed)).toMatchObject({ status: 'failed', error: { code: 'not_found' } });
    expect(seen.get(own)).toMatchObject({ counts: { resources: 777 }, ai_summary: 'Something drifts.' });
    expect((await listAnalyses(all, page)).items).toHaveLength(5);
  });

  test('sees incidents of visible states and repositories only, in lists, by id, as related ones and in recall', async () => {
    const { items } = hidesWell(await listIncidents(some, { ...page, org_id: org }));
    expect(items.map(({ id }) => id).toSorted()).toEqual(world.incidents.visible.toSorted());
    const [drift = '', byHand] = world.incidents.visible;
    const one = hidesWell(await getIncident(some, { id: drift }));
    expect(one).toMatchObject({ previous_id: null, similar: [{ id: byHand }] });
    expect(await getIncident(all, { id: drift })).toMatchObject({ similar: [{}, { id: byHand }] });
    const reportOf = async (ctx: Ctx) =>
      (await getTimeline(ctx, { ...page, id: drift })).items.find(({ id }) => id === drift)?.events[0]?.message;
    expect(await reportOf(some)).toBe('A side effect of a change in a state that you cannot see.');
    expect(await reportOf(all)).toContain(SECRET);
    for (const id of world.incidents.hidden)
      await expect(getIncident(some, { id })).rejects.toMatchObject({ code: 'not_found' });
    const asked = { intent: 'change the network', top_k: 50 };
    for (const project of [org, 'acme/shop']) {
      const { matches } = hidesWell(await recall(some, { ...asked, project }));
      expect(matches.map(({ id }) => id).toSorted()).toEqual(world.incidents.visible.toSorted());
    }
    expect((await recall(all, { ...asked, project: org })).matches).toHaveLength(6);
    await expect(recall(some, { ...asked, project: SECRET })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('sees current drift of visible states only', async () => {
    const drift = hidesWell(await listDrift(some, { limit: 50 }));
    expect(drift.page).toMatchObject({ total: 2, analysis: { counts: { resources: 3 } } });
  });

  test('loses sight of a state that is assigned to another repository', async () => {
    const mappings = [{ state: OPEN_STATE, repo_id: world.secret.id }];
    const put = (body: object) => api.call('PUT', `/orgs/${org}/state-mappings`, { key: api.operatorKey, body });
    expect((await put({ mappings })).statusCode).toBe(200);
    expect((await listStates(some, { ...page, org_id: org })).items).toEqual([]);
    expect((await getAnalysis(some, { id: world.analyses.whole })).findings).toEqual([]);
    await put({ mappings: [] });
  });
});
