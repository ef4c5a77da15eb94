import { Value } from 'typebox/value';
import { SourceProblem } from '../../base/state-source.ts';
import { SOURCE_FORMS } from '../../sources/kinds.ts';
import type { Given } from '../../sources/contract/kind.ts';
import { azurerm } from './azurerm.ts';
import { consul } from './consul.ts';
import type { BackendKind, Place, UrlTarget } from './contract.ts';
import { gcs } from './gcs.ts';
import { hcp } from './hcp.ts';
import { gitlab, http } from './http.ts';
import { kubernetes } from './kubernetes.ts';
import { pg } from './pg.ts';

/** Backends by Terraform's names; `cloud` is a block of its own. */
const BACKENDS: Readonly<Record<string, BackendKind>> = {
  gcs,
  azurerm,
  http,
  cloud: hcp,
  remote: hcp,
  pg,
  consul,
  kubernetes,
};

/** Backends by URL scheme. */
const SCHEMES: Readonly<Record<string, BackendKind>> = {
  ...BACKENDS,
  gs: gcs,
  https: http,
  hcp,
  postgres: pg,
  postgresql: pg,
  gitlab,
};

/** The backend of a type other than `local` and `s3`; undefined for an unsupported one. */
export const backendKind = (type: string): BackendKind | undefined =>
  Object.hasOwn(BACKENDS, type) ? BACKENDS[type] : undefined;

/** The target of a URL; undefined for other texts and schemes. Throws `SourceProblem` for an invalid URL. */
export function readTargetUrl(target: string): { kind: BackendKind; named: UrlTarget } | undefined {
  const [, scheme = '', rest = ''] = /^([a-z]+):\/\/(.*)$/is.exec(target) ?? [];
  const name = scheme.toLowerCase();
  const kind = Object.hasOwn(SCHEMES, name) ? SCHEMES[name] : undefined;
  if (!kind) return undefined;
  if (/^[^/@]*:[^/@]*@/.test(rest))
    throw new SourceProblem(
      'not_found',
      `A password does not belong on a command line, where others and logs see it: give it in the environment (${kind === pg ? 'PGPASSWORD' : 'TF_HTTP_PASSWORD'}).`,
    );
  const named = kind.readUrl(kind === http ? target : rest);
  if (!named) throw new SourceProblem('not_found', `This names no place of states. Write ${kind.form}.`);
  return { kind, named };
}

/** The settings to open a source with, checked against its kind's form. Throws `SourceProblem` for invalid ones. */
export function checkedSettings({ kind, settings }: Place): Given {
  const { properties } = SOURCE_FORMS[kind].settings;
  const said = Object.entries(settings).filter((one): one is [string, string] => one[1] !== undefined);
  for (const [name, value] of said)
    if (!properties[name] || !Value.Check(properties[name], value))
      throw new SourceProblem(
        'not_found',
        `The ${name} of the place of the states (${kind}) is not one that can be used.`,
      );
  return Object.fromEntries(said);
}
