import { incidentsAfter, type NamedIncidentRow } from '../../store/queries/incident-transfer.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { presentIncident, type Incident } from './incident.ts';
import { scoped } from '../../store/scope.ts';

/** An incident as it is exported: by the repository's name it is known elsewhere. */
export type ExportedIncident = Incident & { repo_full_name: string | null };

/** Incidents that are held at once; their texts may have more than 100 kB each. */
const PAGE = 25;

function present({ repo_full_name, ...row }: NamedIncidentRow): ExportedIncident {
  return { ...presentIncident(row), repo_full_name };
}

/**
 * All incidents of an organization, by id, page by page as they are asked for. Each is as it is when its page is read:
 * one that is written or forgotten meanwhile may be among them or not, and none is there twice. That somebody exports them is in
 * the audit log before the first is read.
 */
export async function exportIncidents(
  ctx: Ctx,
  input: { org_id: string; unread?: boolean },
): Promise<AsyncGenerator<readonly ExportedIncident[]>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const target = { kind: 'organization', id };
  // Nobody reads them where only the headers are asked for.
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
