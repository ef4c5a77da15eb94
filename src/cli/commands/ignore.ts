import type { Command } from 'commander';
import { plural } from '../../base/plural.ts';
import { SELECTORS, type IgnoreRule } from '../../drift/rules/ignore.ts';
import { valueTestsText } from '../../drift/rules/value-test.ts';
import type { IgnoreRules } from '../../services/ignore-rules/get.ts';
import { printJson, printTable, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { createClient } from '../terminal/client.ts';
import { readIgnoreFile } from '../scan/ignore-file.ts';
import { print } from '../terminal/io.ts';

const pathOf = (org: string) => `/orgs/${encodeURIComponent(org)}/ignore-rules`;

function selectorsOf(rule: IgnoreRule): string {
  const globs = SELECTORS.flatMap((name) => (rule[name] === undefined ? [] : [`${name}=${rule[name]}`]));
  return [...globs, ...valueTestsText(rule)].join(' ');
}

/** What the last analysis that asked a rule said of it. */
function usageOf({ usage }: IgnoreRules, { id }: IgnoreRule): string | null {
  const known = usage.find((one) => one.id === id);
  if (!known) return null;
  if (known.unused_since !== undefined) return `unused since ${known.unused_since.slice(0, 10)}`;
  return known.last_matched_at === undefined ? known.use : `${known.use}, last ${known.last_matched_at.slice(0, 10)}`;
}

function expiryOf({ expires_at }: IgnoreRule): string | null {
  if (expires_at === undefined) return null;
  return Date.parse(expires_at) <= Date.now() ? `${expires_at} (over)` : expires_at;
}

/** `plumbline ignore list | set`. */
export function registerIgnore(program: Command, cli: Cli): void {
  const ignore = program.command('ignore').description('what an organization does not want to hear about');

  const list = ignore
    .command('list <org>')
    .description('list the rules in the order in which they are asked')
    .action(async (org: string, options: WithClient) => {
      const found = await createClient(cli.io.env, options).get<IgnoreRules>(pathOf(org));
      if (options.json) return printJson(cli, found);
      const rows = found.rules.map((rule) => [
        rule.id,
        selectorsOf(rule),
        rule.reason,
        usageOf(found, rule),
        expiryOf(rule),
      ]);
      printTable(cli, ['ID', 'IGNORES', 'REASON', 'USE', 'EXPIRES'], rows);
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline ignore list org_… --json > ignore.json', 'to edit them and set them again']]);

  const set = ignore
    .command('set <org> <file>')
    .description('replace all rules by those of a JSON file; those in force are kept if they are not the ones edited')
    .action(async (org: string, file: string, options: WithClient) => {
      const { version, rules } = readIgnoreFile(file);
      const body = { rules, ...(version === undefined ? {} : { version }) };
      const saved = await createClient(cli.io.env, options).put<IgnoreRules>(pathOf(org), body);
      if (options.json) return printJson(cli, saved);
      const count = saved.rules.length;
      print(cli.io.stderr, `${plural(count, 'rule')}, version ${saved.version}; from the next analysis on.`);
    });
  withJson(withClientOptions(set));
  withExamples(set, [['plumbline ignore set org_… ignore.json', 'a list of rules, or what list --json prints']]);
}
