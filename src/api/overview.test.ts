import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { explaining } from '../../testkit/plan.ts';
import { stateOf, storeAnalysis } from '../../testkit/stored-analysis.ts';
import { WALKED_CLOUD } from '../../testkit/walk.ts';
import { withApi } from '../../testkit/with-api.ts';
import { emptyCounts, type Severity } from '../engine/model/analysis.ts';
import type { OrganizationOverview } from '../services/organizations/overview.ts';
import type { Store } from '../store/database.ts';
import { insertIncident } from '../store/queries/incidents.ts';
import { countChanged, driftDays, latestChanged } from '../store/queries/open-drift.ts';
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
  const incident = (state_key: string, severity: Severity, opened: number, resolved?: number) =>
    insertIncident(store.db, {
      org_id: org.id,
      id: newId('inc'),
      resource: `aws_vpc.${newId('inc')}`,
      summary: 'Somebody changed it.',
      date: ago(opened).toISOString().slice(0, 10),
      status: resolved === undefined ? 'open' : 'resolved',
      source: 'drift',
      kind: 'changed',
      severity,
      lineage: state_key,
      state_key,
      first_seen_at: ago(opened),
      last_seen_at: ago(resolved ?? 0),
      ...(resolved !== undefined && { resolved_at: ago(resolved), resolution: 'reverted' }),
    });

  beforeAll(async () => {
    org = await api.organization('acme', 'write');
  });

  test('names the missing parts of an empty organization', async () => {
    const { id, key } = await api.organization('empty', 'admin');
    expect(await overview(id, key, '?days=2')).toMatchObject({
      open: { total: 0 },
      history: [{ severities: { critical: 0 } }, { severities: { critical: 0 } }],
      states: { in_all: 0, tiles: [], more: 0 },
      changed: { opened: 0, resolved: 0, latest: [] },
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

  test('counts open drift now and on every day, and shows the states with the worst of it first', async () => {
    const id = await storeAnalysis(store.db, org.id, { states: [stateOf('a'), stateOf('b')] });
    // As it was stored before side effects were counted.
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
    expect(response.states.tiles[0]?.counts).toEqual({ ...known, resources: 3, in_sync: 3 });
    expect(response.states).toMatchObject({
      in_all: 5,
      unreadable: 1,
      more: 0,
      tiles: [
        { key: 'louder', severity: 'critical', open: { critical: 1, high: 0 }, counts: { in_sync: 3 } },
        { key: 'loud', severity: 'high', open: { high: 1, low: 1 } },
        { key: 'blind', severity: 'none', status: 'unreadable', code: 'encrypted', counts: null },
        // Before those of which all is known: of many states only the first have tiles.
        { key: 'shy', severity: 'none', counts: { suspect: 3 } },
        { key: 'quiet', severity: 'none' },
      ],
    });
    expect(response.changed).toMatchObject({
      opened: 1,
      resolved: 1,
      latest: [{ status: 'open' }, { status: 'resolved' }],
    });
    expect(response.oldest).toMatchObject({ state_key: 'loud', severity: 'high' });
    expect(response.last_analysis).toMatchObject({ id, state_counts: { in_all: 2 } });
    expect(response.last_analysis).not.toHaveProperty('states');
    expect(response.setup.analysed).toBe(true);
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
    expect(await latestChanged(tenant, ago(1), 8)).toEqual([]);
    expect(await plan()).toMatch(/incidents_opened.*incidents_resolved|incidents_resolved.*incidents_opened/s);
  });
});
