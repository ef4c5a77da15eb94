import { severityRank, type Severity } from '../../engine/model/analysis.ts';
import { plural } from '../../base/plural.ts';
import { getAnalysis, type AnalysisRow } from '../../store/queries/analyses.ts';
import { countFindings, pageFindings } from '../../store/queries/findings-page.ts';
import type { HookDeliveryRow } from '../../store/queries/hook-deliveries.ts';
import { incidentLines, worstOpened, countOpened, type IncidentLine } from '../../store/queries/incident-news.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { scoped, type Executor } from '../../store/scope.ts';
import { pick, timeOf } from '../base/present.ts';
import { MAX_LISTED } from './send.ts';

/** The maximal lengths of texts and of the summary, in UTF-16 code units. */
const [MAX_LENGTH, MAX_SUMMARY_LENGTH] = [500, 4_000];

/** Shortens `text` to `max`, but never within a character. */
function cut(text: string, max = MAX_LENGTH): string {
  const whole = text.toWellFormed();
  return whole.length <= max
    ? whole
    : `${whole
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}

/** The fields with their texts shortened. */
const short = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? cut(value) : value]),
  ) as Fields;

function analysisOf(row: AnalysisRow) {
  const { states, error } = row;
  const count = (status: string) => states.filter((one) => one.status === status).length;
  return {
    ...pick(row, 'id', 'status', 'severity', 'trigger', 'repo_id', 'state_prefix'),
    created_at: row.created_at.toISOString(),
    started_at: timeOf(row.started_at),
    finished_at: timeOf(row.finished_at),
    counts: row.counts,
    states: { total: states.length, read: count('read'), unreadable: count('unreadable') },
    error: error && short(pick(error, 'code', 'detail')),
    summary: row.ai_summary === null ? null : cut(row.ai_summary, MAX_SUMMARY_LENGTH),
    summary_source: row.summary_source,
  };
}

async function findingsOf(db: Executor, row: AnalysisRow) {
  const tenant = scoped(db, { org_id: row.org_id });
  const { total, following } = await countFindings(tenant, row.id, {});
  const worst = await pageFindings(tenant, row.id, { limit: MAX_LISTED, after: undefined });
  return {
    total,
    following,
    worst: worst.map(({ document, incident_id }) => ({
      ...short(pick(document, 'resource', 'type', 'kind', 'severity', 'message', 'state_key')),
      region: document.region ?? null,
      account_id: document.account_id ?? null,
      incident_id,
      first_seen_at: document.first_seen_at,
    })),
  };
}

const lineOf = (line: IncidentLine) => short(pick(line, 'id', 'resource', 'kind', 'severity', 'summary', 'state_key'));

async function openedBy(db: Executor, row: AnalysisRow, about: 'drift' | 'unmanaged') {
  const tenant = scoped(db, { org_id: row.org_id });
  const incidents = await worstOpened(tenant, row.id, MAX_LISTED, about);
  return { count: await countOpened(tenant, row.id, about), incidents: incidents.map(lineOf) };
}

async function resolvedBy(db: Executor, { org_id, resolved }: HookDeliveryRow) {
  const { count = 0, incidents = [] } = resolved ?? {};
  const resolutions = new Map(incidents.map(({ id, resolution }) => [id, resolution]));
  const lines = await incidentLines(scoped(db, { org_id }), [...resolutions.keys()]);
  return { count, incidents: lines.map((line) => ({ ...lineOf(line), resolution: resolutions.get(line.id) ?? null })) };
}

type MessageData = {
  organization: { id: string; login: string };
  analysis?: ReturnType<typeof analysisOf>;
  findings?: Awaited<ReturnType<typeof findingsOf>>;
  opened?: Awaited<ReturnType<typeof openedBy>>;
  resolved?: Awaited<ReturnType<typeof resolvedBy>>;
  links?: { analysis: string };
};

/** A message in the form of Standard Webhooks. All of it is masked, and its size is bounded, however much was found. */
export type HookMessage = { type: string; timestamp: string; data: MessageData };

/**
 * Composes a message about an analysis: an overview with the worst findings, not all of them. Undefined if the
 * organization or the analysis no longer exists.
 * @param publicUrl the start of links; without it there are none
 */
export async function composeMessage(
  db: Executor,
  row: HookDeliveryRow,
  publicUrl: string | undefined,
): Promise<HookMessage | undefined> {
  const organization = await getOrganization(db, row.org_id);
  if (!organization) return undefined;
  const { id, login } = organization;
  const message = { type: row.event, timestamp: row.created_at.toISOString() };
  if (row.analysis_id === null) return { ...message, data: { organization: { id, login } } };
  const analysis = await getAnalysis(scoped(db, { org_id: row.org_id }), row.analysis_id);
  if (!analysis) return undefined;
  return {
    ...message,
    data: {
      organization: { id, login },
      analysis: analysisOf(analysis),
      findings: await findingsOf(db, analysis),
      ...(row.event === 'drift.detected' && { opened: await openedBy(db, analysis, 'drift') }),
      ...(row.event === 'unmanaged.detected' && { opened: await openedBy(db, analysis, 'unmanaged') }),
      ...(row.event.endsWith('.resolved') && { resolved: await resolvedBy(db, row) }),
      ...(publicUrl !== undefined && {
        links: { analysis: new URL(`/api/v1/analyses/${analysis.id}`, publicUrl).href },
      }),
    },
  };
}

/** A message in one line. Nothing in it comes from outside but the name of the organization. */
export function headlineOf({
  type,
  data: { organization, analysis, findings, opened, resolved },
}: HookMessage): string {
  const where = ` in ${organization.login}`;
  if (!analysis) return `Plumbline can reach you: this is a test${where}.`;
  const isUnmanaged = type.startsWith('unmanaged.');
  if (opened && isUnmanaged)
    return `New in no state${where}: ${plural(opened.count, 'object')}, ${worstOf(opened.incidents)} at worst`;
  if (resolved && isUnmanaged) return `Managed or gone${where}: ${plural(resolved.count, 'object')}`;
  if (opened) return `New drift${where}: ${plural(opened.count, 'resource')}, ${worstOf(opened.incidents)} at worst`;
  if (resolved) return `Drift is gone${where}: ${plural(resolved.count, 'resource')}`;
  if (type !== 'analysis.completed') return `${type}${where}`;
  const partly = analysis.status === 'partial' ? ' (some resources not checked)' : '';
  if (analysis.status === 'failed') return `An analysis failed${where}`;
  return findings && findings.total > 0
    ? `Drift${where}: ${plural(findings.total, 'finding')}, ${analysis.severity} at worst${partly}`
    : `No drift found${where}${partly}`;
}

function worstOf(incidents: readonly { severity: Severity | null }[]): Severity {
  const ranked = incidents.flatMap(({ severity }) => severity ?? []).sort((a, b) => severityRank(a) - severityRank(b));
  return ranked[0] ?? 'none';
}
