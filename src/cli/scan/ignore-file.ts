import { readFileSync } from 'node:fs';
import { messageOf } from '../../base/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { IgnoreRule, SourcedRule } from '../../engine/ignore/ignore.ts';
import { ruleProblems } from '../../services/ignore-rules/rule-fields.ts';
import { CliError } from '../terminal/client.ts';
import { visible } from '../../base/visible.ts';

/** The content of a rules file: the output of `plumbline ignore list --json`, or the bare list. */
export type IgnoreFile = { version?: number; rules: JsonObject[] };

/** Reads a file of ignore rules without checking each rule. Throws `CliError`. */
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
  const file = Array.isArray(document) ? { rules: document } : document;
  if (!isObject(file) || !Array.isArray(file.rules) || !file.rules.every(isObject))
    throw new CliError(`${visible(path)} has to hold a list of rules, or an object with the list as "rules".`);
  return file as IgnoreFile;
}

/** The rules of a file, for a scan without a server. Throws `CliError` for the first invalid one. */
export function rulesOf(path: string): SourcedRule[] {
  return readIgnoreFile(path).rules.flatMap((rule, i) => {
    // Only inventories of a server know rules about unmanaged objects.
    if (rule.kind === 'unmanaged') return [];
    const [problem] = ruleProblems(rule, []);
    if (problem) {
      const field = problem.path.length === 0 ? '' : ` (${problem.path.join('.')})`;
      throw new CliError(`${visible(path)}: rule ${i + 1}${visible(field)}: ${visible(problem.message)}.`);
    }
    return {
      ...(rule as IgnoreRule),
      id: rule.id === undefined ? String(i + 1) : (rule as IgnoreRule).id,
      source: 'file',
    };
  });
}
