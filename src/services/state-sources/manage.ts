import { Value } from 'typebox/value';
import { AppError, type FieldError } from '../../base/errors.ts';
import { SourceProblem } from '../../base/state-source.ts';
import { fieldsOf } from '../../sources/contract/fields.ts';
import type { Given, SourceForm } from '../../sources/contract/kind.ts';
import { SOURCE_FORMS } from '../../sources/kinds.ts';
import type { SourceKindName } from '../../sources/contract/names.ts';
import { getCloudConfig, lockCloudConfig, saveCloudConfig } from '../../store/queries/cloud-configs.ts';
import {
  deleteStateSource as remove,
  getStateSource as get,
  listStateSources as list,
  saveStateSource,
  type StateSourceRow,
} from '../../store/queries/state-sources.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import { fetchOrganization } from '../access/organization.ts';
import { audited, changesOf } from '../audit/audited.ts';
import { requireOperator, requireScope, type Ctx } from '../base/context.ts';
import { pick, timeOf } from '../base/present.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { nextRun } from '../clouds/schedule.ts';
import type { WithVault } from '../secrets/vault.ts';
import { credentialsOf, sealedIn } from './open.ts';
import type { WithStateSources } from './port.ts';

/** More than an organization has backends, and few enough to be listed in one go. */
const MAX_SOURCES = 50;
/** The name under which the bucket of the cloud's own settings is shown. */
const CLOUD = 'aws';
/** What only narrows the states: it leads the credentials nowhere else. */
const NARROWING = ['prefix'];

/** A source as the API shows it: of its credentials, which are there. */
export type PresentedStateSource = {
  name: string;
  kind: string;
  settings: Given;
  credentials: string[];
  verified_at: string | null;
  updated_at: string;
};

const present = (row: StateSourceRow): PresentedStateSource => ({
  ...pick(row, 'name', 'kind', 'settings'),
  credentials: row.credential_fields,
  verified_at: timeOf(row.verified_at),
  updated_at: row.updated_at.toISOString(),
});

const noSuchSource = () => new AppError('not_found', 'No such state source in this organization.');

/** Where an organization's states lie, by name; the bucket of its AWS settings among them, first. */
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

/** One of them; the bucket of the AWS settings has its own operations. 404 where there is none of this name. */
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

/** Throws 422 where fields do not fit the kind. Messages name fields, never what they hold. */
function refuseInvalidFields(form: SourceForm, given: { settings: Given; credentials: Given }): void {
  const fields: FieldError[] = [];
  for (const part of ['settings', 'credentials'] as const) {
    const known = form[part].properties;
    const examples = new Map(fieldsOf(form[part]).map(({ name, example }) => [`/${name}`, example]));
    for (const name of Object.keys(given[part]).filter((one) => !(one in known)))
      fields.push({
        path: `/${part}/${name}`,
        message: `is no field of it; known are ${Object.keys(known).join(', ')}`,
      });
    for (const [name, value] of Object.entries(given[part]))
      if (/^https?:/.test(value) && !URL.canParse(value))
        fields.push({ path: `/${part}/${name}`, message: 'is no URL' });
    for (const name of form[part].required ?? [])
      if (!(name in given[part])) fields.push({ path: `/${part}/${name}`, message: 'is required' });
    for (const { instancePath, message, keyword } of Value.Errors(form[part], given[part]))
      if (keyword !== 'required' && !fields.some(({ path }) => path === `/${part}${instancePath}`))
        fields.push({
          path: `/${part}${instancePath}`,
          message: keyword === 'pattern' ? `is not valid; an example: ${examples.get(instancePath)}` : message,
        });
  }
  if (fields.length > 0)
    throw new AppError('invalid_input', 'The fields do not fit this kind of state source.', { fields });
}

const leadsElsewhere = (before: Given, after: Given): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].some(
    (name) => !NARROWING.includes(name) && before[name] !== after[name],
  );

/** What is given anew, or what is there, as long as it goes where it went: nobody sends a secret elsewhere that they do not know. */
function keptCredentials(
  ctx: WithVault,
  before: StateSourceRow | undefined,
  { kind, settings, credentials }: { kind: string; settings: Given; credentials: Given | undefined },
): Given {
  if (credentials) return credentials;
  if (!before || before.credential_fields.length === 0) return {};
  if (before.kind === kind && !leadsElsewhere(before.settings, settings)) return credentialsOf(ctx.vault, before);
  throw new AppError('invalid_input', 'With these settings the credentials would go elsewhere: give them again.', {
    fields: [{ path: '/credentials', message: 'is required where settings other than the prefix change' }],
  });
}

/** An organization whose first states these are has its turn from now on. */
async function plan(tenant: Tenant): Promise<void> {
  const config = await lockCloudConfig(tenant, CLOUD);
  const next_run_at = nextRun(config, config, new Date(), true);
  if (next_run_at?.getTime() !== config.next_run_at?.getTime()) await saveCloudConfig(tenant, CLOUD, { next_run_at });
}

type Input = { org_id: string; name: string; kind: SourceKindName; settings: Given; credentials?: Given };

/**
 * Creates or replaces a source; without credentials those of before stay, as long as they go where they went. 422 where the fields do not fit
 * the kind, 403 for a kind that is the operator's.
 */
export async function saveSource(ctx: Ctx & WithVault & WithStateSources, input: Input): Promise<PresentedStateSource> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const { name, kind, settings } = input;
  if (name === CLOUD)
    throw new AppError('conflict', '"aws" is the bucket of the AWS settings: change it with "plumbline aws set".');
  const form: SourceForm = SOURCE_FORMS[kind];
  if (form.isOperatorOnly) requireOperator(ctx);
  refuseInvalidFields(form, { settings, credentials: input.credentials ?? {} });
  refuseSecrets({ settings });
  const saved = await audited(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    await lockCloudConfig(tenant, CLOUD);
    const before = await get(tenant, name);
    if (!before && (await list(tenant)).length >= MAX_SOURCES)
      throw new AppError('conflict', `An organization has ${MAX_SOURCES} state sources at most; delete one first.`);
    const credentials = keptCredentials(ctx, before, { ...input, credentials: input.credentials });
    tryOpen(ctx, org_id, kind, { settings, credentials });
    const fields = Object.keys(credentials).toSorted();
    const sealed = fields.length === 0 ? null : ctx.vault.seal(JSON.stringify(credentials), sealedIn(org_id, name));
    const row = await saveStateSource(tenant, { name, kind, settings, credentials: sealed, credential_fields: fields });
    await plan(tenant);
    const nothing = { kind: null, settings: null };
    const detail = {
      ...changesOf(before ?? nothing, row, ['kind', 'settings']),
      ...(input.credentials && { credentials: fields }),
    };
    const event = { org_id, action: 'state_source.save', target: { kind: 'state_source', id: name }, detail } as const;
    return { result: row, event: Object.keys(detail).length === 0 ? null : event };
  });
  return present(saved);
}

/** Throws 422 where what is given does not make a source: it says which credentials fit together. */
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

/**
 * Deletes a source. The next analysis of all states does not find its states: it resolves their incidents as removed from the state. Where
 * it was the last source there is no such analysis, and they stay open.
 */
export async function deleteSource(ctx: Ctx, input: { org_id: string; name: string }): Promise<void> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const { name } = input;
  await audited(ctx, async (trx) => {
    if (!(await remove(scoped(trx, { org_id }), name))) throw noSuchSource();
    const target = { kind: 'state_source', id: name };
    return { result: undefined, event: { org_id, action: 'state_source.delete', target, detail: {} } };
  });
}
