import type { Json } from '../../base/json.ts';
import { AppError } from '../../base/errors.ts';
import {
  getCloudConfig,
  lockCloudConfig,
  saveCloudConfig,
  type CloudConfigPatch,
  type CloudConfigRow,
} from '../../store/queries/cloud-configs.ts';
import { listStateSources } from '../../store/queries/state-sources.ts';
import type { OrganizationRow } from '../../store/queries/organizations.ts';
import type { LastSkipped, Schedule } from '../../store/column-values.ts';
import { requireScope, type Ctx, type WithDatabase } from '../base/context.ts';
import { audited, changesOf } from '../audit/audited.ts';
import { pick, timeOf } from '../base/present.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { fetchOrganization, stopped } from '../access/organization.ts';
import { mappingOf } from '../ownership/mapping.ts';
import type { WithClouds, CloudPolicies, CloudPort, CloudSettings, UsableCloudSettings } from './port.ts';
import { requireFieldScopes, newOverride, refuseExposed } from './guards.ts';
import { DEFAULT_SCHEDULE, nextRun } from './schedule.ts';
import { scoped } from '../../store/scope.ts';

/** The cloud configuration as the API shows it. */
export type CloudConfiguration = CloudSettings &
  CloudPolicies & {
    schedule: Schedule;
    /** The start of the next scheduled analysis; null if none is scheduled, or none may start. */
    next_run_at: string | null;
    last_skipped: LastSkipped | null;
    /** The locks that could not be read before the last scheduled run; null if all could. */
    locks_unread: string | null;
    updated_at: string;
  };

type Input = { org_id: string; cloud: string };
/** Absent: unchanged. Null: cleared. */
type Patch = Partial<Omit<CloudSettings, 'external_id' | 'secret_values' | 'external_id_override'>> & {
  schedule?: Schedule | null;
  secret_values?: boolean | null;
  external_id_override?: { reason: string } | null;
};

/** The adapter of a cloud by its name in a path. Throws 404 for an unknown one. */
export function fetchCloud(services: WithClouds, name: string): CloudPort {
  const cloud = services.clouds.get(name);
  if (!cloud) throw new AppError('not_found', `No such cloud; known are: ${[...services.clouds.keys()].join(', ')}.`);
  return cloud;
}

const SETTINGS = [
  'role_arn',
  'state_bucket',
  'state_prefix',
  'region',
  'state_key_arn',
  'account_role_arn',
  'accounts',
  'provider_settings',
  'secret_values',
  'external_id_override',
] as const;
const SHOWN = ['schedule', ...SETTINGS] as const;

/** The settings without the columns about the row itself. */
const settingsOf = (row: CloudConfigRow): CloudSettings => pick(row, ...SETTINGS, 'external_id');

/** The settings as JSON for the audit log; of an override only the reason, since the entry has author and time. */
const auditedSettings = (settings: CloudSettings & { schedule: Schedule }) =>
  ({ ...settings, external_id_override: settings.external_id_override?.reason ?? null }) as unknown as Record<
    (typeof SHOWN)[number],
    Json
  >;

async function present({ db }: Ctx['store'], cloud: CloudPort, org: OrganizationRow, row: CloudConfigRow) {
  const settings = settingsOf(row);
  const { schedule, last_skipped, locks_unread } = row;
  const next_run_at = stopped(org) ? null : timeOf(row.next_run_at);
  const updated_at = row.updated_at.toISOString();
  const { lockTables } = await mappingOf(scoped(db, { org_id: org.id }));
  const policies = await cloud.policies(settings, lockTables);
  return { ...settings, schedule, next_run_at, last_skipped, locks_unread, updated_at, ...policies };
}

/** The settings after a patch. An override ends when one of the roles changes. */
function patched(before: CloudConfigRow, patch: CloudConfigPatch): CloudConfigRow {
  const after = { ...before, ...patch };
  const isSameRole = after.role_arn === before.role_arn && after.account_role_arn === before.account_role_arn;
  const override = patch.external_id_override ?? (isSameRole ? after.external_id_override : null);
  return { ...after, external_id_override: override };
}

/**
 * Saves cloud settings and the schedule; absent fields stay unchanged. Throws 403 for settings that need `admin`, and
 * 409 for a role that can be assumed without the external id, unless the request gives a reason to accept it.
 */
