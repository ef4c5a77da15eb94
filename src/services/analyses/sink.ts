import type { Coverage, Finding, ProviderUse, StateReport } from '../../drift/analysis.ts';
import type { ScanSink } from '../../scan/ports.ts';
import type { Store } from '../../store/database.ts';
import { addProvider, planAnalysis, progressAnalysis, type Run } from '../../store/queries/analyses.ts';
import { insertCoverage } from '../../store/queries/coverage.ts';
import { firstSeen, insertFindings } from '../../store/queries/findings.ts';

/** Thrown out of a scan whose run is not the running one any more, so that it stops. */
export class AnalysisEnded extends Error {}

const driftKey = (lineage: string, resource: string, kind: string) => JSON.stringify([lineage, resource, kind]);

/**
 * Stores what a scan reports as it comes: each batch with the progress that it makes, in one transaction. Drift that an
 * earlier analysis found keeps the time it was first seen at.
 */
export function storeSink(store: Store, orgId: string, run: Run): ScanSink {
  const scope = { org_id: orgId };
  const keys = { analysis_id: run.id, org_id: orgId };
  const lineages = new Map<string, string>();
  const written = { findings: 0, coverage: 0 };

  // A state without a lineage is told apart by where it lies.
  const lineageOf = (finding: Finding) => lineages.get(finding.state_key) ?? finding.state_key;

  async function datedFindings(findings: Finding[]) {
    const drifts = findings.map((finding) => ({
      lineage: lineageOf(finding),
      resource: finding.resource,
      kind: finding.kind,
    }));
    const known = drifts.length === 0 ? [] : await firstSeen(store.db, orgId, drifts);
    const since = new Map(known.map((k) => [driftKey(k.lineage, k.resource, k.kind), k.first_seen_at]));
    return findings.map((finding) => {
      const lineage = lineageOf(finding);
      const earlier = since.get(driftKey(lineage, finding.resource, finding.kind));
      return { lineage, finding: earlier ? { ...finding, first_seen_at: earlier.toISOString() } : finding };
    });
  }

  return {
    async planned(states: StateReport[], instances: number) {
      for (const state of states) if (state.lineage !== null) lineages.set(state.key, state.lineage);
      if (!(await planAnalysis(store.db, scope, run, { states, total: instances }))) throw new AnalysisEnded();
    },
    async provider(told: ProviderUse) {
      const use = { ...told };
      // Where it lies on this machine is nobody's business but the operator's.
      delete use.origin;
      if (!(await addProvider(store.db, scope, run, use))) throw new AnalysisEnded();
    },
    async progress({ findings, coverage, done }: { findings: Finding[]; coverage: Coverage[]; done: number }) {
      const findingRows = (await datedFindings(findings)).map(({ lineage, finding }, i) => ({
        ...keys,
        position: written.findings + i,
        lineage,
        resource: finding.resource,
        kind: finding.kind,
        severity: finding.severity,
        fingerprint: finding.fingerprint,
        first_seen_at: finding.first_seen_at,
        document: JSON.stringify(finding),
      }));
      const coverageRows = coverage.map(({ reason = null, detail = null, suppressed, ignored_by, ...rest }, i) => ({
        ...keys,
        position: written.coverage + i,
        ...rest,
        reason,
        detail,
        ignored_by: ignored_by ? JSON.stringify(ignored_by) : null,
        suppressed: suppressed ? JSON.stringify(suppressed) : null,
      }));
      await store.db.transaction().execute(async (trx) => {
        if (!(await progressAnalysis(trx, scope, run, done))) throw new AnalysisEnded();
        await insertFindings(trx, findingRows);
        await insertCoverage(trx, coverageRows);
      });
      written.findings += findingRows.length;
      written.coverage += coverageRows.length;
    },
  };
}
