import { newId } from '../src/base/ids.ts';
import { emptyCounts, type Finding, type StateReport } from '../src/engine/model/analysis.ts';
import { totalsOf, type InstanceResult } from '../src/engine/report/totals.ts';
import type { Queue } from '../src/jobs/types.ts';
import { conclude } from '../src/engine/report/summary/conclude.ts';
import { composeEmbedder } from '../src/server/compose-models.ts';
import { finishRun } from '../src/services/analyses/finish.ts';
import { storeSink } from '../src/services/analyses/sink.ts';
import type { Jobs } from '../src/services/base/jobs.ts';
import type { Store } from '../src/store/database.ts';
import { insertAnalysis } from '../src/store/queries/analyses.ts';
import { startAnalysis } from '../src/store/queries/runs.ts';
import { listFindings } from '../src/store/queries/findings.ts';
import { inTransaction } from '../src/store/transact.ts';
import { scoped } from '../src/store/scope.ts';

/** The result for one resource: its differences, or in sync. */
export type Word = {
  drifts?: string[];
  kind?: Finding['kind'];
  cause?: string;
  severity?: Finding['severity'];
  message?: string;
};

const embedder = composeEmbedder();
export const momentOf = (second: number): Date => new Date(Date.UTC(2026, 0, 15, 12, 0, second));

function result(resource: string, position: number, word: Word, at: Date): InstanceResult {
  const { drifts, kind = 'changed', cause, severity = 'medium', message = `${resource} differs.` } = word;
  const about = { resource, type: 'aws_thing', state_key: 'prod/app' };
  const desired = () => 'wanted';
  if (!drifts) return { position, coverage: { ...about, verdict: 'in_sync' }, desired };
  const finding: Finding = {
    ...about,
    provider: 'registry.terraform.io/hashicorp/aws',
    kind,
    severity,
    message,
    attributes: drifts.map((path) => ({
      path,
      before: 1,
      after: 2,
      sensitive: false,
      requires_replace: false,
      action: 'changed',
    })),
    ...(cause !== undefined && { caused_by: { resource: cause, state_key: 'prod/app' } }),
    first_seen_at: at.toISOString(),
    fingerprint: `${resource} ${drifts.join()}`,
    incident_id: null,
  };
  return { position, coverage: { ...about, verdict: kind }, finding, desired };
}

/**
 * Starts an analysis of one state at a given second, and reports results for resources, without a cloud or provider.
 */
export async function tellingAnalysis(
  { store, queue }: { store: Store; queue: Queue<Jobs> },
  org: string,
  second: number,
) {
  const { id } = await insertAnalysis(store.db, {
    id: newId('an'),
    org_id: org,
    status: 'queued',
    severity: 'none',
    trigger: JSON.stringify({ kind: 'api' }),
    counts: JSON.stringify(emptyCounts()),
    states: '[]',
  });
  const tenant = scoped(store.db, { org_id: org });
  const run = { id, started_at: momentOf(second) };
  await inTransaction(tenant, (own) => startAnalysis(own, run));
  const sink = storeSink({ embedder }, tenant, run);
  const about = { terraform_version: null, repo_id: null };
  const report: StateReport = { key: 'prod/app', serial: 1, lineage: 'line', status: 'read', ...about };
  await sink.planned([{ key: report.key, size: 1, etag: 'e' }], [report]);
  let position = 0;
  const said: InstanceResult[] = [];
  const say = (words: Readonly<Record<string, Word>>, at: number, done = false) => {
    const results = Object.entries(words).map(([resource, word]) => result(resource, position++, word, momentOf(at)));
    said.push(...results);
    const end = done ? { done: { etag: 'e', totals: totalsOf(said) } } : {};
    return sink.results({ position: 0, report, results, ...end }, { done: position, total: position });
  };
  return {
    id,
    say,
    end: async (at: number) => {
      await say({}, at, true);
      const end = conclude({ states: [report], totals: totalsOf(said) });
      const ended = { end, everywhere: true };
      await inTransaction(tenant, (own) => finishRun({ tenant: own, queue }, run, ended, momentOf(at)));
    },
    told: async () => (await listFindings(tenant, id)).map((one) => one.incident_id),
  };
}