export async function saveCloudSettings(
  ctx: Ctx & WithClouds,
  input: Input & { patch: Patch },
): Promise<CloudConfiguration> {
  const cloud = fetchCloud(ctx, input.cloud);
  const org = await fetchOrganization(ctx, input.org_id);
  const { id } = org;
  requireFieldScopes(ctx, input.patch);
  refuseSecrets(input.patch);
  const { schedule, secret_values: secretValues, external_id_override: accepted, ...rest } = input.patch;
  const override = accepted ? await newOverride(ctx, id, accepted) : accepted;
  const { role_arn: roleArn } = rest;
  if (
    roleArn &&
    !override &&
    roleArn !== (await getCloudConfig(scoped(ctx.store.db, { org_id: id }), cloud.name))?.role_arn
  )
    await refuseExposed(cloud, roleArn);
  const patch = {
    ...rest,
    ...(schedule !== undefined && { schedule: schedule ?? DEFAULT_SCHEDULE }),
    ...(secretValues !== undefined && { secret_values: secretValues ?? false }),
    ...(override !== undefined && { external_id_override: override }),
  };
  const row = await audited(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id: id });
    const before = await lockCloudConfig(tenant, cloud.name);
    const after = patched(before, patch);
    if (override && after.role_arn === null)
      throw new AppError('invalid_input', 'There is no role to accept: name one (role_arn).', {
        fields: [{ path: '/external_id_override', message: 'needs a role_arn' }],
      });
    const detail = changesOf(auditedSettings(before), auditedSettings(after), SHOWN);
    if (Object.keys(detail).length === 0) return { result: before, event: null };
    const hasSources = (await listStateSources(tenant)).length > 0;
    const next_run_at = nextRun(before, after, new Date(), hasSources);
    // A verification is valid for the verified settings only; a new schedule does not affect it.
    const verified_at = Object.keys(detail).every((name) => name === 'schedule') ? before.verified_at : null;
    const { external_id_override } = after;
    const changes = { ...patch, external_id_override, next_run_at, verified_at };
    const saved = await saveCloudConfig(tenant, cloud.name, changes);
    const target = { kind: 'cloud', id: cloud.name };
    return { result: saved, event: { org_id: id, action: 'cloud.save', target, detail } };
  });
  return present(ctx.store, cloud, org, row);
}

/**
 * The configuration, with the external id for the role's trust policy. The external id is needed before there is a
 * role, so the first call generates it.
 */
export async function getCloudSettings(ctx: Ctx & WithClouds, input: Input): Promise<CloudConfiguration> {
  const cloud = fetchCloud(ctx, input.cloud);
  const org = await fetchOrganization(ctx, input.org_id);
  const { id } = org;
  requireScope(ctx, 'read');
  const tenant = scoped(ctx.store.db, { org_id: id });
  const row = await getCloudConfig(tenant, cloud.name);
  return present(ctx.store, cloud, org, row ?? (await lockCloudConfig(tenant, cloud.name)));
}

/** The settings of an organization, complete or not. */
export async function cloudSettings(services: WithDatabase, orgId: string, cloud: CloudPort): Promise<CloudSettings> {
  const tenant = scoped(services.store.db, { org_id: orgId });
  return settingsOf((await getCloudConfig(tenant, cloud.name)) ?? (await lockCloudConfig(tenant, cloud.name)));
}

/** The settings of an organization if they suffice for an analysis, else 409 with the missing fields. */
export async function usableSettings(
  services: WithDatabase,
  orgId: string,
  cloud: CloudPort,
): Promise<UsableCloudSettings> {
  const row = await getCloudConfig(scoped(services.store.db, { org_id: orgId }), cloud.name);
  const { role_arn = null, state_bucket = null } = row ?? {};
  if (row && role_arn !== null && state_bucket !== null) return { ...row, role_arn, state_bucket };
  const absent = [role_arn === null && 'role_arn', state_bucket === null && 'state_bucket']
    .filter(Boolean)
    .join(' and ');
  throw new AppError(
    'not_configured',
    `${cloud.name} is not configured for this organization: set ${absent} with PATCH /api/v1/orgs/${orgId}/${cloud.name} or "plumbline ${cloud.name} set".`,
  );
}
