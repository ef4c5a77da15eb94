import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { newId } from '../../base/ids.ts';
import type { Counts, Coverage, Finding, StateReport } from '../../engine/model/analysis.ts';
import { emptyTotals } from '../../engine/report/totals.ts';
import type { Store } from '../database.ts';
import { isUniqueViolation } from '../errors.ts';
import { asDatabaseUser, scoped, type Executor, type OrgScope } from '../scope.ts';
import { listAnalyses, type AnalysisFilter } from './analyses-page.ts';
import * as analyses from './analyses.ts';
import * as runs from './runs.ts';
import { findApiKeysByHash } from './api-key-by-hash.ts';
import * as apiKeys from './api-keys.ts';
import { getCloudConfig, saveCloudConfig } from './cloud-configs.ts';
import { insertCoverage, listCoverage } from './coverage.ts';
import { firstSeen, insertFindings, listFindings } from './findings.ts';
import * as organizations from './organizations.ts';

const AT = new Date('2024-05-06T07:08:09.123Z');
const NONE: Counts = {
  resources: 0,
  in_sync: 0,
  changed: 0,
  deleted: 0,
  suspect: 0,
  unreadable: 0,
  unsupported: 0,
  skipped: 0,
};

/** The run of an analysis that started at `AT`. */
const at = (id: string): runs.Run => ({ id, started_at: AT });

const progress = (count: number) => ({ done: count, total: count });
const pending = (key: string): StateReport => ({
  key,
  serial: null,
  lineage: null,
  terraform_version: null,
  status: 'pending',
  repo_id: null,
});

