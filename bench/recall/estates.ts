import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { newId } from '../../src/base/ids.ts';
import { emptyCounts, type Finding, type StateReport } from '../../src/engine/model/analysis.ts';
import { totalsOf, type InstanceResult } from '../../src/engine/report/totals.ts';
import { storeSink } from '../../src/services/analyses/sink.ts';
import type { Services } from '../../src/services/services.ts';
import type { Store } from '../../src/store/database.ts';
import { insertAnalysis } from '../../src/store/queries/analyses.ts';
import { startAnalysis } from '../../src/store/queries/runs.ts';
import { listIncidents } from '../../src/store/queries/incidents.ts';
import { insertOrganization } from '../../src/store/queries/organizations.ts';
import { readGolden } from '../../test/parity/golden.ts';
import { compare, type Asked, type Comparison, type Incident, type Query } from './compare.ts';
import { scoped } from '../../src/store/scope.ts';

const ESTATES = ['wide', 'serverless', 'network'] as const;

/** The organization that owns the states of the estates. */
export const LOGIN = 'estates';

/** The intents about estates. `relevant` has the format `ESTATE ADDRESS`. */
export const estateIntents = (
  JSON.parse(readFileSync(new URL('./estate-intents.json', import.meta.url), 'utf8')) as { intents: Query[] }
).intents;

/** A finding as in an analysis of one bucket with a folder for each estate. */
const inBucket = (estate: string, finding: Finding): Finding => {
  const { caused_by: cause } = finding;
  return {
    ...finding,
    state_key: `${estate}/${finding.state_key}`,
    ...(cause && { caused_by: { ...cause, state_key: `${estate}/${cause.state_key}` } }),
    incident_id: null,
    first_seen_at: new Date().toISOString(),
    fingerprint: randomBytes(16).toString('hex'),
  };
};

const resultOf = (finding: Finding, position: number): InstanceResult => {
  const { resource, type, state_key, provider, kind } = finding;
  return { position, finding, coverage: { resource, type, state_key, provider, verdict: kind } };
};

export type EstateIncident = Incident & { state_key: string | null };

/** The name of an incident in `relevant` of an intent. */
const inEstate = ({ state_key: key, resource }: EstateIncident): string => `${key?.split('/')[0]} ${resource}`;

type State = { report: StateReport; results: InstanceResult[] };

function states(): State[] {
  const findings = ESTATES.flatMap((estate) => readGolden(estate).map((finding) => inBucket(estate, finding)));
  return [...Map.groupBy(findings, ({ state_key: key }) => key)].map(([key, found]) => ({
    report: {
      key,
      serial: 1,
      lineage: `lineage of ${key}`,
      terraform_version: '1.11.4',
      status: 'read',
      repo_id: null,
    },
    results: found.map(resultOf),
  }));
}

/** Compares the results of the estates' intents; `ask` returns ids of `incidents`. */
export function compareEstates(incidents: readonly EstateIncident[], ask: Asked): Promise<Comparison> {
  const names = new Map(incidents.map((one) => [one.id, inEstate(one)]));
  // A fixed order, which decides between equal ranks.
  const named = incidents.map((one) => ({ ...one, id: inEstate(one) })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return compare(named, estateIntents, async (intent) => (await ask(intent)).map((id) => names.get(id) ?? id));
}

/** Stores an analysis with the findings of the parity tests. Returns the incidents that it opened. */
export async function rememberEstates(services: Pick<Services, 'store' | 'embedder'>): Promise<EstateIncident[]> {
  const { store } = services;
  const { id: orgId } = await insertOrganization(store.db, {
    id: newId('org'),
    login: LOGIN,
    fingerprint_key: randomBytes(32),
  });
  const scope = { org_id: orgId };
  const { id } = await insertAnalysis(store.db, {
    id: newId('an'),
    org_id: orgId,
    status: 'queued',
    severity: 'none',
    trigger: JSON.stringify({ kind: 'api' }),
    counts: JSON.stringify(emptyCounts()),
    states: '[]',
  });
  const run = { id, started_at: new Date() };
  await store.db.transaction().execute((trx) => startAnalysis(scoped(trx, scope), run));
  const all = states();
  const sink = storeSink(services, scoped(services.store.db, { org_id: orgId }), run);
  await sink.planned(
    all.map(({ report: { key } }) => ({ key, size: 1, etag: key })),
    all.map(({ report }) => ({ ...report, status: 'pending' })),
  );
  for (const [position, { report, results }] of all.entries())
    await sink.results(
      { position, report, results, done: { etag: report.key, totals: totalsOf(results) } },
      { done: 0, total: 0 },
    );
  return incidentsOf(store, orgId);
}

async function incidentsOf(store: Store, orgId: string): Promise<EstateIncident[]> {
  const rows = await listIncidents(scoped(store.db, { org_id: orgId }), { limit: 10_000, after: undefined });
  return rows.map(({ id, resource, summary, state_key }) => ({ id, resource, summary, state_key }));
}
