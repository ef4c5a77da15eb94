import { plural } from '../../base/plural.ts';
import { SELECTORS, type IgnoreRule } from '../../engine/ignore/ignore.ts';
import { valueTestsText } from '../../engine/ignore/value-test.ts';
import type { IgnoreRules } from '../../services/ignore-rules/replace.ts';
import { readIgnoreFile } from '../scan/ignore-file.ts';
import { at } from '../terminal/client.ts';
import { group, note, printTable, remote } from '../terminal/command.ts';

function selectorsOf(rule: IgnoreRule): string {
  const globs = SELECTORS.flatMap((name) => (rule[name] === undefined ? [] : [`${name}=${rule[name]}`]));
  return [...globs, ...valueTestsText(rule)].join(' ');
}

function usageOf({ usage }: IgnoreRules, { id }: IgnoreRule): string | null {
  const rule = usage.find((one) => one.id === id);
  if (!rule) return null;
  if (rule.unused_since !== undefined) return `unused since ${rule.unused_since.slice(0, 10)}`;
  return rule.last_matched_at === undefined ? rule.use : `${rule.use}, last ${rule.last_matched_at.slice(0, 10)}`;
}

function expiryOf({ expires_at }: IgnoreRule): string | null {
  if (expires_at === undefined) return null;
  return Date.parse(expires_at) <= Date.now() ? `${expires_at} (expired)` : expires_at;
}

const list = remote({
  use: 'list <org>',
  about: 'list the rules in the order in which they apply',
  examples: [['plumbline ignore list org_… --json > ignore.json', 'to edit them and set them again']],
  ask: (client, [org]) => client.get<IgnoreRules>(at`/orgs/${org}/ignore-rules`),
  show(cli, found) {
    const rows = found.rules.map((rule) => [
      rule.id,
      selectorsOf(rule),
      rule.reason,
      usageOf(found, rule),
      expiryOf(rule),
    ]);
    printTable(cli, ['ID', 'IGNORES', 'REASON', 'USE', 'EXPIRES'], rows);
  },
});

const set = remote({
  use: 'set <org> <file>',
  about: 'replace all rules by those of a JSON file; fails if they have changed since the file was exported',
  examples: [['plumbline ignore set org_… ignore.json', 'a list of rules, or what list --json prints']],
  async ask(client, [org, file]) {
    const { version, rules } = readIgnoreFile(file);
    return client.put<IgnoreRules>(at`/orgs/${org}/ignore-rules`, { rules, version });
  },
  show: (cli, { rules, version }) =>
    note(cli, `${plural(rules.length, 'rule')}, version ${version}; from the next analysis on.`),
});

export const ignore = group('ignore', 'list and set the ignore rules of an organization', [list, set]);
