import { createHash } from 'node:crypto';
import { SourceProblem, type StateObject } from '../../base/state-source.ts';
import { findRecentAnalysis } from '../../store/queries/analysis-requests.ts';
import { listAuditEvents } from '../../store/queries/audit-events.ts';
import { isReadSince } from '../../store/queries/repository-readings.ts';
import { scoped, type Executor } from '../../store/scope.ts';
import { databaseTime } from '../../store/clock.ts';
import { openStates, type WithStates } from '../state-sources/open.ts';
import { mappingOf } from '../ownership/mapping.ts';

/** The maximal age of an analysis that is reused. */
const FRESH_MS = 60_000;
const LINES = 100;
/** Audit actions that do not affect an analysis. */
const NO_SETTINGS = ['analysis.', 'key.', 'incident.', 'billing.'];

/**
 * An analysis of the same states that started less than a minute ago and has not failed, if nothing that it depends on
 * has changed since: the states, by their ETags, and the organization's settings. The states are listed only if there
 * is such an analysis.
 */
export async function findFresh(
  services: WithStates,
  of: { org_id: string; repo_id: string | null },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { db } = services.store;
  const since = new Date((await databaseTime(db)).getTime() - FRESH_MS);
  const tenant = scoped(db, { org_id: of.org_id });
  const found = await findRecentAnalysis(tenant, { repo_id: of.repo_id, state_prefix: null }, since);
  if (!found?.started_at || (await hasChanged(db, of.org_id, found.started_at))) return undefined;
  // The repositories' claims, provider settings and ignore rules may have changed.
  if (await isReadSince(tenant, found.started_at)) return undefined;
  try {
    const { source } = await openStates(services, of.org_id, null, signal);
    const listed: StateObject[] = [];
    const { repo_id: repoId } = of;
    const mapping = await mappingOf(tenant);
    for await (const one of source.list(signal))
      if (repoId === null || mapping.triggeredBy(repoId, one.key)) listed.push(one);
    return sourceDigest(listed) === found.source_digest ? found.id : undefined;
  } catch (error) {
    if (error instanceof SourceProblem) return undefined;
    throw error;
  }
}

/** True if a setting was changed since then, or if there are too many audit log entries to tell. */
async function hasChanged(db: Executor, orgId: string, since: Date): Promise<boolean> {
  const last = await listAuditEvents(db, orgId, { limit: LINES, after: undefined });
  const recent = last.filter(({ at }) => at >= since);
  return recent.length === LINES || recent.some(({ action }) => !NO_SETTINGS.some((one) => action.startsWith(one)));
}

/** A digest of the listed states, equal while they are unchanged; null if one of them has no ETag. */
export function sourceDigest(listed: readonly StateObject[]): string | null {
  if (listed.some(({ etag }) => etag === '')) return null;
  const hash = createHash('sha256');
  for (const line of listed.map(({ key, etag }) => JSON.stringify([key, etag])).sort()) hash.update(line);
  return hash.digest('base64url');
}
