import type { UnmanagedFinding } from '../../engine/model/inventory.ts';
import { MASK, type Masker } from '../../engine/mask/mask.ts';
import { unmanagedSentence } from '../../engine/report/sentence/unmanaged.ts';
import { latestIncidents } from '../../store/queries/drift-incidents.ts';
import { insertFindings } from '../../store/queries/findings.ts';
import { settleBaselines } from '../../store/queries/inventories.ts';
import { holdRunning, type Run } from '../../store/queries/runs.ts';
import {
  decideNews,
  countNews,
  listNews,
  saveIncidentIds,
  type AfterNews,
  type UnmanagedObjectRow,
} from '../../store/queries/unmanaged-objects.ts';
import type { Tenant } from '../../store/scope.ts';
import { inTransaction } from '../../store/transact.ts';
import { preparePlan } from '../memory/lifecycle/record.ts';
import type { WithEmbedder } from '../memory/services.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { planIncidentsOf, type News } from './incidents.ts';
import { objectOf } from './present.ts';

/** Findings of no state are stored behind those of all states. */
const POSITION = 999_999_999;
const PAGE = 200;
/** The most findings of an inventory, which its list has no limit of. */
const MAX_FINDINGS = 5_000;
/** Attempts to store a page whose incidents another process keeps changing. */
const ATTEMPTS = 20;

/** Another run has taken the analysis over, or it was canceled. */
export class RunLost extends Error {}
/** Rolls back a transaction because another process changed an incident first. */
class Overtaken extends Error {}

type Deps = WithEmbedder & WithQuotas;
type Input = {
  tenant: Tenant;
  run: Run;
  masker: Masker;
  /** All states were read: what none of them has is managed by nobody. */
  isWhole: boolean;
};

/**
 * Identifies the incidents of objects of one type in one location; of a single object whose id as it is shown may be
 * another's, too (it is masked, or only a name).
 */
function lineageOf({ account_id: account, region, place, type, ...row }: UnmanagedObjectRow): string {
  const isOwn = 'id' in row.import && row.import.id === row.cloud_id && !row.cloud_id.includes(MASK);
  return JSON.stringify(['unmanaged', place, account, region, type, ...(isOwn ? [] : [row.identity])]);
}

function findingOf(row: UnmanagedObjectRow, { masker }: Input): UnmanagedFinding {
  const object = objectOf(row);
  const { type, severity, severity_rule, severity_reason, cloud_id, parent, owner, region, account_id } = object;
  return {
    resource: '',
    type,
    provider: row.provider,
    kind: 'unmanaged',
    severity,
    severity_rule,
    severity_reason,
    state_key: parent?.state_key ?? '',
    ...(region !== undefined && { region }),
    ...(account_id !== undefined && { account_id }),
    cloud_id,
    message: `${unmanagedSentence(object)}.`,
    attributes: [],
    class: object.class,
    import: object.import,
    ...(owner !== undefined && { owner }),
    ...(parent && { parent }),
    object_id: row.id,
    first_seen_at: row.first_seen_at.toISOString(),
    fingerprint: masker.fingerprint([row.identity, row.class, severity_rule, severity_reason]),
    incident_id: null,
  };
}

/** Stores findings and incidents of some objects. False if another process changed an incident meanwhile. */
async function stored(deps: Deps, { tenant, run }: Input, lineage: string, news: readonly News[]): Promise<boolean> {
  const known = await latestIncidents(
    tenant,
    lineage,
    news.map(({ object }) => object.cloud_id),
  );
  const planned = planIncidentsOf({ orgId: tenant.scope.org_id, run, lineage, news, known });
  const incidents = await preparePlan(deps, tenant, run, planned, { position: POSITION });
  const keys = { analysis_id: run.id, ...tenant.scope, state_position: POSITION, lineage };
  const rows = incidents.findings.map(({ position, finding }, at) => ({
    ...keys,
    position,
    // The history of an incident is found by its resource.
    resource: news[at]?.object.cloud_id ?? '',
    kind: finding.kind,
    severity: finding.severity,
    fingerprint: finding.fingerprint,
    first_seen_at: finding.first_seen_at,
    document: JSON.stringify(finding),
    incident_id: finding.incident_id,
  }));
  const pairs = incidents.findings.flatMap(({ finding: { object_id: id, incident_id } }) =>
    incident_id === null ? [] : [{ id, incident_id }],
  );
  try {
    await inTransaction(tenant, async (trx) => {
      if (!(await holdRunning(trx, run))) throw new RunLost();
      await insertFindings(trx.db, rows);
      if (!(await incidents.store(trx))) throw new Overtaken();
      await saveIncidentIds(trx, pairs);
    });
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}

/**
 * Stores a finding for each part that was added to a managed object, and for each unmanaged object that is not in the
 * baseline; what is not in the baseline opens an incident, or is another occurrence of its open one. Throws `RunLost`
 * once the analysis has another run. Returns how many have no finding, the least important ones, because there are too
 * many. Reports nothing while states could not be read, since these may have the objects.
 */
export async function reportNews(deps: Deps, input: Input): Promise<number> {
  const { tenant, run, isWhole } = input;
  await inTransaction(tenant, async (trx) => {
    if (!(await holdRunning(trx, run))) throw new RunLost();
    await settleBaselines(trx, run);
    await decideNews(trx, run, isWhole);
  });
  if (!isWhole) return 0;
  let after: AfterNews | undefined;
  for (let first = 0; first < MAX_FINDINGS; first += PAGE) {
    const page = await listNews(tenant, run, after, PAGE);
    const all = page.map((object, at): News => ({ position: first + at, object, finding: findingOf(object, input) }));
    for (const [lineage, news] of Map.groupBy(all, ({ object }) => lineageOf(object))) {
      for (let attempt = 1; !(await stored(deps, input, lineage, news)); attempt += 1)
        if (attempt === ATTEMPTS) throw new Error('incidents are changed faster than they can be read');
    }
    if (page.length < PAGE) return 0;
    after = page.at(-1);
  }
  return (await countNews(tenant, run)) - MAX_FINDINGS;
}
