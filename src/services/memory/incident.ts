import { AppError } from '../../base/errors.ts';
import { visible } from '../../base/visible.ts';
import { findIncidents, type ShownIncidentRow } from '../../store/queries/incidents.ts';
import { ofOrganization, scoped, type OrgScope } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import { scopeWithin } from '../access/organization.ts';

/** What is shown of an incident, in this order. */
const SHOWN = [
  'id',
  'org_id',
  'repo_id',
  'resource',
  'type',
  'summary',
  'details',
  'date',
  'status',
  'source',
  'created_at',
  'kind',
  'severity',
  'state_key',
  'region',
  'account_id',
  'attributes',
  'first_seen_at',
  'last_seen_at',
  'resolved_at',
  'resolution',
  'times_seen',
  'analyses',
  'previous_id',
  'next_id',
  'similar',
] as const;

type Shown = Pick<ShownIncidentRow, (typeof SHOWN)[number]>;
/** As it goes out: times are texts. */
type Plain<T> = T extends Date ? string : T;

/** An incident as the API shows it. */
export type Incident = { [Field in keyof Shown]: Plain<Shown[Field]> };

export function presentIncident(row: ShownIncidentRow): Incident {
  const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  const shown = { ...row, state_key: row.state_key === null ? null : visible(row.state_key) };
  return Object.fromEntries(SHOWN.map((field) => [field, plain(shown[field])])) as Incident;
}

/** Names an incident: of the caller's organization, or, for the operator, of the one that `org_id` says. */
export type IncidentName = { id: string; org_id?: string };

/**
 * The incident of this name, and what the caller may see of its organization. 404 where there is none in reach of the
 * caller. Ids are unique within an organization: where the operator names none, the incident that was stored first is meant, so that
 * nobody keeps another's from being read by using its id.
 */
export async function fetchIncident(
  ctx: Ctx,
  { id, org_id: orgId }: IncidentName,
): Promise<{ incident: ShownIncidentRow; scope: OrgScope; isOnly: boolean }> {
  const within = await scopeWithin(ctx, orgId);
  const [first, another] = await findIncidents(scoped(ctx.store.db, within), id);
  if (!first) throw new AppError('not_found', 'No such incident.');
  return { incident: first, scope: ofOrganization(within, first.org_id), isOnly: another === undefined };
}

/** The same, to change it: 409 where the operator names no organization and several have the id, since the wrong one could be meant. */
export async function fetchOnlyIncident(ctx: Ctx, name: IncidentName): Promise<ShownIncidentRow> {
  const { incident, isOnly } = await fetchIncident(ctx, name);
  if (isOnly) return incident;
  throw new AppError('conflict', 'Several organizations have an incident with this id: name one with ?org_id=.');
}
