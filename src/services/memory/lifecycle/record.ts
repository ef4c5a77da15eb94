import { severityRank, type Finding } from '../../../engine/model/analysis.ts';
import { driftKey, lineageOf } from '../../../engine/report/identity.ts';
import type { ResultBatch } from '../../../engine/ports.ts';
import type { Run } from '../../../store/queries/runs.ts';
import { latestIncidents, lockIncidents, openIncidents, updateSeen } from '../../../store/queries/drift-incidents.ts';
import { insertVectors, removeVectors, type NewVector } from '../../../store/queries/embeddings.ts';
import { firstSeen } from '../../../store/queries/findings.ts';
import { absentIncidents, insertEndings } from '../../../store/queries/incident-endings.ts';
import type { Tenant } from '../../../store/scope.ts';
import type { WithQuotas } from '../../quotas/quotas.ts';
import type { WithEmbedder } from '../services.ts';
import { vectorsOf } from '../models/vectors.ts';
import { planIncidents, type IncidentPlan } from './plan.ts';
import type { PlanInput } from './occurrence.ts';

/** A finding, as far as incidents change it. */
type Found = Pick<Finding, 'incident_id'>;

/** The effects of a batch on incidents, ready to be stored. */
type PreparedIncidents<One extends Found = Finding> = Pick<IncidentPlan<One>, 'findings'> & {
  /**
   * Stores them, in the transaction of the batch and after its verdicts, and the endings of incidents that a finished
   * state no longer contains. Returns false if one of the incidents was changed meanwhile: then nothing of the batch
   * may be stored, and it has to be prepared again.
   */
  store(trx: Tenant): Promise<boolean>;
};

/** The vectors of new texts, and the incidents whose vectors are outdated. */
type Vectors = { vectors: NewVector[]; outdated: string[] };

/** Without quotas there is no limit. */
type Deps = WithEmbedder & Partial<WithQuotas>;

/**
 * Returns the time since which drift without an incident has lasted: drift from before there were incidents, and side
 * effects. Drift whose incident was deleted counts as new.
 */
async function history(tenant: Tenant, lineage: string, findings: Finding[]): Promise<PlanInput['since']> {
  const drifts = findings.map(({ resource, kind }) => ({ lineage, resource, kind }));
  const known = new Map((await firstSeen(tenant, drifts)).map((one) => [driftKey(one), one]));
  return (finding, own) => {
    const earlier = known.get(driftKey(finding));
    return earlier && !(own && earlier.incident_id !== null)
      ? earlier.first_seen_at.toISOString()
      : finding.first_seen_at;
  };
}

/** Limits new incidents to `room`, the worst first. Findings without room keep no incident. */
function withinRoom<One extends Found>(plan: IncidentPlan<One>, room: number): IncidentPlan<One> {
  if (plan.opened.length <= room) return plan;
  const opened = plan.opened
    .toSorted((a, b) => severityRank(a.severity ?? 'none') - severityRank(b.severity ?? 'none'))
    .slice(0, room);
  const kept = new Set(opened.map(({ id }) => id));
  const left = new Set(plan.opened.flatMap(({ id }) => (kept.has(id) ? [] : [id])));
  return {
    ...plan,
    opened,
    findings: plan.findings.map(({ position, finding }) => ({
      position,
      finding:
        finding.incident_id !== null && left.has(finding.incident_id) ? { ...finding, incident_id: null } : finding,
    })),
  };
}

/** Reads the known incidents of a batch's resources, and prepares everything to be stored. Writes nothing. */
export async function prepareIncidents(
  deps: Deps,
  tenant: Tenant,
  run: Run,
  batch: ResultBatch,
): Promise<PreparedIncidents> {
  const lineage = lineageOf(batch.report);
  const resources = batch.results.map(({ coverage }) => coverage.resource);
  const known = await latestIncidents(tenant, lineage, resources);
  const open = new Set(known.filter(({ status }) => status === 'open').map(driftKey));
  const withoutIncident = batch.results.flatMap(({ finding }) =>
    finding && !open.has(driftKey(finding)) ? [finding] : [],
  );
  const since = withoutIncident.length > 0 ? await history(tenant, lineage, withoutIncident) : () => '';
  const planned = planIncidents({ orgId: tenant.scope.org_id, run, batch, lineage, known, since });
  return preparePlan(deps, tenant, run, planned, batch);
}

/** Prepares a plan to be stored: within the quota of incidents, and with the vectors of new texts. Writes nothing. */
export async function preparePlan<One extends Found>(
  deps: Deps,
  tenant: Tenant,
  run: Run,
  planned: IncidentPlan<One>,
  batch: StoredBatch,
): Promise<PreparedIncidents<One>> {
  const room = await deps.quotas?.take(tenant, 'incidents', planned.opened.length);
  const plan = room === undefined ? planned : withinRoom(planned, room);
  const renewed = plan.seen.filter(
    ({ before, after }) => before.summary !== after.summary || before.repo_id !== after.repo_id,
  );
  const vectors = await vectorsOf(deps.embedder, [
    ...plan.opened,
    ...renewed.map(({ before: { resource, date }, after }) => ({ ...after, resource, date })),
  ]);
  const outdated = renewed.map(({ after }) => after.id);
  return { findings: plan.findings, store: (trx) => storeIncidents(trx, run, { ...plan, vectors, outdated }, batch) };
}

/** Where a batch belongs to. Without a report, to no state. */
type StoredBatch = Pick<ResultBatch, 'position' | 'done'> & Partial<Pick<ResultBatch, 'report'>>;

async function storeIncidents(
  tenant: Tenant,
  run: Run,
  { opened, seen, endings, vectors, outdated }: Omit<IncidentPlan, 'findings'> & Vectors,
  { position, report, done }: StoredBatch,
): Promise<boolean> {
  const touched = [...seen.map(({ before }) => before), ...endings.map(({ incident }) => incident)];
  const absent =
    done && report?.status === 'read'
      ? await absentIncidents(tenant, run, { position, lineage: lineageOf(report) })
      : [];
  const locked = await lockIncidents(tenant, [...touched.map(({ id }) => id), ...absent]);
  if (touched.some(({ id, version }) => locked.get(id)?.version !== version)) return false;
  if (!(await openIncidents(tenant.db, opened))) return false;
  const updated = seen.map(({ after }) => after);
  await updateSeen(tenant, updated);
  await removeVectors(tenant, outdated);
  await insertVectors(tenant, vectors);
  const ending = { analysis_id: run.id, state_position: position, ...tenant.scope, looked_at: run.started_at };
  await insertEndings(tenant.db, [
    ...endings.map(({ row }) => row),
    ...absent
      .filter((id) => locked.has(id))
      .map((id) => ({ ...ending, incident_id: id, resolution: 'removed_from_state' as const })),
  ]);
  return true;
}
