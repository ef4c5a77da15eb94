import { isAbsolute } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { readReach } from '../gateway/tunnel/reach.ts';
import { isOrganizationId } from '../base/ids.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { isSecretName } from '../drift/redact/names.ts';
import { maskText } from '../drift/redact.ts';
import { meantBy, parseProviderPattern, type ProviderPattern } from '../provider/places/pattern.ts';
import type { ProviderSettings } from '../scan/providing.ts';

/** What the operator gives the providers that a pattern means, and for whom. */
export type ProviderGrant = ProviderSettings & {
  provider: ProviderPattern;
  /** Ids of organizations; undefined where none are named, which only a scan at the terminal takes for everybody. */
  organizations: readonly string[] | undefined;
};

const MEMBERS = new Set(['provider', 'organizations', 'config', 'env', 'reach', 'files']);
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
    organizations: organizationsOf(entry.organizations, where),
    config: config as JsonObject,
    env: envOf(entry.env, where),
    reach: reachOf(entry.reach, where),
    files: filesOf(entry.files, where),
  };
}

/** Reads the setting. Throws an error that says what is wrong, with the number of the entry, and repeats nothing of it. */
export function readProviderSettings(value: string): ProviderGrant[] {
  let given: unknown;
  try {
    given = JSON.parse(value);
  } catch {
    throw new Error('must be JSON: a list of {"provider", "organizations", "config", "env", "reach", "files"}');
  }
  if (!Array.isArray(given))
    throw new Error('must be a list of {"provider", "organizations", "config", "env", "reach", "files"}');
  return given.map(grantOf);
}

/** The entries that hold for one organization: those that name it, and no others. */
export function grantsFor(grants: readonly ProviderGrant[], orgId: string): ProviderGrant[] {
  return grants.filter(({ organizations }) => organizations?.includes(orgId));
}

/** What a provider gets: of the first entry that means it. */
export function settingsFor(grants: readonly ProviderGrant[]): (source: string) => ProviderSettings | undefined {
  return (source) => {
    const grant = grants.find(({ provider }) => meantBy([provider], source));
    return grant && { config: grant.config, env: grant.env, reach: grant.reach, files: grant.files };
  };
}

/** Credentials often come as a document in a text; a provider's error may repeat a part of it. */
function documentIn(text: string): Json | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function collect(value: Json, secret: boolean, found: Map<string, boolean>): void {
  if (typeof value === 'string') {
    found.set(value, (found.get(value) ?? false) || secret || maskText(value) !== value);
    const inner = documentIn(value);
    if (inner !== undefined) collect(inner, false, found);
  } else if (Array.isArray(value)) for (const one of value) collect(one, secret, found);
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) collect(one, secret || isSecretName(name), found);
}

/**
 * The texts of these entries, longest first: all of them, which a provider's own words are freed from, or those that are
 * secrets by their name or shape, which nothing that is told holds. A project or region is no secret, and stands in every address.
 */
export function textsOf(grants: readonly ProviderGrant[], which: 'all' | 'secret'): string[] {
  const found = new Map<string, boolean>();
  for (const { config, env } of grants) collect({ config, env }, false, found);
  return [...found]
    .filter(([, secret]) => which === 'all' || secret)
    .map(([text]) => text)
    .sort((a, b) => b.length - a.length);
}
