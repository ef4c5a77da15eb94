import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { SourceProblem } from '../../base/state-source.ts';
import type { Given, Ways } from '../../sources/contract/kind.ts';
import type { SourceKindName } from '../../sources/contract/names.ts';
import type { Env } from '../config/config.ts';

/** The command that reads a state wherever Terraform itself can. */
export const PULL = 'terraform state pull | plumbline scan -';

/** The settings of a backend block, and the other inputs that Terraform would use. */
export type Named = {
  settings: JsonObject;
  env: Env;
  /** The base of relative paths. */
  directory: string;
};

/** A location of states with its credentials, in the form that its kind of source takes. */
export type Place = {
  kind: SourceKindName;
  settings: Readonly<Record<string, string | undefined>>;
  credentials: Readonly<Record<string, string | undefined>> | ((ways: Ways) => Promise<Given>);
  /** The location of a state, for a person. */
  shown: (key: string) => string;
};

/** The target of a URL: settings in the form of the backend's block, and the wanted states. */
export type UrlTarget = { settings: JsonObject; prefix: string; isExact?: boolean };

/** A Terraform backend, read with the credentials that Terraform would use. */
export type BackendKind = {
  /** Parses the part of a URL after `://`. Undefined where a required part is missing. */
  readUrl(rest: string): UrlTarget | undefined;
  /** The form of a URL, for the person who wrote an invalid one. */
  form: string;
  /** Throws `SourceProblem` where a setting or a credential is missing, or cannot be used here. */
  placeOf(named: Named): Place;
  /** The key of a workspace's state. Throws `SourceProblem` where a required setting is missing. */
  keyOf(named: Named, workspace: string): string;
};

/** A text that is not blank, trimmed; undefined for anything else. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The first text that is not blank. */
export const firstText = (...values: readonly unknown[]): string | undefined =>
  values.map(text).find((one) => one !== undefined);

/** A setting that the block must have. Throws `SourceProblem` where it is missing. */
export function required({ settings }: Named, backend: string, name: string): string {
  const value = text(settings[name]);
  if (value !== undefined) return value;
  throw new SourceProblem(
    'not_found',
    `The backend "${backend}" does not say its ${name}: run "terraform init" there, with what -backend-config adds.`,
  );
}

/** The problem of a missing or unsupported setting, with the way that always works. */
export const cannot = (sentence: string): SourceProblem =>
  new SourceProblem('credentials_missing', `${sentence} Or pipe the state in, where Terraform can read it: ${PULL}`);

export const homeOf = ({ HOME, USERPROFILE }: Env): string => HOME ?? USERPROFILE ?? '/';

/** The path that a person wrote, resolved; `~` is their home directory. */
export const pathTo = (path: string, { env, directory }: Pick<Named, 'env' | 'directory'>): string =>
  path.startsWith('~/') ? join(homeOf(env), path.slice(2)) : resolve(directory, path);

/** The content of a file that a setting names. Throws `SourceProblem` where it cannot be read. */
export function readNamed(path: string, what: string, named: Pick<Named, 'env' | 'directory'>): string {
  try {
    return readFileSync(pathTo(path, named), 'utf8');
  } catch {
    throw cannot(`${what} is to be in ${path}, which cannot be read. Correct the path.`);
  }
}

/** The content of a file; undefined where it cannot be read. */
export function readIfThere(...path: readonly string[]): string | undefined {
  try {
    return readFileSync(join(...path), 'utf8');
  } catch {
    return undefined;
  }
}
