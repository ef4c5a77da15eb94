import { openIncidents } from '../../store/queries/incidents.ts';
import { installationStandings } from '../../store/queries/installation-standing.ts';
import { lastAnalyses, type RepositoryRow } from '../../store/queries/repositories.ts';
import type { Scope } from '../../store/scope.ts';
import type { WithApps } from '../codehosts/port.ts';
import type { Ctx } from '../base/context.ts';
import { severityWithin } from '../views/present-within.ts';
import { statesOfRepositories } from '../state-mapping/of-repositories.ts';
import { presentRepository, type Repository } from './present.ts';

/** Rows as the API shows them, with what else is known of each within the scope. */
export async function presentRepositories(
  { store: { db }, apps }: Pick<Ctx, 'store'> & WithApps,
  scope: Scope,
  rows: readonly RepositoryRow[],
): Promise<Repository[]> {
  const last = await lastAnalyses(db, scope, [...rows]);
  const severityOf = await severityWithin(db, scope, [...last.values()]);
  const open = await openIncidents(db, scope, [...rows]);
  const states = await statesOfRepositories(db, scope, [...rows]);
  const installations = await installationStandings(
    db,
    rows.map((row) => row.org_id),
  );
  return rows.map((row) =>
    presentRepository(row, {
      last: severityOf(last.get(row.id)),
      open: open.get(row.id) ?? 0,
      installation: installations.get(row.org_id),
      states: states.get(row.id),
      webUrl: apps.get(row.codehost)?.webUrl,
    }),
  );
}
