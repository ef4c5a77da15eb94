import { sql } from 'kysely';
import type { Tenant } from '../scope.ts';
import type { AnalysisRow } from './analyses.ts';

/** An analysis with recorded calls. */
export type CallingAnalysis = Pick<AnalysisRow, 'id' | 'status' | 'repo_id' | 'state_prefix' | 'finished_at'>;

/** How many analyses back calls are read. */
const LATEST = 20;

/**
 * The latest analyses with a result and recorded calls, newest first; if none of them covers all states, also the latest
 * one that does.
 */
export async function callingAnalyses(tenant: Tenant): Promise<CallingAnalysis[]> {
  const calling = tenant
    .select('analyses')
    .select(['id', 'status', 'repo_id', 'state_prefix', 'finished_at'])
    .where('status', 'in', ['completed', 'partial'])
    .where(
      sql<boolean>`exists (
        select 1 from analysis_calls
        where analysis_calls.org_id = analyses.org_id and analysis_calls.analysis_id = analyses.id)`,
    )
    .orderBy('id', 'desc');
  const latest = await calling.limit(LATEST).execute();
  const isWhole = (one: CallingAnalysis) => one.repo_id === null && one.state_prefix === null;
  if (latest.length < LATEST || latest.some(isWhole)) return latest;
  const whole = calling.where('repo_id', 'is', null).where('state_prefix', 'is', null).limit(1);
  return [...latest, ...(await whole.execute())];
}

/** The actions that these analyses called, by account: permissions needed, and the numbers of successes and refusals. */
export async function actionsOf(tenant: Tenant, analyses: readonly string[]) {
  if (analyses.length === 0) return [];
  return tenant
    .select('analysis_calls')
    .select([
      'account',
      'service',
      'action',
      'permissions',
      sql<number>`sum(calls + saved)::bigint`.as('asked'),
      sql<number>`sum(refused)::bigint`.as('refused'),
    ])
    .where('analysis_id', 'in', [...analyses])
    .groupBy(['account', 'service', 'action', 'permissions'])
    .orderBy('service')
    .orderBy('action')
    .orderBy('account')
    .execute();
}

/**
 * Types of which these analyses read no instance, most frequent first, with the number of instances and the main reason.
 */
export async function typesNeverRead(tenant: Tenant, analyses: readonly string[]) {
  if (analyses.length === 0) return [];
  const instances = sql<number>`count(distinct (state_key, resource))::int`;
  return tenant
    .select('coverage')
    .select(['type', instances.as('instances'), sql<string | null>`mode() within group (order by reason)`.as('reason')])
    .where('analysis_id', 'in', [...analyses])
    .where('verdict', '!=', 'skipped')
    .groupBy('type')
    .having(sql<boolean>`bool_and(verdict in ('unreadable', 'unsupported'))`)
    .orderBy('instances', 'desc')
    .orderBy('type')
    .execute();
}
