import { AppError } from '../../base/errors.ts';
import { SourceProblem } from '../../base/state-source.ts';
import type { Given, SourceForm } from '../../sources/contract/kind.ts';
import type { SourceKindName } from '../../sources/contract/names.ts';
import { SOURCE_FORMS } from '../../sources/kinds.ts';
import { lockCloudConfig, saveCloudConfig } from '../../store/queries/cloud-configs.ts';
import {
  getStateSource,
  listStateSources,
  saveStateSource,
  type StateSourceRow,
} from '../../store/queries/state-sources.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import { fetchOrganization } from '../access/organization.ts';
import { audited, changesOf } from '../audit/audited.ts';
import { requireOperator, requireScope, type Ctx } from '../base/context.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { nextRun } from '../clouds/schedule.ts';
import type { WithVault } from '../secrets/vault.ts';
import { refuseInvalidFields } from './fields.ts';
import { keptCredentials, merged, mergedCredentials, type Changes } from './credentials.ts';
import { CLOUD, noSuchSource, present, type PresentedStateSource } from './manage.ts';
import { sealedIn } from './open.ts';
import type { WithStateSources } from './port.ts';

/** More than an organization has backends, and few enough for one list. */
const MAX_SOURCES = 50;

type Context = Ctx & WithVault & WithStateSources;

/** The fields to store; `changed` are the names of the credentials in the request. */
type Wanted = { kind: SourceKindName; settings: Given; credentials: Given; changed: readonly string[] };

/** Schedules the organization's analyses if these are its first states. */
async function plan(tenant: Tenant): Promise<void> {
  const config = await lockCloudConfig(tenant, CLOUD);
  const next_run_at = nextRun(config, config, new Date(), true);
  if (next_run_at?.getTime() !== config.next_run_at?.getTime()) await saveCloudConfig(tenant, CLOUD, { next_run_at });
}

/** Throws 403 for an operator-only kind or setting, and 422 if fields do not fit the kind or contain secrets. */
function refuseUnfit(ctx: Ctx, kind: SourceKindName, given: { settings: Given; credentials: Given }): void {
  const form: SourceForm = SOURCE_FORMS[kind];
  const isOperators = form.operatorSettings?.some((name) => name in given.settings) ?? false;
  if (form.isOperatorOnly || isOperators) requireOperator(ctx);
  refuseInvalidFields(form, given);
  refuseSecrets({ settings: given.settings });
}

/** Throws 422 if the fields do not make a source, for instance if credentials do not fit together. */
function tryOpen(
  { openSource }: WithStateSources,
  orgId: string,
  kind: string,
  given: { settings: Given; credentials: Given },
): void {
  try {
    openSource(orgId, kind, { ...given, narrower: '' });
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL')
      throw new AppError('invalid_input', 'The server that the settings name cannot be reached: that is no address.');
    if (!(error instanceof SourceProblem)) throw error;
    throw new AppError('invalid_input', error.message, { fields: [{ path: '/credentials', message: error.message }] });
  }
}

/** Stores the wanted fields and their audit log entry. Concurrent requests wait for each other. */
async function write(
  ctx: Context,
  { org_id, name }: { org_id: string; name: string },
  wanted: (before: StateSourceRow | undefined) => Wanted,
): Promise<PresentedStateSource> {
  if (name === CLOUD)
    throw new AppError('conflict', '"aws" is the bucket of the AWS settings: change it with "plumbline aws set".');
  const saved = await audited(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    await lockCloudConfig(tenant, CLOUD);
    const before = await getStateSource(tenant, name);
    const { kind, settings, credentials, changed } = wanted(before);
    if (!before && (await listStateSources(tenant)).length >= MAX_SOURCES)
      throw new AppError('conflict', `An organization has ${MAX_SOURCES} state sources at most; delete one first.`);
    tryOpen(ctx, org_id, kind, { settings, credentials });
    const fields = Object.keys(credentials).toSorted();
    const sealed = fields.length === 0 ? null : ctx.vault.seal(JSON.stringify(credentials), sealedIn(org_id, name));
    const row = await saveStateSource(tenant, { name, kind, settings, credentials: sealed, credential_fields: fields });
    await plan(tenant);
    const nothing = { kind: null, settings: null };
    const detail = {
      ...changesOf(before ?? nothing, row, ['kind', 'settings']),
      ...(changed.length > 0 && { credentials: changed.toSorted() }),
    };
    const event = { org_id, action: 'state_source.save', target: { kind: 'state_source', id: name }, detail } as const;
    return { result: row, event: Object.keys(detail).length === 0 ? null : event };
  });
  return present(saved);
}

/**
 * Creates or replaces a source. Without credentials the stored ones stay, if they still go to the same server. 422 if
 * the fields do not fit the kind, 403 for a kind that only the operator may use.
 */
export async function saveSource(
  ctx: Context,
  input: { org_id: string; name: string; kind: SourceKindName; settings: Given; credentials?: Given },
): Promise<PresentedStateSource> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const { name, kind, settings, credentials } = input;
  refuseUnfit(ctx, kind, { settings, credentials: credentials ?? {} });
  return write(ctx, { org_id, name }, (before) => ({
    kind,
    settings,
    credentials: keptCredentials(ctx.vault, before, { kind, settings, credentials }),
    changed: Object.keys(credentials ?? {}),
  }));
}

/**
 * Changes the named fields of a source; null removes a field. Settings that lead to another server require all
 * credentials again. 404 if there is no source of this name, else as `saveSource`.
 */
export async function changeSource(
  ctx: Context,
  input: { org_id: string; name: string; settings?: Changes; credentials?: Changes },
): Promise<PresentedStateSource> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const { name, credentials: changes = {} } = input;
  return write(ctx, { org_id, name }, (before) => {
    if (!before) throw noSuchSource();
    const kind = before.kind as SourceKindName;
    const settings = merged(before.settings, input.settings ?? {});
    const credentials = mergedCredentials(ctx.vault, before, { settings, changes });
    refuseUnfit(ctx, kind, { settings, credentials });
    return { kind, settings, credentials, changed: Object.keys(changes) };
  });
}
