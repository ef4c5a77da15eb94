import { isAwsProvider } from '../../clouds/aws/catalog/provider.ts';
import { formatProviderSource, parseProviderSource } from '../../provider/address/source.ts';
import { localPorts, readReach } from '../../clouds/tunnel/reach.ts';
import { AppError, messageOf, type FieldError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { meantBy, type ProviderPattern } from '../../provider/address/pattern.ts';
import {
  deleteProviderSettings as remove,
  listProviderSettings as list,
  saveProviderSettings as save,
  type ProviderSettingsRow,
} from '../../store/queries/provider-settings.ts';
import { lockCloudConfig } from '../../store/queries/cloud-configs.ts';
import { scoped } from '../../store/scope.ts';
import { fetchOrganization } from '../access/organization.ts';
import { audited, changesOf } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { pick } from '../base/present.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import type { WithVault } from '../secrets/vault.ts';
import { sealedIn } from './own.ts';

export type WithProviderRules = {
  /** The providers that organizations may use, and whether these may connect to the machine of this server. */
  providerRules: { allowed: readonly ProviderPattern[]; reachesMachine: boolean };
};

const MAX_ENTRIES = 100;

/** Settings of a provider as the API shows them: only the names of configuration fields and variables. */
export type PresentedProviderSettings = {
  name: string;
  provider: string;
  alias: string;
  states: string[] | null;
  reach: string[] | null;
  config: string[];
  env: string[];
  updated_at: string;
};

const present = (row: ProviderSettingsRow): PresentedProviderSettings => ({
  ...pick(row, 'name', 'provider', 'alias', 'states', 'reach'),
  config: row.config_fields,
  env: row.env_fields,
  updated_at: row.updated_at.toISOString(),
});

export const noSuchSettings = () => new AppError('not_found', 'No such provider settings in this organization.');

/** An organization's settings for its providers, in the order of their precedence. */
export async function listProviderSettings(ctx: Ctx, input: { org_id: string }): Promise<PresentedProviderSettings[]> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  return (await list(scoped(ctx.store.db, { org_id }))).map(present);
}

/** Variables that concern the process, its network access or this server, and not the provider's own service. */
const NOT_THEIRS =
  /^(?:PATH|HOME|TMPDIR|LD_.*|DYLD_.*|GO(?:DEBUG|GC|MEMLIMIT|MAXPROCS|TRACEBACK|COVERDIR|TOOLCHAIN)|TF_.*|SSL_CERT_.*|GCE_METADATA_.*|AWS_EC2_.*|.*_PROXY|PLUMBLINE_.*)$/i;

type Input = {
  org_id: string;
  name: string;
  provider: string;
  alias?: string;
  states?: string[] | null;
  reach?: string[] | null;
  config?: JsonObject;
  env?: Record<string, string>;
};

function problemsOf(
  { provider, reach, env = {} }: Input,
  { allowed, reachesMachine }: WithProviderRules['providerRules'],
): FieldError[] {
  const fields: FieldError[] = [];
  const add = (path: string, message: string) => void fields.push({ path, message });
  const source = parseProviderSource(provider);
  if (!source) add('/provider', 'must be an address such as hashicorp/google');
  else if (!meantBy(allowed, provider))
    add('/provider', 'is not among the providers that the operator of this server lets run (PLUMBLINE_PROVIDERS)');
  else if (isAwsProvider(formatProviderSource(source)))
    add('/provider', 'gets the role of the organization: "plumbline aws set"');
  for (const name of Object.keys(env).filter((one) => NOT_THEIRS.test(one)))
    add(`/env/${name}`, 'is no variable of a provider');
  try {
    if (localPorts(readReach(reach ?? [])).length > 0 && !reachesMachine)
      add('/reach', 'may not lead to the machine of this server');
  } catch (error) {
    add('/reach', messageOf(error));
  }
  return fields;
}

/** Creates or replaces settings of a provider. 422 if it may not run here, or if a setting does not concern it. */
export async function saveProviderSettings(
  ctx: Ctx & WithVault & WithProviderRules,
  input: Input,
): Promise<PresentedProviderSettings> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const { name, provider, alias = '', states = null, reach = null, config = {}, env = {} } = input;
  const fields = problemsOf(input, ctx.providerRules);
  if (fields.length > 0) throw new AppError('invalid_input', 'These settings cannot be used.', { fields });
  refuseSecrets({ alias, states, reach });
  const row = await audited(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    // Serializes requests, so that each counts the entries of the others.
    await lockCloudConfig(tenant, 'aws');
    const all = await list(tenant);
    const before = all.find((one) => one.name === name);
    if (!before && all.length >= MAX_ENTRIES)
      throw new AppError('conflict', `An organization has settings for ${MAX_ENTRIES} providers at most.`);
    const given = ctx.vault.seal(JSON.stringify({ config, env }), sealedIn(org_id, name));
    const names = { config_fields: Object.keys(config).toSorted(), env_fields: Object.keys(env).toSorted() };
    const saved = await save(tenant, { name, provider, alias, states, reach, given, ...names });
    const shown = ['provider', 'alias', 'states', 'reach', 'config', 'env'] as const;
    const nothing = { provider: null, alias: null, states: null, reach: null, config: null, env: null };
    const detail = { ...changesOf(before ? present(before) : nothing, present(saved), shown), given: 'replaced' };
    const target = { kind: 'provider_settings', id: name };
    return { result: saved, event: { org_id, action: 'provider_settings.save', target, detail } };
  });
  return present(row);
}

/** Deletes settings of a provider. 404 if there are none of this name. */
export async function deleteProviderSettings(ctx: Ctx, input: { org_id: string; name: string }): Promise<void> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  const { name } = input;
  await audited(ctx, async (trx) => {
    if (!(await remove(scoped(trx, { org_id }), name))) throw noSuchSettings();
    const target = { kind: 'provider_settings', id: name };
    return { result: undefined, event: { org_id, action: 'provider_settings.delete', target, detail: {} } };
  });
}
