import { bySeverity } from '../../engine/model/analysis.ts';
import { countKinds, groupFindings as query, listFindingPlaces } from '../../store/queries/findings-page.ts';
import type { Ctx } from '../base/context.ts';
import { fetchAnalysis } from './get.ts';
import { filterOf, type FindingsWanted } from './findings-page.ts';
import { scoped } from '../../store/scope.ts';

/** Numbers of findings of an analysis. */
export type FindingGroups = Awaited<ReturnType<typeof groupFindings>>;

/** More groups than anybody reads. The counts include the groups left out. */
const MAX_GROUPS = 500;

const MAX_PLACES = 1000;
const distinct = (all: readonly (string | null)[]) => [...new Set(all.filter((one) => one !== null))].sort();

/** All values to filter findings by, whether or not the current filter matches them. */
const placesOf = (places: Awaited<ReturnType<typeof listFindingPlaces>>) => ({
  types: distinct(places.map(({ type }) => type)),
  regions: distinct(places.map(({ region }) => region)),
  accounts: distinct(places.map(({ account_id: account }) => account)),
});

/** The numbers of matching findings, by severity and kind, and by state and module. 404 for another organization's. */
export async function groupFindings(ctx: Ctx, input: FindingsWanted & { id: string }) {
  const found = await fetchAnalysis(ctx, input.id);
  const { row, scope } = found;
  const { db } = ctx.store;
  const filter = await filterOf(db, found, input);
  const tenant = scoped(db, scope);
  const kinds = await countKinds(tenant, row.id, filter);
  const { groups, inAll } = await query(tenant, row.id, filter, MAX_GROUPS);
  const sum = (is: (one: (typeof kinds)[number]) => boolean) =>
    kinds.filter(is).reduce((all, { count }) => all + count, 0);
  return {
    total: sum(() => true),
    /** The number of these that are side effects of another finding. */
    following: sum(({ follows }) => follows),
    severities: bySeverity((severity) => sum((one) => one.severity === severity)),
    kinds: { changed: sum(({ kind }) => kind === 'changed'), deleted: sum(({ kind }) => kind === 'deleted') },
    /** By state and module, the groups with the worst findings first. */
    groups: groups.map((group) => ({
      state_key: row.states[group.state_position]?.key ?? '',
      module: group.module,
      total: group.total,
      following: group.following,
      severities: bySeverity((severity) => group[severity]),
    })),
    /** The number of groups that are left out. */
    more: inAll - groups.length,
    ...placesOf(await listFindingPlaces(tenant, row.id, MAX_PLACES)),
  };
}
