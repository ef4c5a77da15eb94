import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { SourceProblem } from '../../base/state-source.ts';
import type { Given, Ways } from '../../sources/contract/kind.ts';
import type { SourceKindName } from '../../sources/contract/names.ts';
import type { Env } from '../config/config.ts';

/** The line that reads a state from wherever Terraform itself can. */
export const PULL = 'terraform state pull | plumbline scan -';

/** Settings as the block of a backend has them, and what else Terraform would look at. */
export type Named = {
  settings: JsonObject;
  env: Env;
  /** Where relative paths begin. */
  directory: string;
};

/** A place of states with what opens it, as its kind of source takes both. */
export type Place = {
  kind: SourceKindName;
  settings: Readonly<Record<string, string | undefined>>;
  credentials: Readonly<Record<string, string | undefined>> | ((ways: Ways) => Promise<Given>);
  /** How a state there is shown to a person. */
  shown: (key: string) => string;
};

/** What a URL names: settings as the backend's block would have them, and the states that are meant. */
export type UrlTarget = { settings: JsonObject; prefix: string; isExact?: boolean };

/** One of Terraform's backends, read with the credentials that it would take. */
export type BackendKind = {
  /** Of a URL what stands behind `://`. Undefined where it does not name what it has to. */
  readUrl(rest: string): UrlTarget | undefined;
  /** How a URL is written, for the person who wrote it wrong. */
  form: string;
  /** Throws `SourceProblem` where a setting or a credential is missing, or cannot be used here. */
  placeOf(named: Named): Place;
  /** The key of the state of a workspace. Throws `SourceProblem` where a setting that it takes is missing. */
  keyOf(named: Named, workspace: string): string;
};

/** A text that says something; undefined for all else. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The first that says something. */
export const firstText = (...values: readonly unknown[]): string | undefined =>
  values.map(text).find((one) => one !== undefined);

/** What a block has to say and does not. */
export function required({ settings }: Named, backend: string, name: string): string {
  const value = text(settings[name]);
  if (value !== undefined) return value;
  throw new SourceProblem(
    'not_found',
    `The backend "${backend}" does not say its ${name}: run "terraform init" there, with what -backend-config adds.`,
  );
}

/** What is missing or not understood here, and the way that always works. */
export const cannot = (sentence: string): SourceProblem =>
  new SourceProblem('credentials_missing', `${sentence} Or pipe the state in, where Terraform can read it: ${PULL}`);

export const homeOf = ({ HOME, USERPROFILE }: Env): string => HOME ?? USERPROFILE ?? '/';

/** Where a path leads that a person wrote; `~` is their own directory. */
export const pathTo = (path: string, { env, directory }: Pick<Named, 'env' | 'directory'>): string =>
  path.startsWith('~/') ? join(homeOf(env), path.slice(2)) : resolve(directory, path);

/** A file that a setting names. Throws `SourceProblem` where it cannot be read. */
export function readNamed(path: string, what: string, named: Pick<Named, 'env' | 'directory'>): string {
  try {
    return readFileSync(pathTo(path, named), 'utf8');
  } catch {
    throw cannot(`${what} is to be in ${path}, which cannot be read. Correct the path.`);
  }
}

/** A file that may be there. */
export function readIfThere(...path: readonly string[]): string | undefined {
  try {
    return readFileSync(join(...path), 'utf8');
  } catch {
    return undefined;
  }
}
