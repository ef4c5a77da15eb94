import { readFileSync } from 'node:fs';
import { messageOf } from '../base/errors.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import type { IgnoreRule, SourcedRule } from '../drift/rules/ignore.ts';
import { refuseRule } from '../drift/rules/refuse-rule.ts';
import { CliError } from './client.ts';
import { visible } from './report/visible.ts';

/** Rules as a file has them: what `plumbline ignore list --json` prints, or the bare list. */
export type IgnoreFile = { version?: number; rules: JsonObject[] };

/** Reads a file of ignore rules; whether each of them can be taken is not looked at here. Throws `CliError`. */
export function readIgnoreFile(path: string): IgnoreFile {
  let text: string;
  let document: unknown;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`${visible(path)} could not be read: ${visible(messageOf(error))}`, { cause: error });
  }
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new CliError(`${visible(path)} is not JSON: ${visible(messageOf(error))}`, { cause: error });
  }
  const given = Array.isArray(document) ? { rules: document } : document;
  if (!isObject(given) || !Array.isArray(given.rules) || !given.rules.every(isObject))
    throw new CliError(`${visible(path)} has to hold a list of rules, or an object with the list as "rules".`);
  return given as IgnoreFile;
}

const FIELDS = ['id', 'address', 'type', 'attribute', 'state', 'region', 'reason', 'expires_at'];

function misfit(rule: JsonObject): string | undefined {
  const unknown = Object.keys(rule).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return `has a field that no rule has: ${visible(unknown)}`;
  const wrong = Object.keys(rule).find((name) => typeof rule[name] !== 'string' || rule[name] === '');
  if (wrong !== undefined) return `has a ${wrong} that is not a text`;
  if (rule.reason === undefined) return 'has no reason';
  if (rule.expires_at !== undefined && Number.isNaN(Date.parse(rule.expires_at as string)))
    return 'has an expires_at that is not a time, such as 2026-12-31T00:00:00Z';
  return refuseRule(rule as IgnoreRule);
}

/** The rules of a file, for a scan without a server. Throws `CliError` for the first that cannot be taken. */
export function rulesOf(path: string): SourcedRule[] {
  return readIgnoreFile(path).rules.map((rule, i) => {
    const why = misfit(rule);
    if (why !== undefined) throw new CliError(`${visible(path)}: rule ${i + 1} ${why}.`);
    return { id: String(i + 1), ...rule, source: 'file' } as SourcedRule;
  });
}
