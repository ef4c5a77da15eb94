import { isAbsolute } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { readReach } from '../../clouds/tunnel/reach.ts';
import { isOrganizationId } from '../../base/ids.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { compileGlob, matchesGlob } from '../../engine/model/glob.ts';
import { configurationIn, type ProviderAddress } from '../../engine/state/provider-address.ts';
import { meantBy, parseProviderPattern, type ProviderPattern } from '../../provider/address/pattern.ts';
import { isPublicHost } from '../../provider/address/source.ts';
import type { NoSettings, ProviderSettings } from '../../engine/refresh/providing.ts';

/** What the operator gives the providers that a pattern means, and for whom. */
export type ProviderGrant = Omit<ProviderSettings, 'entry' | 'isShared'> & {
  provider: ProviderPattern;
  /** Which of their configurations (`configurationIn`), as a pattern; the default one of the root module is the empty text. */
  alias: string;
  /** Patterns of the keys of states; undefined where it does not say which: it is for all of them then. */
  states: readonly string[] | undefined;
  /** Ids of organizations; undefined where none are named, which only a scan at the terminal takes for everybody. */
  organizations: readonly string[] | undefined;
};

const MEMBERS = new Set(['provider', 'alias', 'states', 'organizations', 'config', 'env', 'reach', 'files']);
const FORM = 'a list of {"provider", "alias", "states", "organizations", "config", "env", "reach", "files"}';
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

function organizationsOf(value: unknown, where: string): string[] | undefined {
  if (value === undefined) return undefined;
  const ids: unknown[] = Array.isArray(value) ? value : [];
  if (ids.length === 0 || !ids.every((id): id is string => typeof id === 'string' && isOrganizationId(id)))
    throw new Error(`${where}: organizations must be a list of ids such as "org_…"; logins may change hands`);
  return ids;
}

function envOf(value: unknown, where: string): Record<string, string> {
  if (value === undefined) return {};
  const fits =
    isObject(value) && Object.entries(value).every(([name, text]) => VARIABLE.test(name) && typeof text === 'string');
  if (!fits) throw new Error(`${where}: env must be an object of variables, their values texts`);
  return value as Record<string, string>;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');

function aliasOf(value: unknown, where: string): string {
  if (value === undefined) return '';
  if (typeof value !== 'string' || value === '')
    throw new Error(`${where}: alias must be a text such as "west", "module.net.west" or "*"`);
  return value;
}

function statesOf(value: unknown, where: string): string[] | undefined {
  if (value === undefined) return undefined;
  if (!isTexts(value) || value.length === 0)
    throw new Error(`${where}: states must be a list of patterns such as "prod/*"`);
  return value;
}

function reachOf(value: unknown, where: string): string[] | undefined {
  if (value === undefined) return undefined;
  try {
    if (!isTexts(value)) throw new Error('reach must be a list of texts such as "db.example.com:5432"');
    readReach(value);
    return value;
  } catch (error) {
    throw new Error(`${where}: ${messageOf(error)}`, { cause: error });
  }
}

function filesOf(value: unknown, where: string): string[] | undefined {
  if (value === undefined) return undefined;
  if (!isTexts(value) || !value.every(isAbsolute)) throw new Error(`${where}: files must be a list of absolute paths`);
  return value;
}

function grantOf(entry: unknown, i: number): ProviderGrant {
  const where = `entry ${i + 1}`;
  if (!isObject(entry)) throw new Error(`${where} is no object`);
  const odd = Object.keys(entry).find((name) => !MEMBERS.has(name));
  if (odd !== undefined) throw new Error(`${where} has a member that is none of ${[...MEMBERS].join(', ')}`);
  const provider = typeof entry.provider === 'string' ? parseProviderPattern(entry.provider) : undefined;
  if (!provider) throw new Error(`${where}: provider must be an address such as hashicorp/google or acme/*`);
  const { config = {} } = entry;
  if (!isObject(config)) throw new Error(`${where}: config must be an object, as what stands inside of provider { }`);
  return {
    provider,
    alias: aliasOf(entry.alias, where),
    states: statesOf(entry.states, where),
    organizations: organizationsOf(entry.organizations, where),
    config: config as JsonObject,
    env: envOf(entry.env, where),
    reach: reachOf(entry.reach, where),
    files: filesOf(entry.files, where),
  };
}

/** Whether a pattern means all that another one does: its stars can only be meant by stars. */
const covers = (one: string, other: string): boolean => matchesGlob(compileGlob(one), other);

function coversProvider(one: ProviderPattern, other: ProviderPattern): boolean {
  const [[type, namespace, host], [itsType, itsNamespace, itsHost]] = [partsOf(one), partsOf(other)];
  // Without a host both public registries are meant.
  const isHost = host === undefined ? itsHost === undefined || isPublicHost(itsHost) : covers(host, itsHost ?? '*');
  return isHost && covers(namespace, itsNamespace) && covers(type, itsType);
}

const partsOf = ({ text }: ProviderPattern) => text.split('/').toReversed() as [string, string, string?];

const isFor = ({ states }: ProviderGrant, key: string): boolean =>
  states?.some((pattern) => covers(pattern, key)) ?? true;

/** Whether it leads states somewhere without saying which states it is for. */
export const isShared = ({ states, config, env }: ProviderGrant): boolean =>
  states === undefined && Object.keys(config).length + Object.keys(env).length > 0;

/** Whether everything that `later` holds for is taken by `earlier` already, of which the first counts. */
const isShadowed = (later: ProviderGrant, earlier: ProviderGrant): boolean =>
  coversProvider(earlier.provider, later.provider) &&
  covers(earlier.alias, later.alias) &&
  (later.states ?? ['*']).every((state) => isFor(earlier, state)) &&
  (earlier.organizations === undefined ||
    (later.organizations?.every((id) => earlier.organizations?.includes(id)) ?? false));

/**
 * Reads the setting. Throws an error that says what is wrong, with the number of the entry, and repeats nothing of it: an entry
 * that never applies, since an earlier one takes all of it, is wrong as well.
 */
export function readProviderSettings(value: string): ProviderGrant[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new Error(`must be JSON: ${FORM}`);
  }
  if (!Array.isArray(parsed)) throw new Error(`must be ${FORM}`);
  const grants = parsed.map(grantOf);
  for (const [i, later] of grants.entries()) {
    const j = grants.findIndex((earlier, at) => at < i && isShadowed(later, earlier));
    if (j >= 0)
      throw new Error(
        `entry ${i + 1} never applies, since entry ${j + 1} takes all that it is for: tell them apart by alias, states or organizations, and put the narrower one first`,
      );
  }
  return grants;
}

