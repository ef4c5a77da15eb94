import type { StateObject } from '../../base/state-source.ts';
import { CALL_FIGURES, type ProviderUse, type StateReport } from '../../engine/model/analysis.ts';
import { isRelative } from '../../engine/overlaps/overlaps.ts';
import type { CountedCalls } from '../../clouds/aws/gateway/sessions/call-counts.ts';
import type { DoneState, Progress, ResultBatch, ScanSink } from '../../engine/ports.ts';
import {
  addProvider,
  planAnalysis,
  progressAnalysis,
  type Run,
  insertDoneState,
  listDoneStates,
  saveStateReports,
  undoStates,
  type AnalysisStateRow,
  listStatesWithDrift,
} from '../../store/queries/runs.ts';
import { insertCoverage } from '../../store/queries/coverage.ts';
import { insertFindings } from '../../store/queries/findings.ts';
import type { Tenant } from '../../store/scope.ts';
import { writeCalls, type CallRow } from '../../store/queries/analysis-calls.ts';
import { inTransaction } from '../../store/transact.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import type { WithEmbedder } from '../memory/services.ts';
import { prepareIncidents } from '../memory/lifecycle/record.ts';
import type { IncidentPlan } from '../memory/lifecycle/plan.ts';
import { lineageOf } from '../../engine/report/identity.ts';
import type { Mapping } from '../ownership/mapping.ts';
import { sourceDigest } from '../triggers/fresh.ts';

type Deps = WithEmbedder & Partial<WithQuotas>;

/** Stops a scan whose run is no longer the current one. */
export class AnalysisEnded extends Error {}

/**
 * The list of states is one value, rewritten whenever a state is done. With more states than this, it is rewritten at
 * most once per interval.
 */
const FEW_STATES = 500;
const REPORT_INTERVAL_MS = 1_000;

/** Attempts to store a batch whose incidents another process keeps changing. */
const ATTEMPTS = 20;

/** Rolls back a transaction because another process changed an incident first. */
class Overtaken extends Error {}

/**
 * Stores the results of a scan as they arrive: each batch and its progress in one transaction, which the last batch of
 * a state also marks as done. Drift opens incidents, or updates open ones.
 */
