import { isAbsolute } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { readReach } from '../../clouds/tunnel/reach.ts';
import { digestOf } from '../../base/digest.ts';
import { isOrganizationId } from '../../base/ids.ts';
import { isObject } from '../../base/json.ts';
import { compileGlob, matchesGlob } from '../../engine/model/glob.ts';
import { configurationIn, type ProviderAddress } from '../../engine/state/provider-address.ts';
import { meantBy, parseProviderPattern, type ProviderPattern } from '../../provider/address/pattern.ts';
import { isPublicHost } from '../../provider/address/source.ts';
import type { NoSettings, ProviderSettings } from '../../engine/refresh/providing.ts';
import { secretsIn } from './secrets.ts';

/** The operator's settings for the providers that match a pattern, and their organizations. */
export type ProviderGrant = Omit<ProviderSettings, 'entry' | 'isShared' | 'place'> & {
  provider: ProviderPattern;
  /** A pattern of provider configurations (`configurationIn`). Empty: the default configuration of the root module. */
  alias: string;
  /** Patterns of state keys; undefined: all states. */
  states: readonly string[] | undefined;
  /** Ids of organizations. Undefined: none, except in a scan at the terminal, where it means everybody. */
  organizations: readonly string[] | undefined;
};

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isList = (value: unknown): value is string[] => isTexts(value) && value.length > 0;
const isEnvironment = (value: unknown): boolean =>
  isObject(value) && Object.entries(value).every(([name, text]) => VARIABLE.test(name) && typeof text === 'string');

const unless = (fits: (value: unknown) => boolean, problem: string) => (value: unknown) =>
  fits(value) ? undefined : problem;

function reachProblem(value: unknown): string | undefined {
  if (!isTexts(value)) return 'reach must be a list of texts such as "db.example.com:5432"';
  try {
    readReach(value);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The members of an entry, each with a function that returns the problem of its value. */
const MEMBERS = {
  provider: unless(
    (value) => isText(value) && parseProviderPattern(value) !== undefined,
    'provider must be an address such as hashicorp/google or acme/*',
  ),
  alias: unless(isText, 'alias must be a text such as "west", "module.net.west" or "*"'),
  states: unless(isList, 'states must be a list of patterns such as "prod/*"'),
  organizations: unless(
    (value) => isList(value) && value.every(isOrganizationId),
    'organizations must be a list of ids such as "org_…"; logins may change hands',
  ),
  config: unless(isObject, 'config must be an object, as what stands inside of provider { }'),
  env: unless(isEnvironment, 'env must be an object of variables, their values texts'),
  reach: reachProblem,
  files: unless((value) => isTexts(value) && value.every(isAbsolute), 'files must be a list of absolute paths'),
};

const NAMES = Object.keys(MEMBERS);
const FORM = `a list of {${NAMES.map((name) => `"${name}"`).join(', ')}}`;

type Entry = Omit<Partial<ProviderGrant>, 'provider'> & { provider: string };

function grantOf(entry: unknown, i: number): ProviderGrant {
  const where = `entry ${i + 1}`;
  if (!isObject(entry)) throw new Error(`${where} is no object`);
  if (!Object.keys(entry).every((name) => NAMES.includes(name)))
    throw new Error(`${where} has a member that is none of ${NAMES.join(', ')}`);
  for (const [name, problemOf] of Object.entries(MEMBERS)) {
    const problem = name === 'provider' || entry[name] !== undefined ? problemOf(entry[name]) : undefined;
    if (problem !== undefined) throw new Error(`${where}: ${problem}`);
  }
  const { provider, alias = '', states, organizations, config = {}, env = {}, reach, files } = entry as Entry;
  return { provider: parseProviderPattern(provider)!, alias, states, organizations, config, env, reach, files };
}

/** True if a pattern matches everything that another one does; a star is matched only by a star. */
const covers = (one: string, other: string): boolean => matchesGlob(compileGlob(one), other);

function coversProvider(one: ProviderPattern, other: ProviderPattern): boolean {
  const [[type, namespace, host], [itsType, itsNamespace, itsHost]] = [partsOf(one), partsOf(other)];
  // A pattern without a host means both public registries.
  const isHost = host === undefined ? itsHost === undefined || isPublicHost(itsHost) : covers(host, itsHost ?? '*');
  return isHost && covers(namespace, itsNamespace) && covers(type, itsType);
}

const partsOf = ({ text }: ProviderPattern) => text.split('/').toReversed() as [string, string, string?];

const isFor = ({ states }: ProviderGrant, key: string): boolean =>
  states?.some((pattern) => covers(pattern, key)) ?? true;

/** True if the entry has settings, but does not say for which states. */
export const isShared = ({ states, config, env }: ProviderGrant): boolean =>
  states === undefined && Object.keys(config).length + Object.keys(env).length > 0;

/** True if `earlier` takes everything that `later` is for; the first matching entry counts. */
const isShadowed = (later: ProviderGrant, earlier: ProviderGrant): boolean =>
  coversProvider(earlier.provider, later.provider) &&
  covers(earlier.alias, later.alias) &&
  (later.states ?? ['*']).every((state) => isFor(earlier, state)) &&
  (earlier.organizations === undefined ||
    (later.organizations?.every((id) => earlier.organizations?.includes(id)) ?? false));

/**
 * Parses the setting. Throws an error with the problem and the number of the entry, which quotes nothing of it. An
 * entry that never applies, since an earlier one takes everything, is an error too.
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

/** The entries that name an organization. */
export function grantsFor(grants: readonly ProviderGrant[], orgId: string): ProviderGrant[] {
  return grants.filter(({ organizations }) => organizations?.includes(orgId));
}

/**
 * Returns a function that finds the settings of a provider configuration of a state: those of the first matching entry.
 * `orgId` appears in the suggested entry if none matches.
 */
export function settingsFor(
  grants: readonly ProviderGrant[],
  orgId?: string,
): (provider: ProviderAddress, stateKey: string) => ProviderSettings | NoSettings {
  return (provider, stateKey) => {
    const name = configurationIn(provider);
    const meant = grants.filter((one) => meantBy([one.provider], provider.source));
    const grant = meant.find((one) => covers(one.alias, name) && isFor(one, stateKey));
    if (grant) {
      const { config, env, reach, files, isTenants } = grant;
      const entry = grants.indexOf(grant);
      return { config, env, reach, files, isTenants, entry, place: placeOf(grants, entry), isShared: isShared(grant) };
    }
    return { missing: missingText(provider, { stateKey, orgId, others: meant.length > 0 }), others: meant.length > 0 };
  };
}

/** Names the place that settings lead to, without secrets, which change; equal ones are told apart by their order. */
function placeOf(grants: readonly ProviderGrant[], entry: number): string {
  const texts = grants.slice(0, entry + 1).map(({ config, env, provider }) => {
    const secrets = new Set(secretsIn([{ config, env }], 'perhaps'));
    return JSON.stringify([provider, config, env], (_name, one: unknown) =>
      typeof one === 'string' && secrets.has(one) ? null : one,
    );
  });
  const own = texts[entry];
  return digestOf([own, texts.indexOf(own!) === entry ? 0 : texts.filter((text) => text === own).length]);
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
  return `${what} Add ${JSON.stringify(line)} with its own config or env to PLUMBLINE_PROVIDER_SETTINGS.${orgId === undefined ? '' : ' Or set them for the organization: "plumbline providers set".'}`;
}