describe.each(await databases())('queries on $kind', ({ open, kind }) => {
  let store: Store;
  let acme: OrgScope;
  let umbrella: OrgScope;

  beforeAll(async () => {
    store = await open();
    acme = await organization('Acme', 42);
    umbrella = await organization('Umbrella', null);
  });
  afterAll(() => store.close());

  async function organization(login: string, installation: number | null): Promise<OrgScope> {
    const row = { id: newId('org'), login, installation_id: installation, fingerprint_key: randomBytes(32) };
    return { org_id: (await organizations.insertOrganization(store.db, row)).id };
  }
  async function analysis(scope: OrgScope, more: { idempotency_key?: string; repo_id?: string } = {}): Promise<string> {
    const row = await analyses.insertAnalysis(store.db, {
      id: newId('an'),
      org_id: scope.org_id,
      repo_id: null,
      status: 'queued',
      trigger: JSON.stringify({ kind: 'api' }),
      state_prefix: null,
      idempotency_key: null,
      severity: 'none',
      counts: JSON.stringify(NONE),
      states: '[]',
      ai_summary: null,
      summary_source: null,
      ...more,
    });
    return row.id;
  }
  async function findings(scope: OrgScope, id: string, resources: string[], state = 0, seen = AT): Promise<void> {
    const rows = resources.map((resource, position) => ({
      analysis_id: id,
      state_position: state,
      position,
      org_id: scope.org_id,
      lineage: 'line',
      resource,
      kind: 'changed' as const,
      severity: 'low' as const,
      fingerprint: 'f',
      first_seen_at: seen,
      document: JSON.stringify({ resource }),
    }));
    await insertFindings(store.db, rows);
  }
  async function verdicts(scope: OrgScope, id: string, count: number, db: Executor = store.db): Promise<void> {
    const rows = Array.from({ length: count }, (_, position) => ({
      analysis_id: id,
      position,
      org_id: scope.org_id,
      state_key: 'k',
      resource: `a.b[${position}]`,
      type: 'a',
      verdict: 'in_sync' as Coverage['verdict'],
      reason: null,
      detail: null,
    }));
    await insertCoverage(db, rows);
  }

  const resources = async (scope: OrgScope, id: string) =>
    (await listFindings(scoped(store.db, scope), id)).map(({ document }) => document.resource);
  async function done(scope: OrgScope, id: string, position: number, key: string): Promise<void> {
    const documents = { report: JSON.stringify(pending(key)), tally: JSON.stringify(emptyTotals()) };
    await runs.insertDoneState(store.db, { analysis_id: id, ...scope, position, key, etag: 'e', ...documents });
  }

  test('finds organizations by id, installation and login in any case', async () => {
    const row = await organizations.getOrganization(store.db, acme.org_id);
    expect(row).toMatchObject({ login: 'Acme', installation_id: 42, created_at: expect.any(Date) });
    expect(row?.fingerprint_key).toHaveLength(32);
    expect(await organizations.getOrganizationByInstallation(store.db, 42)).toStrictEqual(row);
    expect(await organizations.getOrganizationByLogin(store.db, 'aCME')).toStrictEqual(row);
    expect(await organizations.getOrganizationByInstallation(store.db, 43)).toBeUndefined();
    const twice = await organization('Other', 42).catch((error: unknown) => error);
    expect(isUniqueViolation(twice, 'organizations_installation_id_key')).toBe(true);
  });

  test('pages lists from the newest on, in the order in which ids were made', async () => {
    const row = { installation_id: null, fingerprint_key: randomBytes(32) };
    // In a server's own collation "b" comes before "C".
    for (const id of ['org_A', 'org_C', 'org_b'])
      await organizations.insertOrganization(store.db, { ...row, id, login: id });
    const all = await organizations.listOrganizations(store.db, { limit: 100 });
    const ids = all.map((organization) => organization.id);
    expect(ids).toStrictEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)));
    const page = await organizations.listOrganizations(store.db, { limit: 2, after: 'org_b' });
    expect(page.map((organization) => organization.id)).toStrictEqual(['org_C', 'org_A']);
  });

  test('finds a key by its hash, lists and revokes it only in its organization, and touches it once a minute', async () => {
    const hash = randomBytes(32);
    const id = newId('key');
    const more = { expires_at: null, revoked_at: null, last_used_at: null };
    await apiKeys.insertApiKey(store.db, {
      ...acme,
      id,
      name: 'ci',
      hash,
      hint: 'wxyz',
      scopes: ['read', 'write'],
      ...more,
    });
    expect(await findApiKeysByHash(store.db, [hash])).toMatchObject([{ id, ...acme, scopes: ['read', 'write'] }]);
    expect(await findApiKeysByHash(store.db, [randomBytes(32)])).toEqual([]);
    expect(await apiKeys.listApiKeys(scoped(store.db, { org_id: acme.org_id }), { limit: 10 })).toHaveLength(1);
    expect(await apiKeys.listApiKeys(scoped(store.db, { org_id: umbrella.org_id }), { limit: 10 })).toHaveLength(0);

    const used = async (ms: number): Promise<Date | null | undefined> => {
      await apiKeys.touchApiKey(store.db, id, new Date(AT.getTime() + ms));
      return (await findApiKeysByHash(store.db, [hash]))[0]?.last_used_at;
    };
    expect(await used(0)).toStrictEqual(AT);
    expect(await used(59_000)).toStrictEqual(AT);
    expect(await used(60_000)).toStrictEqual(new Date(AT.getTime() + 60_000));

    expect(await apiKeys.revokeApiKey(scoped(store.db, { org_id: umbrella.org_id }), id, AT)).toBeUndefined();
    expect(await apiKeys.revokeApiKey(scoped(store.db, { org_id: acme.org_id }), id, AT)).toMatchObject({
      id,
      revoked_at: AT,
    });
    expect(await apiKeys.revokeApiKey(scoped(store.db, { org_id: acme.org_id }), id, new Date())).toBeUndefined();
    expect((await findApiKeysByHash(store.db, [hash]))[0]?.revoked_at).toStrictEqual(AT);
  });

  test('keeps the external id and absent fields of a cloud configuration, and clears by null', async () => {
    expect(await getCloudConfig(scoped(store.db, { org_id: acme.org_id }), 'aws')).toBeUndefined();
    const first = await saveCloudConfig(scoped(store.db, { org_id: acme.org_id }), 'aws', {
      role_arn: 'r',
      state_bucket: 'b',
    });
    expect(first).toMatchObject({ role_arn: 'r', state_bucket: 'b', region: null });
    const second = await saveCloudConfig(scoped(store.db, { org_id: acme.org_id }), 'aws', {
      state_bucket: null,
      region: 'eu-west-1',
    });
    expect(second).toMatchObject({ role_arn: 'r', state_bucket: null, region: 'eu-west-1' });
    expect(second.external_id).toBe(first.external_id);
    expect(await getCloudConfig(scoped(store.db, { org_id: acme.org_id }), 'aws')).toStrictEqual(second);
    const other = await saveCloudConfig(scoped(store.db, { org_id: umbrella.org_id }), 'aws', {});
    expect(other.external_id).not.toBe(first.external_id);
  });

  test('shows an analysis to its organization and the instance alone', async () => {
    const id = await analysis(acme, { repo_id: 'repo_1' });
    expect(await analyses.getAnalysis(scoped(store.db, acme), id)).toMatchObject({
      id,
      trigger: { kind: 'api' },
      counts: NONE,
    });
    expect(await analyses.getAnalysis(scoped(store.db, 'instance'), id)).toMatchObject({ id });
    expect(await analyses.getAnalysis(scoped(store.db, umbrella), id)).toBeUndefined();
    expect(await runs.startAnalysis(scoped(store.db, umbrella), at(id))).toBe(false);
    const ids = async (scope: OrgScope | 'instance', filter: AnalysisFilter): Promise<string[]> =>
      (await listAnalyses(scoped(store.db, scope), { limit: 10, ...filter })).map((row) => row.id);
    expect(await ids(acme, { repo_id: 'repo_1' })).toStrictEqual([id]);
    expect(await ids('instance', { repo_id: 'repo_1', status: 'queued' })).toStrictEqual([id]);
    expect(await ids(acme, { repo_id: 'repo_1', status: 'failed' })).toStrictEqual([]);
    expect(await ids(umbrella, {})).toStrictEqual([]);
  });

  test('makes one analysis of an idempotency key within an organization', async () => {
    const id = await analysis(acme, { idempotency_key: 'once' });
    const again = await analysis(acme, { idempotency_key: 'once' }).catch((error: unknown) => error);
    expect(isUniqueViolation(again, 'analyses_idempotency_key')).toBe(true);
    await analysis(umbrella, { idempotency_key: 'once' });
    expect(await analyses.findByIdempotencyKey(scoped(store.db, { org_id: acme.org_id }), 'once')).toMatchObject({
      id,
    });
    expect(await analyses.findByIdempotencyKey(scoped(store.db, { org_id: acme.org_id }), 'twice')).toBeUndefined();
  });

  test('ignores progress and end of a run that was taken over', async () => {
    const id = await analysis(acme);
    const [first, second] = [at(id), { id, started_at: new Date(AT.getTime() + 1) }];
    for (const run of [first, second]) expect(await runs.startAnalysis(scoped(store.db, acme), run)).toBe(true);
    expect(await runs.planAnalysis(scoped(store.db, acme), first, [])).toBe(false);
    expect(await runs.progressAnalysis(scoped(store.db, acme), first, progress(1))).toBe(false);
    expect(await runs.finishAnalysis(scoped(store.db, acme), first, { status: 'failed', finished_at: AT })).toBe(false);
    expect(await runs.progressAnalysis(scoped(store.db, acme), second, progress(1))).toBe(true);
    expect(await runs.finishAnalysis(scoped(store.db, acme), second, { status: 'completed', finished_at: AT })).toBe(
      true,
    );
  });

  if (kind === 'postgres')
    test('deletes what an earlier run stores while the next one starts', async () => {
      const id = await analysis(acme);
      await runs.startAnalysis(scoped(store.db, acme), at(id));
      const earlier = await store.db.startTransaction().execute();
      expect(await runs.progressAnalysis(scoped(earlier, acme), at(id), progress(1))).toBe(true);
      await verdicts(acme, id, 1, earlier);
      const next = { id, started_at: new Date(AT.getTime() + 1) };
      const starting = store.db.transaction().execute((tx) => runs.startAnalysis(scoped(tx, acme), next));
      const waits = sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waits.execute(asDatabaseUser(store.db))).rows[0]?.n).toBe(1);
      await earlier.commit().execute();
      expect(await starting).toBe(true);
      expect(await listCoverage(scoped(store.db, acme), id)).toHaveLength(0);
    });

  test('keeps only the states that are done in a rerun, and touches no other analysis', async () => {
    const [id, other] = [await analysis(acme), await analysis(acme)];
    for (const each of [id, other]) {
      expect(await runs.startAnalysis(scoped(store.db, 'instance'), at(each))).toBe(true);
      await runs.planAnalysis(scoped(store.db, 'instance'), at(each), [pending('a'), pending('b')]);
      await findings(acme, each, ['a.b', 'a.c'], 0);
      await findings(acme, each, ['a.d'], 1);
      await verdicts(acme, each, 3);
      await done(acme, each, 1, 'b');
    }
    expect(await runs.startAnalysis(scoped(store.db, 'instance'), at(id))).toBe(true);
    expect(await resources(acme, id)).toEqual(['a.d']);
    expect(await listCoverage(scoped(store.db, acme), id)).toHaveLength(0);
    expect(await runs.listDoneStates(scoped(store.db, acme), id)).toMatchObject([{ position: 1, key: 'b', etag: 'e' }]);
    expect(await resources(acme, other)).toHaveLength(3);
    expect(await listCoverage(scoped(store.db, acme), other)).toHaveLength(3);
    await runs.undoStates(scoped(store.db, acme), id, [1]);
    expect(await resources(acme, id)).toEqual([]);
    expect(await runs.listDoneStates(scoped(store.db, acme), id)).toEqual([]);
    expect(await runs.listDoneStates(scoped(store.db, acme), other)).toHaveLength(1);
  });

  test('reports each state as soon as it is done, beside those that are not', async () => {
    const id = await analysis(acme);
    await runs.startAnalysis(scoped(store.db, acme), at(id));
    await runs.planAnalysis(scoped(store.db, acme), at(id), [pending('a'), pending('b')]);
    const report = { ...pending('b'), serial: 7, status: 'read' as const };
    await runs.progressAnalysis(scoped(store.db, acme), at(id), { done: 3, total: 7 }, { position: 1, report });
    expect(await analyses.getAnalysis(scoped(store.db, acme), id)).toMatchObject({
      states: [pending('a'), report],
      progress_done: 3,
      progress_total: 7,
    });
  });

  test('deletes the done states of an abandoned analysis', async () => {
    const [canceled, abandoned] = [await analysis(acme), await analysis(acme)];
    const end = { finished_at: AT, ai_summary: '' };
    for (const id of [canceled, abandoned]) {
      await runs.startAnalysis(scoped(store.db, acme), at(id));
      await done(acme, id, 0, 'a');
    }
    await analyses.endAsCanceled(scoped(store.db, acme), canceled, { ...end, counts: NONE, severity: 'none' });
    await analyses.abandonAnalyses(store.db, [abandoned], { ...end, error: { code: 'c', detail: 'd' } });
    for (const id of [canceled, abandoned]) expect(await runs.listDoneStates(scoped(store.db, acme), id)).toEqual([]);
  });

  test('neither starts, moves on nor ends an analysis that has ended', async () => {
    const id = await analysis(acme);
    const end: runs.AnalysisEnd = { status: 'failed', finished_at: AT, error: { code: 'c', detail: 'd' } };
    expect(await runs.finishAnalysis(scoped(store.db, acme), at(id), end)).toBe(false);
    await runs.startAnalysis(scoped(store.db, acme), at(id));
    await findings(acme, id, ['a.b']);
    expect(await runs.finishAnalysis(scoped(store.db, acme), at(id), end)).toBe(true);
    expect(await analyses.getAnalysis(scoped(store.db, acme), id)).toMatchObject({ ...end, counts: NONE });
    expect(await runs.startAnalysis(scoped(store.db, acme), at(id))).toBe(false);
    expect(await runs.progressAnalysis(scoped(store.db, acme), at(id), progress(1))).toBe(false);
    expect(await runs.planAnalysis(scoped(store.db, acme), at(id), [])).toBe(false);
    expect(await runs.finishAnalysis(scoped(store.db, acme), at(id), { ...end, status: 'completed' })).toBe(false);
    expect(await listFindings(scoped(store.db, acme), id)).toHaveLength(1);
  });

  test('stores many rows in their order, and rejects rows of two organizations at once', async () => {
    const id = await analysis(acme);
    const resources = Array.from({ length: 1_234 }, (_, n) => `a.b["${n}"]`);
    await findings(acme, id, resources);
    await insertFindings(store.db, []);
    expect((await listFindings(scoped(store.db, acme), id)).map((row) => row.document.resource)).toStrictEqual(
      resources,
    );
    await verdicts(acme, id, 1_234);
    const [first] = await listCoverage(scoped(store.db, acme), id);
    expect(first).toMatchObject({ position: 0, verdict: 'in_sync', suppressed: null });
    const row = { ...first!, suppressed: null, ignored_by: null };
    const mixed = insertCoverage(store.db, [row, { ...row, ...umbrella }]);
    await expect(mixed).rejects.toThrow('two organizations');
  });

  test('dates drift by the latest finished analysis of the organization that has it', async () => {
    const day = (n: number): Date => new Date(Date.UTC(2024, 0, n));
    const long = `a.b["${'x'.repeat(9_000)}"]`;
    const run = async (
      scope: OrgScope,
      seen: Date,
      resources: string[],
      end?: 'completed' | 'partial',
    ): Promise<void> => {
      const id = await analysis(scope);
      await runs.startAnalysis(scoped(store.db, scope), at(id));
      await findings(scope, id, resources, 0, seen);
      if (end) await runs.finishAnalysis(scoped(store.db, scope), at(id), { status: end, finished_at: AT });
      await new Promise((resolve) => setTimeout(resolve, 2)); // ids sort by the millisecond
    };
    const hotel = await organization('Hotel', null);
    await run(hotel, day(1), ['h.one', 'h.two', long], 'completed');
    await run(hotel, day(2), ['h.two'], 'partial');
    await run(hotel, day(3), ['h.one', 'h.two'], undefined);
    await run(umbrella, day(4), ['h.one', 'h.three'], 'completed');
    const key = (resource: string, kind: Finding['kind'] = 'changed') => ({ lineage: 'line', resource, kind });
    const keys = [key('h.one'), key('h.two'), key('h.three'), key('h.one', 'deleted'), key(long)];
    const seen = await firstSeen(scoped(store.db, { org_id: hotel.org_id }), keys);
    expect(
      seen.toSorted(
        (a, b) => a.first_seen_at.getTime() - b.first_seen_at.getTime() || (a.resource > b.resource ? 1 : -1),
      ),
    ).toStrictEqual([
      { ...key(long), first_seen_at: day(1), incident_id: null },
      { ...key('h.one'), first_seen_at: day(1), incident_id: null },
      { ...key('h.two'), first_seen_at: day(2), incident_id: null },
    ]);
    expect(await firstSeen(scoped(store.db, { org_id: hotel.org_id }), [])).toStrictEqual([]);
  });

  test('deletes everything of an organization with it', async () => {
    const gone = await organization('Gone', null);
    const id = await analysis(gone);
    await findings(gone, id, ['a.b']);
    await verdicts(gone, id, 2);
    await saveCloudConfig(scoped(store.db, { org_id: gone.org_id }), 'aws', {});
    await sql`delete from organizations where id = ${gone.org_id}`.execute(asDatabaseUser(store.db));
    expect(await analyses.getAnalysis(scoped(store.db, 'instance'), id)).toBeUndefined();
    expect(await listFindings(scoped(store.db, 'instance'), id)).toHaveLength(0);
    expect(await listCoverage(scoped(store.db, 'instance'), id)).toHaveLength(0);
    expect(await getCloudConfig(scoped(store.db, { org_id: gone.org_id }), 'aws')).toBeUndefined();
  });
});
