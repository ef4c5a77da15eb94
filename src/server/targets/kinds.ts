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

/** By the names that Terraform gives backends; `cloud` is a block of its own. */
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

/** By what URLs begin with. */
const SCHEMES: Readonly<Record<string, BackendKind>> = {
  ...BACKENDS,
  gs: gcs,
  https: http,
  hcp,
  postgres: pg,
  postgresql: pg,
  gitlab,
};

/** How a backend is read that is neither `local` nor `s3`; undefined where it is not. */
export const backendKind = (type: string): BackendKind | undefined =>
  Object.hasOwn(BACKENDS, type) ? BACKENDS[type] : undefined;

/** What a URL names; undefined for what is none of these. Throws `SourceProblem` for one that is written wrong. */
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

/** What a source is opened with: only settings of the form that its kind has. Throws `SourceProblem` for another. */
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