/** The entries that hold for one organization: those that name it, and no others. */
export function grantsFor(grants: readonly ProviderGrant[], orgId: string): ProviderGrant[] {
  return grants.filter(({ organizations }) => organizations?.includes(orgId));
}

/** What a provider configuration of a state gets: of the first entry that is for it. `orgId` is named in the line to add. */
export function settingsFor(
  grants: readonly ProviderGrant[],
  orgId?: string,
): (provider: ProviderAddress, stateKey: string) => ProviderSettings | NoSettings {
  return (provider, stateKey) => {
    const name = configurationIn(provider);
    const meant = grants.filter((one) => meantBy([one.provider], provider.source));
    const grant = meant.find((one) => covers(one.alias, name) && isFor(one, stateKey));
    if (grant) {
      const { config, env, reach, files } = grant;
      return { config, env, reach, files, entry: grants.indexOf(grant), isShared: isShared(grant) };
    }
    return { missing: missingText(provider, { stateKey, orgId, others: meant.length > 0 }), others: meant.length > 0 };
  };
}

function missingText(
  provider: ProviderAddress,
  { stateKey, orgId, others }: { stateKey: string; orgId: string | undefined; others: boolean },
): string {
  const name = configurationIn(provider);
  const line = {
    provider: provider.source.replace(/^registry\.(?:terraform\.io|opentofu\.org)\//, ''),
    ...(name !== '' && { alias: name }),
    ...(others && { states: [stateKey] }),
    ...(orgId !== undefined && { organizations: [orgId] }),
    config: {},
  };
  const what = others
    ? `${provider.text} of this state got no settings, only other configurations of this provider did, so it was not run.`
    : `${provider.text} got no settings.`;
  return `${what} Add ${JSON.stringify(line)} with its own config or env to PLUMBLINE_PROVIDER_SETTINGS.`;
}
