import { AppError } from '../../base/errors.ts';
import { visible } from '../../base/visible.ts';
import { findIncidents, type ShownIncidentRow } from '../../store/queries/incidents.ts';
import { ofOrganization, scoped, type OrgScope } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import { scopeWithin } from '../access/organization.ts';

/** The fields of an incident in the API, in this order. */
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
/** The JSON form of a field: times are texts. */
type Plain<T> = T extends Date ? string : T;

/** An incident as the API shows it. */
export type Incident = { [Field in keyof Shown]: Plain<Shown[Field]> };

export function presentIncident(row: ShownIncidentRow): Incident {
  const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  const shown = { ...row, state_key: row.state_key === null ? null : visible(row.state_key) };
  return Object.fromEntries(SHOWN.map((field) => [field, plain(shown[field])])) as Incident;
}

/** The name of an incident. The operator may add its organization as `org_id`. */
export type IncidentName = { id: string; org_id?: string };

/**
 * Fetches an incident, and the caller's scope within its organization. 404 if the caller can access none with this id.
 * Ids are unique within an organization. If the operator names no organization, the incident that was stored first is
 * returned, so that nobody can hide another organization's incident by reusing its id.
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

/**
 * Fetches an incident to change it. 409 if the operator names no organization and several have an incident with this
 * id.
 */
export async function fetchOnlyIncident(ctx: Ctx, name: IncidentName): Promise<ShownIncidentRow> {
  const { incident, isOnly } = await fetchIncident(ctx, name);
  if (isOnly) return incident;
  throw new AppError('conflict', 'Several organizations have an incident with this id: name one with ?org_id=.');
}
