import { sql } from 'kysely';
import { emptyCounts } from '../../engine/model/analysis.ts';
import type { Totals } from '../../engine/report/totals.ts';
import type { Tenants } from '../scope.ts';
import { driftKind, isDrift } from './findings.ts';

/** Totals of an analysis's stored results, within an access scope. */
export type Recount = Pick<Totals, 'counts' | 'findings'> & {
  /** Sources of the providers that read any instance. */
  providers: Set<string>;
};

const nothing = (): Recount => ({ counts: emptyCounts(), findings: [], providers: new Set() });

/** Counts the results of these analyses within an access scope, by id. */
export async function recount(tenants: Tenants, ids: readonly string[]) {
  const known = new Map(ids.map((id) => [id, nothing()]));
  if (ids.length === 0) return nothing;
  // Before the verdicts: results stored between the two queries can then not make side effects outnumber changes.
  const cause = sql<string | null>`document->'caused_by'->>'state_key'`;
  const findings = await tenants
    .select('findings')
    .select([
      'analysis_id',
      driftKind.as('kind'),
      'severity',
      cause.as('cause'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('analysis_id', 'in', [...ids])
    .where(isDrift)
    .groupBy(['analysis_id', 'kind', 'severity', cause])
    .execute();
  for (const { analysis_id: id, kind, severity, cause: state, count } of findings) {
    const found = known.get(id) ?? nothing();
    found.findings.push({ kind, severity, count });
    if (state !== null) found.counts.following += count;
  }
  const verdicts = await tenants
    .select('coverage')
    .select(['analysis_id', 'verdict', 'provider', sql<number>`count(*)::int`.as('count')])
    .where('analysis_id', 'in', [...ids])
    .groupBy(['analysis_id', 'verdict', 'provider'])
    .execute();
  for (const { analysis_id: id, verdict, provider, count } of verdicts) {
    const { counts, providers } = known.get(id) ?? nothing();
    counts[verdict] += count;
    counts.resources += count;
    if (provider !== null) providers.add(provider);
  }
  return (id: string) => known.get(id) ?? nothing();
}