export function storeSink(deps: Deps, tenant: Tenant, run: Run, now = () => performance.now()): ScanSink {
  const keys = { analysis_id: run.id, ...tenant.scope };
  let few = true;
  let reportedAt = -Infinity;

  const findingRows = (batch: ResultBatch, findings: IncidentPlan['findings']) =>
    findings.map(({ position, finding }) => ({
      ...keys,
      state_position: batch.position,
      position,
      lineage: lineageOf(batch.report),
      resource: finding.resource,
      kind: finding.kind,
      severity: finding.severity,
      fingerprint: finding.fingerprint,
      first_seen_at: finding.first_seen_at,
      document: JSON.stringify(finding),
      incident_id: finding.incident_id,
    }));

  const coverageRows = ({ position: state, results }: ResultBatch) =>
    results.map(({ position, coverage: { reason = null, detail = null, suppressed, ignored_by, ...rest } }) => ({
      ...keys,
      state_position: state,
      position,
      ...rest,
      reason,
      detail,
      ignored_by: ignored_by ? JSON.stringify(ignored_by) : null,
      suppressed: suppressed ? JSON.stringify(suppressed) : null,
    }));

  /** Returns false, and stores nothing of the batch, if another process changed an incident meanwhile. */
  async function stored(batch: ResultBatch, progress: Progress): Promise<boolean> {
    const { position, report, done } = batch;
    const incidents = await prepareIncidents(deps, tenant, run, batch);
    const findings = findingRows(batch, incidents.findings);
    const coverage = coverageRows(batch);
    return whole(async (trx) => {
      if (!(await progressAnalysis(trx, run, progress, few && done ? batch : undefined))) throw new AnalysisEnded();
      await insertFindings(trx.db, findings);
      await insertCoverage(trx.db, coverage);
      if (!(await incidents.store(trx))) throw new Overtaken();
      if (!done) return;
      const { etag, totals } = done;
      const documents = { report: JSON.stringify(report), tally: JSON.stringify(totals) };
      await insertDoneState(trx.db, { ...keys, position, key: report.key, etag, ...documents });
      if (few || now() - reportedAt < REPORT_INTERVAL_MS) return;
      await saveStateReports(trx, [run.id]);
      reportedAt = now();
    });
  }

  /** Runs a transaction. Returns false if it was rolled back because of a concurrent change. */
  const whole = (write: (trx: Tenant) => Promise<void>): Promise<boolean> =>
    inTransaction(tenant, write).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Overtaken) return false;
        throw error;
      },
    );

  return {
    planned(listed: readonly StateObject[], states: readonly StateReport[]): Promise<DoneState[]> {
      few = listed.length <= FEW_STATES;
      return inTransaction(tenant, async (trx) => {
        const done = await listDoneStates(trx, run.id);
        // States that may explain drift of others are read again: their live values are needed and are stored nowhere.
        const behind =
          done.length < listed.length ? await listStatesWithDrift(trx, run.id, isRelative) : new Set<number>();
        const kept: AnalysisStateRow[] = [];
        const again: number[] = [];
        for (const one of done)
          if (isSame(listed[one.position], one) && !behind.has(one.position)) kept.push(one);
          else again.push(one.position);
        const reports = new Map(kept.map(({ position, report }) => [position, report]));
        const current = states.map((state, position) => reports.get(position) ?? state);
        if (!(await planAnalysis(trx, run, current, sourceDigest(listed)))) throw new AnalysisEnded();
        await undoStates(trx, run.id, again);
        return kept;
      });
    },

    async provider(reported: ProviderUse) {
      const use = { ...reported };
      // The path on this machine is for the operator only.
      delete use.origin;
      if (!(await addProvider(tenant, run, use))) throw new AnalysisEnded();
    },

    async progress(progress: Progress) {
      if (!(await progressAnalysis(tenant, run, progress))) throw new AnalysisEnded();
    },

    async results(batch: ResultBatch, progress: Progress) {
      for (let attempt = 1; !(await stored(batch, progress)); attempt += 1)
        if (attempt === ATTEMPTS) throw new Error('incidents are changed faster than they can be read');
    },

    calls: callStore(tenant, run),
  };
}

/** True if a state is unchanged since it was done. A state without an ETag may have changed unnoticed. */
const isSame = (object: StateObject | undefined, { key, etag }: Pick<AnalysisStateRow, 'key' | 'etag'>): boolean =>
  object?.key === key && object.etag === etag && etag !== '';

const callKeyOf = ({ account, region, service, action }: CountedCalls) =>
  JSON.stringify([account, region, service, action]);
/** Figures never decrease, so equal sums mean equal figures. */
const sumOf = (row: CountedCalls) => CALL_FIGURES.reduce((sum, figure) => sum + row[figure], 0);

const stored = ({ account = '', permissions, ...rest }: CountedCalls): CallRow => ({
  ...rest,
  account,
  permissions: [...permissions],
});

/**
 * Returns a function that stores the calls of a run that changed since they were last stored. Calls that are passed
 * twice, or again after an attempt that may have succeeded, are stored once. Throws `AnalysisEnded` when the analysis
 * is gone.
 */
export function callStore(tenant: Tenant, run: Run): ScanSink['calls'] {
  const written = new Map<string, number>();
  return async (counted) => {
    const fresh = counted.filter((row) => written.get(callKeyOf(row)) !== sumOf(row));
    if (fresh.length === 0) return;
    const there = await inTransaction(tenant, (trx) => writeCalls(trx, run, fresh.map(stored)));
    for (const row of fresh) written.set(callKeyOf(row), sumOf(row));
    if (!there) throw new AnalysisEnded();
  };
}

/** Adds the owner of the state to its report. */
export const owned =
  (mapping: Mapping) =>
  (report: StateReport): StateReport => ({ ...report, repo_id: mapping.of(report.key)?.repo_id ?? null });

/** Wraps a sink so that every report carries the owner of its state. */
export function withOwners(sink: ScanSink, mapping: Mapping): ScanSink {
  const own = owned(mapping);
  return {
    ...sink,
    planned: (objects, states) => sink.planned(objects, states.map(own)),
    results: (batch, progress) => sink.results({ ...batch, report: own(batch.report) }, progress),
  };
}
