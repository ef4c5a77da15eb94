import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { explaining } from '../../testkit/plan.ts';
import { stateOf, storeAnalysis } from '../../testkit/stored-analysis.ts';
import { WALKED_CLOUD } from '../../testkit/walk.ts';
import { withApi } from '../../testkit/with-api.ts';
import { emptyCounts, type Severity } from '../engine/model/analysis.ts';
import type { DriftMap } from '../services/organizations/drift-map.ts';
import type { OrganizationOverview } from '../services/organizations/overview.ts';
import type { Store } from '../store/database.ts';
import { insertIncident } from '../store/queries/incidents.ts';
import { insertCoverage } from '../store/queries/coverage.ts';
import { countChanged, driftDays, worstOpen } from '../store/queries/open-drift.ts';
import { listStateSources, noteSourceVerified } from '../store/queries/state-sources.ts';
import { saveStates } from '../store/queries/states.ts';
import { newId } from '../base/ids.ts';
import { asDatabaseUser, scoped } from '../store/scope.ts';

const DAY = 24 * 3600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

describe.each(await databases())('the overview of an organization on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let org: { id: string; key: string };

  withApi(open, (made) => ({ store, api } = made), [WALKED_CLOUD]);

  const overview = async (id: string, key: string, query = '') => {
    const answer = await api.call('GET', `/orgs/${id}/overview${query}`, { key });
    expect(answer.statusCode).toBe(200);
    return answer.json<OrganizationOverview>();
  };
  const incidentOf = (org_id: string, state_key: string, severity: Severity, opened = 0, resolved?: number) => ({
    org_id,
    id: newId('inc'),
    resource: `aws_vpc.${newId('inc')}`,
    summary: 'Somebody changed it.',
    date: ago(opened).toISOString().slice(0, 10),
    status: resolved === undefined ? ('open' as const) : ('resolved' as const),
    source: 'drift' as const,
    kind: 'changed' as const,
    severity,
    lineage: state_key,
    state_key,
    first_seen_at: ago(opened),
    last_seen_at: ago(resolved ?? 0),
    ...(resolved !== undefined && { resolved_at: ago(resolved), resolution: 'reverted' as const }),
  });
  const incident = (state_key: string, severity: Severity, opened: number, resolved?: number) =>
    insertIncident(store.db, incidentOf(org.id, state_key, severity, opened, resolved));

  beforeAll(async () => {
    org = await api.organization('acme', 'write');
  });

  test('names the missing parts of an empty organization', async () => {
    const { id, key } = await api.organization('empty', 'admin');
    expect(await overview(id, key, '?days=2')).toMatchObject({
      open: { total: 0 },
      history: [{ severities: { critical: 0 } }, { severities: { critical: 0 } }],
      states: { in_all: 0, counts: emptyCounts() },
      worst: [],
      changed: { opened: 0, resolved: 0 },
      oldest: null,
      next_run_at: null,
      last_analysis: null,
      setup: { cloud_connected: false, verified_at: null, states: 0, analysed: false, code_host: 'none' },
    });
    const patch = (body: object) => api.call('PATCH', `/orgs/${id}/aws`, { key, body });
    await patch({ role_arn: 'arn:aws:iam::123456789012:role/plumbline', state_bucket: 'acme-states', schedule: '6h' });
    await api.call('GET', '/aws/verify', { key });
    const { setup, schedule, next_run_at } = await overview(id, key);
    expect(setup).toMatchObject({ cloud_connected: true, verified_at: expect.any(String) });
    expect([schedule, next_run_at]).toEqual(['6h', expect.any(String)]);
    await patch({ schedule: '1h' });
    expect((await overview(id, key)).setup.verified_at).not.toBeNull();
    await patch({ state_bucket: 'other-states' });
    expect((await overview(id, key)).setup.verified_at).toBeNull();
  });

  test('takes a state source for a connection, with its schedule and verification', async () => {
    const { id, key } = await api.organization('sourced', 'admin');
    const source = { kind: 'gcs', settings: { bucket: 'acme-states' }, credentials: { access_token: 'a-token' } };
    expect((await api.call('PUT', `/orgs/${id}/state-sources/gcs`, { key, body: source })).statusCode).toBe(200);
    expect(await overview(id, key)).toMatchObject({
      schedule: '24h',
      next_run_at: expect.any(String),
      setup: { cloud_connected: true, verified_at: null },
    });
    const [row] = await listStateSources(scoped(store.db, { org_id: id }));
    await noteSourceVerified(scoped(store.db, { org_id: id }), row!, new Date());
    expect((await overview(id, key)).setup.verified_at).toEqual(expect.any(String));
  });

  test('counts open drift now and on every day, and shows the worst of it first', async () => {
    const id = await storeAnalysis(store.db, org.id, { states: [stateOf('a'), stateOf('b')] });
    // As stored before side effects were counted.
    const { following: _, ...known } = emptyCounts();
    const counts = JSON.stringify({ ...known, resources: 3, in_sync: 3 });
    const facts = { serial: 1, lineage: null, terraform_version: null, code: null, detail: null };
    const row = { ...facts, analysis_id: id, analysed_at: new Date(), counts };
    await saveStates(
      scoped(store.db, { org_id: org.id }),
      [
        { ...row, key: 'quiet', status: 'read' },
        { ...row, key: 'shy', status: 'read', counts: JSON.stringify({ ...emptyCounts(), resources: 3, suspect: 3 }) },
        { ...row, key: 'blind', status: 'unreadable', counts: null, code: 'encrypted', detail: 'It is encrypted.' },
        { ...row, key: 'loud', status: 'read' },
        { ...row, key: 'louder', status: 'read' },
      ],
      { all: true, analysis_id: id },
    );
    await incident('loud', 'high', 200);
    await incident('loud', 'low', 0.2);
    await incident('louder', 'critical', 10);
    await incident('louder', 'high', 20, 5);
    await incident('louder', 'high', 300, 299);
    await incident('quiet', 'medium', 3, 0.3);
    const response = await overview(org.id, org.key);
    expect(response.open).toEqual({ total: 3, severities: { critical: 1, high: 1, medium: 0, low: 1, none: 0 } });
    expect(response.history).toHaveLength(90);
    const highs = response.history.map(({ severities }) => severities.high);
    expect([highs[0], highs[89 - 15], highs[89 - 3], highs[89]]).toEqual([1, 2, 1, 1]);
    expect(response.history.at(-1)?.severities).toEqual(response.open.severities);
    expect(response.states).toMatchObject({
      in_all: 5,
      unreadable: 1,
      counts: { resources: 12, in_sync: 9, suspect: 3, following: 0 },
    });
    expect(response.worst).toMatchObject([
      { state_key: 'louder', severity: 'critical', status: 'open' },
      { state_key: 'loud', severity: 'high' },
      { state_key: 'loud', severity: 'low' },
    ]);
    expect(response.changed).toMatchObject({ opened: 1, resolved: 1 });
    expect(response.oldest).toMatchObject({ state_key: 'loud', severity: 'high' });
    expect(response.last_analysis).toMatchObject({ id, state_counts: { in_all: 2 } });
    expect(response.last_analysis).not.toHaveProperty('states');
    expect(response.setup.analysed).toBe(true);
  });

  test('divides the states by where their instances are, the worst first', async () => {
    const { id, key } = await api.organization('mapped', 'read');
    const map = async (by: string) => {
      const answer = await api.call('GET', `/orgs/${id}/drift-map${by}`, { key });
      expect(answer.statusCode).toBe(200);
      return answer.json<DriftMap>();
    };
    const keys = ['net', 'app', 'blind'];
    const analysis_id = await storeAnalysis(store.db, id, { states: keys.map((one) => stateOf(one)) });
    const earlier = await storeAnalysis(store.db, id, { states: [stateOf('net')] });
    const facts = { serial: 1, lineage: null, terraform_version: null, code: null, detail: null };
    const row = { ...facts, analysis_id, analysed_at: new Date() };
    const counts = (more: object) => JSON.stringify({ ...emptyCounts(), ...more });
    await saveStates(
      scoped(store.db, { org_id: id }),
      [
        { ...row, key: 'net', status: 'read', counts: counts({ resources: 4, in_sync: 2, changed: 1, skipped: 1 }) },
        { ...row, key: 'app', status: 'read', counts: counts({ resources: 1, unreadable: 1 }) },
        { ...row, key: 'blind', status: 'unreadable', counts: null },
      ],
      { all: true, analysis_id },
    );
    const found = [
      ['net', 'module.vpc["a"].module.sub.aws_subnet.a', 'changed', 'eu-west-1'],
      ['net', 'module.vpc["b"].aws_subnet.a', 'in_sync', 'eu-west-1'],
      ['net', 'aws_vpc.main', 'in_sync', 'us-east-1'],
      ['net', 'data.aws_ami.one', 'skipped', 'us-east-1'],
      ['app', 'aws_instance.web', 'unreadable', 'us-east-1'],
    ] as const;
    const coverage = (of: string) =>
      found.map(([state_key, resource, verdict, region], position) => {
        const about = { analysis_id: of, org_id: id, state_key, state_position: keys.indexOf(state_key) };
        return { ...about, position, resource, type: 'x', verdict, region, account_id: '123456789012' };
      });
    await insertCoverage(store.db, [...coverage(analysis_id), ...coverage(earlier)]);
    await insertIncident(store.db, {
      ...incidentOf(id, 'net', 'high'),
      resource: 'module.vpc["a"].module.sub.aws_subnet.a',
      region: 'eu-west-1',
      account_id: '123456789012',
    });
    const net = { state_key: 'net', severity: 'high', open: 1, drifted: 1, not_checked: 0, analysis_id };
    const app = { state_key: 'app', severity: 'none', open: 0, resources: 1, not_checked: 1 };
    const blind = { state_key: 'blind', place: null, resources: 0, severity: 'none' };
    expect(await map('')).toMatchObject({
      cells: [{ ...net, place: null, resources: 3 }, app, blind],
      more: { cells: 0, resources: 0 },
    });
    const quiet = { state_key: 'net', resources: 1, severity: 'none', open: 0, not_checked: 0 };
    expect((await map('?by=region')).cells).toMatchObject([
      { ...net, place: 'eu-west-1', resources: 2 },
      { ...app, place: 'us-east-1' },
      blind,
      { ...quiet, place: 'us-east-1' },
    ]);
    expect((await map('?by=module')).cells).toMatchObject([
      { ...net, place: 'module.vpc', resources: 2 },
      { ...app, place: '' },
      blind,
      { ...quiet, place: '' },
    ]);
    expect((await map('?by=account')).cells[0]).toMatchObject({ ...net, place: '123456789012', resources: 3 });
  });

  test('ignores drift that was resolved long ago', async () => {
    const { id } = await api.organization('old', 'write');
    await sql`
      insert into incidents (org_id, id, resource, summary, date, status, source, kind, severity, lineage, state_key,
        first_seen_at, last_seen_at, resolved_at, resolution)
      select ${id}, 'old-' || n, 'aws_vpc.old', 'Old.', '2020-01-01', 'resolved', 'drift', 'changed', 'low', 'a', 'a',
        at, at, at + interval '1 day', 'reverted'
      from (select n, timestamptz '2020-01-01' + n * interval '1 hour' as at from generate_series(1, 3000) n) old`.execute(
      asDatabaseUser(store.db),
    );
    await sql`analyze incidents`.execute(asDatabaseUser(store.db));
    const { db, plan } = explaining(store);
    const tenant = scoped(db, { org_id: id });
    expect(await driftDays(tenant, ago(90))).toEqual([]);
    expect(await plan()).toMatch(/incidents_open_drift.*incidents_resolved|incidents_resolved.*incidents_open_drift/s);
    expect(await countChanged(tenant, ago(1))).toEqual({ opened: 0, resolved: 0 });
    expect(await plan()).toMatch(/incidents_opened.*incidents_resolved|incidents_resolved.*incidents_opened/s);
    expect(await worstOpen(tenant, 8)).toEqual([]);
    expect(await plan()).toMatch(/incidents_open_drift/);
  });
});
