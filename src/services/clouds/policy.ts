import type { JsonObject } from '../../base/json.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import type { WithClouds } from './port.ts';
import { evidenceOf, type Evidence } from './needed.ts';
import { cloudSettings, fetchCloud } from './settings.ts';

/** The least that a role has to be allowed, with what that rests on and what it cannot know. */
export type LeastPolicy = {
  /** Null until an analysis has called the cloud. */
  policy: JsonObject | null;
  /** For the role in every other account; null where there is none. */
  account_policy: JsonObject | null;
  /** Newest first. */
  analyses: { id: string; repo_id: string | null; state_prefix: string | null; finished_at: string | null }[];
  withheld: string[];
} & Pick<Evidence, 'refused' | 'unread'>;

/** What the organization's states need to be read, by what its latest analyses called. 404 for another organization's. */
export async function leastPolicy(
  ctx: Ctx & WithClouds,
  input: { org_id: string; cloud: string },
): Promise<LeastPolicy> {
  const cloud = fetchCloud(ctx, input.cloud);
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { db } = ctx.store;
  const { analyses, needed, refused, unread } = await evidenceOf(db, { org_id });
  if (analyses.length === 0)
    return { policy: null, account_policy: null, analyses: [], withheld: [], refused: [], unread: [] };
  const { lockTables } = await mappingOf(db, { org_id });
  const policies = await cloud.policies(await cloudSettings(ctx, org_id, cloud), lockTables, needed);
  return {
    policy: policies.permission_policy,
    account_policy: policies.account_permission_policy,
    analyses: analyses.map(({ id, repo_id, state_prefix, finished_at }) => ({
      id,
      repo_id,
      state_prefix,
      finished_at: finished_at?.toISOString() ?? null,
    })),
    withheld: policies.withheld ?? [],
    refused,
    unread,
  };
}
