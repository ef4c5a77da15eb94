import { AppError } from '../../base/errors.ts';
import { keyPrefix } from '../../engine/state/combined-states.ts';
import type { Given } from '../../sources/contract/kind.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import {
  deleteStateSource as remove,
  getStateSource as get,
  listStateSources as list,
  type StateSourceRow,
} from '../../store/queries/state-sources.ts';
import { resolveIncidents } from '../../store/queries/drift-incidents.ts';
import { openBelow } from '../../store/queries/incident-endings.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import { fetchOrganization } from '../access/organization.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { pick, timeOf } from '../base/present.ts';
import { hasStates } from './open.ts';

/** The name of the source that stands for the bucket of the AWS settings. */
export const CLOUD = 'aws';

/** A source as the API shows it; `credentials` are the names of the stored ones. */
export type PresentedStateSource = {
  name: string;
  kind: string;
  settings: Given;
  credentials: string[];
  verified_at: string | null;
  updated_at: string;
};

export const present = (row: StateSourceRow): PresentedStateSource => ({
  ...pick(row, 'name', 'kind', 'settings'),
  credentials: row.credential_fields,
  verified_at: timeOf(row.verified_at),
  updated_at: row.updated_at.toISOString(),
});

export const noSuchSource = () => new AppError('not_found', 'No such state source in this organization.');

/** An organization's state sources by name, after the bucket of its AWS settings. */
export async function listStateSources(ctx: Ctx, input: { org_id: string }): Promise<PresentedStateSource[]> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const tenant = scoped(ctx.store.db, { org_id });
  const cloud = await getCloudConfig(tenant, CLOUD);
  const sources = (await list(tenant)).map(present);
  if (!cloud?.state_bucket) return sources;
  const { state_bucket: bucket, state_prefix: prefix, region } = cloud;
  const settings = { bucket, ...(prefix !== null && { prefix }), ...(region !== null && { region }) };
  const [verified_at, updated_at] = [timeOf(cloud.verified_at), cloud.updated_at.toISOString()];
  return [{ name: CLOUD, kind: 's3', settings, credentials: ['role_arn'], verified_at, updated_at }, ...sources];
}

/** Fetches a source. The bucket of the AWS settings has its own operations. 404 if there is none of this name. */
export async function fetchSource(ctx: Ctx, input: { org_id: string; name: string }): Promise<StateSourceRow> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const row = await get(scoped(ctx.store.db, { org_id }), input.name);
  if (!row) throw noSuchSource();
  return row;
}

export async function getStateSource(ctx: Ctx, input: { org_id: string; name: string }): Promise<PresentedStateSource> {
  return present(await fetchSource(ctx, input));
}

/** Resolves the incidents of a removed source if there is no other source, and so no analysis that would. */
async function resolveIncidentsOf(tenant: Tenant, name: string): Promise<void> {
  if (await hasStates(tenant)) return;
  const looked_at = new Date();
  const open = await openBelow(tenant, keyPrefix(name));
  await resolveIncidents(
    tenant,
    open.map(({ id }) => ({ id, resolution: 'source_removed', looked_at })),
    looked_at,
  );
}

/**
 * Deletes a source. The next analysis of all states does not find its states and resolves their incidents as
 * `source_removed`. If it was the last source, there is no such analysis, and they are resolved at once.
 */
export async function deleteSource(ctx: Ctx, input: { org_id: string; name: string }): Promise<void> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const { name } = input;
  await audited(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    if (!(await remove(tenant, name))) throw noSuchSource();
    await resolveIncidentsOf(tenant, name);
    const target = { kind: 'state_source', id: name };
    return { result: undefined, event: { org_id, action: 'state_source.delete', target, detail: {} } };
  });
}
