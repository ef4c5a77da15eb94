import { AppError } from '../../base/errors.ts';
import { getCloudConfig, noteVerified } from '../../store/queries/cloud-configs.ts';
import type { JsonObject } from '../../base/json.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import { actionsOf, callingAnalyses, typesNeverRead, type CallingAnalysis } from '../../store/queries/needed-calls.ts';
import { ownOrganization, requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { pick, timeOf } from '../base/present.ts';
import type { WithClouds, Verification, CloudSetup, Needed } from './port.ts';
import { fetchCloud, usableSettings, cloudSettings } from './settings.ts';

/**
 * Tests the configured role, and stores a success. A key stands for its own organization; the operator has to name one.
 * 409 if nothing is configured.
 */
export async function verifyCloud(
  ctx: Ctx & WithClouds,
  input: { cloud: string; org_id?: string },
): Promise<Verification> {
  const cloud = fetchCloud(ctx, input.cloud);
  const orgId = input.org_id ?? ownOrganization(ctx);
  if (orgId === undefined)
    throw new AppError('invalid_input', 'The operator key belongs to no organization: name one with ?org_id=.', {
      fields: [{ path: '/org_id', message: 'is required with the operator key' }],
    });
  const { id } = await fetchOrganization(ctx, orgId);
  requireScope(ctx, 'read');
  const settings = await usableSettings(ctx, id, cloud);
  const tenant = scoped(ctx.store.db, { org_id: id });
  const tried = await getCloudConfig(tenant, cloud.name);
  const { needed } = await evidenceOf(tenant);
  const { lockTables } = await mappingOf(tenant);
  const verification = await cloud.verify(settings, { needed, lockTables });
  if (verification.ok && tried) await noteVerified(tenant, tried, new Date());
  return verification;
}

/**
 * Everything that is needed to connect a cloud: the principal to trust, the policies, and templates that create the
 * role. 404 for another organization's.
 */
export async function cloudSetup(ctx: Ctx & WithClouds, input: { org_id: string; cloud: string }): Promise<CloudSetup> {
  const cloud = fetchCloud(ctx, input.cloud);
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { lockTables } = await mappingOf(scoped(ctx.store.db, { org_id }));
  return cloud.setup(await cloudSettings(ctx, org_id, cloud), lockTables);
}

/** The least permissions that a role needs, with the evidence for them and its gaps. */
export type LeastPolicy = {
  /** Null until an analysis has called the cloud. */
  policy: JsonObject | null;
  /** For the role in every other account; null if there is none. */
  account_policy: JsonObject | null;
  /** The analyses whose calls are the evidence, newest first. */
  analyses: { id: string; repo_id: string | null; state_prefix: string | null; finished_at: string | null }[];
  withheld: string[];
} & Pick<Evidence, 'refused' | 'unread'>;

/**
 * The least policy for the organization's states, by the calls of its latest analyses. 404 for another organization's.
 */
export async function leastPolicy(
  ctx: Ctx & WithClouds,
  input: { org_id: string; cloud: string },
): Promise<LeastPolicy> {
  const cloud = fetchCloud(ctx, input.cloud);
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const tenant = scoped(ctx.store.db, { org_id });
  const { analyses, needed, refused, unread } = await evidenceOf(tenant);
  if (analyses.length === 0)
    return { policy: null, account_policy: null, analyses: [], withheld: [], refused: [], unread: [] };
  const { lockTables } = await mappingOf(tenant);
  const policies = await cloud.policies(await cloudSettings(ctx, org_id, cloud), lockTables, needed);
  return {
    policy: policies.permission_policy,
    account_policy: policies.account_permission_policy,
    analyses: analyses.map((one) => ({
      ...pick(one, 'id', 'repo_id', 'state_prefix'),
      finished_at: timeOf(one.finished_at),
    })),
    withheld: policies.withheld ?? [],
    refused,
    unread,
  };
}

type Refused = { service: string; action: string; times: number };

/** The permissions that the latest analyses of an organization needed, and the ones that are unknown. */
type Evidence = {
  analyses: CallingAnalysis[];
  needed: Needed[];
  /** Calls that were refused and that no comparison needs. */
  refused: Refused[];
  /** Types of which nothing was read, so the permissions for them are unknown. */
  unread: { type: string; instances: number; reason: string | null }[];
};

/** The evidence from the calls of the latest analyses; empty before the first. */
async function evidenceOf(tenant: Tenant): Promise<Evidence> {
  const analyses = await callingAnalyses(tenant);
  const ids = analyses.map(({ id }) => id);
  const [actions, unread] = [await actionsOf(tenant, ids), await typesNeverRead(tenant, ids)];
  const needed = actions
    .filter(({ asked }) => asked > 0)
    .flatMap(({ account, permissions }) => permissions.map((permission) => ({ account, permission })));
  const refused = Map.groupBy(
    actions.filter((one) => one.refused > 0),
    ({ service, action }) => `${service}:${action}`,
  );
  return {
    analyses,
    needed,
    refused: [...refused.values()].map((rows) => ({
      service: rows[0]?.service ?? '',
      action: rows[0]?.action ?? '',
      times: rows.reduce((sum, row) => sum + row.refused, 0),
    })),
    unread,
  };
}
