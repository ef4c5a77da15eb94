import {
  type AnalysisOverview,
  type AttributeDrift,
  type Finding,
  type Severity,
  type Coverage,
  orderedProviders,
} from '../../engine/model/analysis.ts';
import { worstSeverity } from '../../engine/report/severity/severity.ts';
import { summarise } from '../../engine/report/summary/summary.ts';
import { emptyTotals } from '../../engine/report/totals.ts';
import type { NamedAnalysisRow, AnalysisRow } from '../../store/queries/analyses.ts';
import type { ListedFinding } from '../../store/queries/findings.ts';
import { recount, type Recount } from '../../store/queries/recount.ts';
import { isPart, seesStates, type OrgScope, type Scope, type Tenants } from '../../store/scope.ts';
import type { CoverageRow } from '../../store/queries/coverage.ts';
import { pick, timeOf } from '../base/present.ts';

const HIDDEN_ERROR = 'only people who see the whole organization are shown the reason.';
const HIDDEN_CAUSE = 'A side effect of a change in a state that you cannot see.';

/** True if all states of an analysis are within a scope, so that its totals may be shown. */
function wholeIsWithin(scope: Scope, { states, repo_id }: Pick<NamedAnalysisRow, 'states' | 'repo_id'>): boolean {
  if (!isPart(scope)) return true;
  const sees = seesStates(scope);
  return (states.length > 0 || repo_id !== null) && states.every(({ key }) => sees(key));
}

/**
 * Presents rows of a list. If an analysis also checked states outside of the scope, its counts, severity, states,
 * providers and summary cover the visible ones only; its status stays.
 */
export async function presentAnalyses(
  tenants: Tenants,
  rows: readonly NamedAnalysisRow[],
): Promise<AnalysisOverview[]> {
  return rows.map(await presenter(tenants, rows));
}

/** Presents one row as `presentAnalyses` does. */
export async function presentAnalysisWithin(tenants: Tenants, row: NamedAnalysisRow): Promise<AnalysisOverview> {
  return (await presenter(tenants, [row]))(row);
}

async function presenter(tenants: Tenants, rows: readonly NamedAnalysisRow[]) {
  const { scope } = tenants;
  if (!isPart(scope)) return presentAnalysis;
  const parts = rows.filter((row) => !wholeIsWithin(scope, row)).map(({ id }) => id);
  const countOf = await recount(tenants, parts);
  return (row: NamedAnalysisRow) =>
    parts.includes(row.id) ? presentPart(row, scope, countOf(row.id)) : presentAnalysis(row);
}

/** Returns a function that gives an analysis the severity that it has within the scope. */
export async function severityWithin(tenants: Tenants, rows: readonly { id: string }[]) {
  const ids = rows.map(({ id }) => id);
  const countOf = isPart(tenants.scope) ? await recount(tenants, ids) : undefined;
  return <Row extends { id: string; severity: Severity }>(row: Row | undefined): Row | undefined =>
    row && countOf ? { ...row, severity: worstOf(countOf(row.id)) } : row;
}

const worstOf = ({ findings }: Recount): Severity => worstSeverity(findings.map(({ severity }) => severity));

function presentPart(row: NamedAnalysisRow, scope: OrgScope, seen: Recount): AnalysisOverview {
  const { counts, findings, providers } = seen;
  const sees = seesStates(scope);
  const states = row.states.filter(({ key }) => sees(key));
  const waiting = states.filter(({ status }) => status === 'pending').length;
  const error = row.error && { code: row.error.code, detail: HIDDEN_ERROR };
  const totals = { ...emptyTotals(), counts, findings };
  const whole = presentAnalysis(row);
  return {
    ...whole,
    progress: { done: counts.resources, total: counts.resources + waiting },
    severity: worstOf(seen),
    counts,
    states,
    providers: whole.providers.filter(({ source }) => providers.has(source)),
    ai_summary: whole.ai_summary === null ? null : summarise({ totals, states, error }),
    summary_source: whole.ai_summary === null ? null : 'rules',
    error,
  };
}

/** The prefix that an analysis was restricted to; null if the scope does not include all of its states. */
export const prefixWithin = (scope: Scope, row: NamedAnalysisRow): string | null =>
  wholeIsWithin(scope, row) ? row.state_prefix : null;

/**
 * Returns a function that adapts a finding's message to a scope: it hides the cause of a side effect in a hidden state.
 */
export function messageWithin(scope: Scope): (message: string, causeState: string | null) => string {
  const sees = seesStates(scope);
  return (message, cause) => (cause === null || sees(cause) ? message : HIDDEN_CAUSE);
}

/** Returns a function that presents findings within a scope. */
export const presentFindingWithin = (scope: Scope): ((row: ListedFinding) => Finding) => presentSeen(seesStates(scope));

/** Returns a function that presents findings to people who see some states: it hides causes in the other states. */
export function presentSeen(sees: (stateKey: string) => boolean): (row: ListedFinding) => Finding {
  const attribute = ({ caused_by: cause, ...rest }: AttributeDrift): AttributeDrift => ({
    ...rest,
    ...(cause && sees(cause.state_key) && { caused_by: cause }),
  });
  return (row) => {
    const whole = presentFinding(row);
    const { attributes, informational } = whole;
    const finding = {
      ...whole,
      attributes: attributes.map(attribute),
      ...(informational && { informational: informational.map(attribute) }),
    };
    const { caused_by: cause, ...rest } = finding;
    if (!cause || sees(cause.state_key)) return finding;
    return { ...rest, message: HIDDEN_CAUSE, severity_reason: HIDDEN_CAUSE };
  };
}

/** An analysis as lists show it. */
export function presentAnalysis(row: AnalysisRow & Partial<NamedAnalysisRow>): AnalysisOverview {
  return {
    ...pick(row, 'id', 'org_id', 'repo_id'),
    repo_full_name: row.repo_full_name ?? null,
    ...pick(row, 'status', 'trigger'),
    created_at: row.created_at.toISOString(),
    started_at: timeOf(row.started_at),
    finished_at: timeOf(row.finished_at),
    progress: { done: row.progress_done, total: row.progress_total },
    ...pick(row, 'severity', 'counts', 'states'),
    providers: orderedProviders(row.providers),
    ...pick(row, 'ai_summary', 'summary_source', 'error'),
    ...(row.incidents_omitted > 0 && { incidents_omitted: row.incidents_omitted }),
  };
}

/** A finding as analyses show it; `incident_id` is null for an old finding, or if the incident was deleted. */
function presentFinding({ document, incident_id }: ListedFinding): Finding {
  return { ...document, incident_id };
}

/** A verdict as analyses show it; suppressed differences only on request. */
export function presentCoverage(row: CoverageRow, withSuppressed: boolean): Coverage {
  const { suppressed } = withSuppressed ? row : { suppressed: null };
  const shown = {
    ...pick(row, 'resource', 'type', 'state_key', 'provider', 'region', 'account_id'),
    ...pick(row, 'verdict', 'reason', 'detail', 'ignored_by'),
    suppressed,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null)) as Coverage;
}
