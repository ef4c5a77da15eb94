import type { StateObject } from '../../base/state-source.ts';
import type { Finding, ProviderUse, StateReport } from '../../drift/analysis.ts';
import { isRelative } from '../../drift/rules/relatives.ts';
import type { DoneState, Progress, ResultBatch, ScanSink } from '../../scan/ports.ts';
import type { Store } from '../../store/database.ts';
import { addProvider, planAnalysis, progressAnalysis, type Run } from '../../store/queries/analyses.ts';
import {
  insertDoneState,
  listDoneStates,
  tellDoneStates,
  undoStates,
  type AnalysisStateRow,
} from '../../store/queries/analysis-states.ts';
import { insertCoverage } from '../../store/queries/coverage.ts';
import { firstSeen, insertFindings, listStatesWithDrift } from '../../store/queries/findings.ts';

/** Thrown out of a scan whose run is not the running one any more, so that it stops. */
export class AnalysisEnded extends Error {}

/** The list of states is one value, written anew whenever one of them is done: of more states than this, no more often than that. */
const FEW_STATES = 500;
const TELL_EVERY_MS = 1_000;

const driftKey = (resource: string, kind: string) => JSON.stringify([resource, kind]);

/**
 * Stores what a scan reports as it comes: each batch with the progress that it makes, in one transaction, and with the last
 * batch of a state that it is done. Drift that an earlier analysis found keeps the time it was first seen at.
 */
export function storeSink(store: Store, orgId: string, run: Run, now = () => performance.now()): ScanSink {
  const scope = { org_id: orgId };
  const keys = { analysis_id: run.id, org_id: orgId };
  let few = true;
  let told = -Infinity;

  async function dated(lineage: string, findings: Finding[]): Promise<Finding[]> {
    if (findings.length === 0) return [];
    const drifts = findings.map(({ resource, kind }) => ({ lineage, resource, kind }));
    const known = await firstSeen(store.db, orgId, drifts);
    const since = new Map(known.map((one) => [driftKey(one.resource, one.kind), one.first_seen_at]));
    return findings.map((finding) => {
      const earlier = since.get(driftKey(finding.resource, finding.kind));
      return earlier ? { ...finding, first_seen_at: earlier.toISOString() } : finding;
    });
  }

  async function findingRows({ position, report, results }: ResultBatch) {
    const found = results.flatMap(({ position: place, finding }) => (finding ? [{ place, finding }] : []));
    // A state without a lineage is told apart by where it lies.
    const lineage = report.lineage ?? report.key;
    const findings = await dated(
      lineage,
      found.map(({ finding }) => finding),
    );
    return findings.map((finding, i) => ({
      ...keys,
      state_position: position,
      position: found[i]?.place ?? i,
      lineage,
      resource: finding.resource,
      kind: finding.kind,
      severity: finding.severity,
      fingerprint: finding.fingerprint,
      first_seen_at: finding.first_seen_at,
      document: JSON.stringify(finding),
    }));
  }

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

  return {
    planned(listed: readonly StateObject[], states: readonly StateReport[]): Promise<DoneState[]> {
      few = listed.length <= FEW_STATES;
      return store.db.transaction().execute(async (trx) => {
        const done = await listDoneStates(trx, scope, run.id);
        // What may be behind drift of other states is looked at again: its live values are needed, and stored nowhere.
        const behind =
          done.length < listed.length ? await listStatesWithDrift(trx, scope, run.id, isRelative) : new Set<number>();
        const kept: AnalysisStateRow[] = [];
        const again: number[] = [];
        for (const one of done)
          if (isSame(listed[one.position], one) && !behind.has(one.position)) kept.push(one);
          else again.push(one.position);
        const reports = new Map(kept.map(({ position, report }) => [position, report]));
        const known = states.map((state, position) => reports.get(position) ?? state);
        if (!(await planAnalysis(trx, scope, run, known))) throw new AnalysisEnded();
        await undoStates(trx, scope, run.id, again);
        return kept;
      });
    },

    async provider(told: ProviderUse) {
      const use = { ...told };
      // Where it lies on this machine is nobody's business but the operator's.
      delete use.origin;
      if (!(await addProvider(store.db, scope, run, use))) throw new AnalysisEnded();
    },

    async progress(progress: Progress) {
      if (!(await progressAnalysis(store.db, scope, run, progress))) throw new AnalysisEnded();
    },

    async results(batch: ResultBatch, progress: Progress) {
      const { position, report, done } = batch;
      const findings = await findingRows(batch);
      const coverage = coverageRows(batch);
      await store.db.transaction().execute(async (trx) => {
        if (!(await progressAnalysis(trx, scope, run, progress, few && done ? batch : undefined)))
          throw new AnalysisEnded();
        await insertFindings(trx, findings);
        await insertCoverage(trx, coverage);
        if (!done) return;
        const { etag, tally } = done;
        const documents = { report: JSON.stringify(report), tally: JSON.stringify(tally) };
        await insertDoneState(trx, { ...keys, position, key: report.key, etag, ...documents });
        if (few || now() - told < TELL_EVERY_MS) return;
        await tellDoneStates(trx, scope, [run.id]);
        told = now();
      });
    },
  };
}

/** Whether a state is as it was when it was done; one without an ETag may have changed without a sign. */
const isSame = (object: StateObject | undefined, { key, etag }: Pick<AnalysisStateRow, 'key' | 'etag'>): boolean =>
  object?.key === key && object.etag === etag && etag !== '';
