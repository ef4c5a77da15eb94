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

/** Thrown out of a scan whose run is not the running one any more, so that it stops. */
export class AnalysisEnded extends Error {}

/** The list of states is one value, written anew whenever one of them is done: of more states than this, no more often than that. */
const FEW_STATES = 500;
const REPORT_INTERVAL_MS = 1_000;

/** How often a batch is stored anew because somebody else changed one of its incidents in between. */
const ATTEMPTS = 20;

/** Thrown to take back a transaction that somebody else was faster than. */
class Overtaken extends Error {}

/**
 * Stores what a scan reports as it comes: each batch with the progress that it makes, in one transaction, and with the last
 * batch of a state that it is done. Drift opens incidents, or updates open ones.
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

  /** Returns false where another process changed an incident meanwhile: then nothing of the batch is stored. */
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

  /** Runs a transaction; returns false where it was overtaken and rolled back. */
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
        // A state that may explain drift of others is read again: its live values are needed, and stored nowhere.
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
      // Its path on this machine is for the operator alone.
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

/** Whether a state is as it was when it was done; one without an ETag may have changed without a sign. */
const isSame = (object: StateObject | undefined, { key, etag }: Pick<AnalysisStateRow, 'key' | 'etag'>): boolean =>
  object?.key === key && object.etag === etag && etag !== '';

const callKeyOf = ({ account, region, service, action }: CountedCalls) =>
  JSON.stringify([account, region, service, action]);
/** Figures only ever grow: the same sum is the same figures. */
const sumOf = (row: CountedCalls) => CALL_FIGURES.reduce((sum, figure) => sum + row[figure], 0);

const stored = ({ account = '', permissions, ...rest }: CountedCalls): CallRow => ({
  ...rest,
  account,
  permissions: [...permissions],
});

/**
 * Returns a function that stores the calls of a run as far as they have changed since it stored them. Calls that are passed twice,
 * or again after an attempt that may have been stored, are stored once. It throws when the analysis is gone.
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

/** Adds the owner of the state to a report. */
export const owned =
  (mapping: Mapping) =>
  (report: StateReport): StateReport => ({ ...report, repo_id: mapping.of(report.key)?.repo_id ?? null });

/** The sink, with the owner added to every report that passes through it. */
export function withOwners(sink: ScanSink, mapping: Mapping): ScanSink {
  const own = owned(mapping);
  return {
    ...sink,
    planned: (objects, states) => sink.planned(objects, states.map(own)),
    results: (batch, progress) => sink.results({ ...batch, report: own(batch.report) }, progress),
  };
}
