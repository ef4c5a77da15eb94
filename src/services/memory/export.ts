import { incidentsAfter, type NamedIncidentRow } from '../../store/queries/incident-transfer.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { presentIncident, type Incident } from './incident.ts';
import { scoped } from '../../store/scope.ts';

/** An exported incident. It includes its repository's name, by which another server can find the repository. */
export type ExportedIncident = Incident & { repo_full_name: string | null };

/** Incidents in memory at once; the texts of each may exceed 100 kB. */
const PAGE = 25;

function present({ repo_full_name, ...row }: NamedIncidentRow): ExportedIncident {
  return { ...presentIncident(row), repo_full_name };
}

/**
 * All incidents of an organization, by id. Each page is read when the consumer asks for it, so incidents that are
 * created or deleted meanwhile may or may not be included; none is included twice. The export is recorded in the audit
 * log before the first page is read.
 */
export async function exportIncidents(
  ctx: Ctx,
  input: { org_id: string; unread?: boolean },
): Promise<AsyncGenerator<readonly ExportedIncident[]>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const target = { kind: 'organization', id };
  // A request for the headers alone exports nothing.
  if (input.unread !== true)
    await audited(ctx, () =>
      Promise.resolve({ result: undefined, event: { org_id: id, action: 'incident.export', target } }),
    );
  return pagesOf(ctx, id);
}

async function* pagesOf({ store }: Ctx, orgId: string): AsyncGenerator<readonly ExportedIncident[]> {
  let after = '';
  let rows;
  do {
    rows = await incidentsAfter(scoped(store.db, { org_id: orgId }), { after, limit: PAGE });
    after = rows.at(-1)?.id ?? '';
    if (rows.length > 0) yield rows.map(present);
  } while (rows.length === PAGE);
}
