import { Option, type Command } from 'commander';
import type { ApiKey } from '../../services/keys/present.ts';
import {
  formed,
  graceOption,
  printJson,
  printTable,
  wholeNumber,
  withClientOptions,
  withExamples,
  withJson,
  type Cli,
  type WithClient,
} from '../terminal/command.ts';
import { createClient } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';

function statusOf(key: ApiKey): string {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= Date.now()) return 'expired';
  return key.rotated_to === null ? 'active' : 'rotated';
}

const MAX_GRACE_DAYS = 30;

const moment = formed(/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/, 'a time such as 2027-01-01T00:00:00Z');

const keyPath = (org: string, id: string) => `/orgs/${encodeURIComponent(org)}/keys/${encodeURIComponent(id)}`;

/** A key that is shown this once: alone on stdout, so that scripts can take it. */
function printKey(cli: Cli, key: string): void {
  print(cli.io.stdout, key);
  print(cli.io.stderr, 'Keep it: it is not shown again. Use it with --key or PLUMBLINE_API_KEY.');
}

/** `plumbline keys create | list | rotate | revoke`. */
export function registerKeys(program: Command, cli: Cli): void {
  const keys = program.command('keys').description("create, list, rotate and revoke an organization's API keys");
  registerCreate(keys, cli);
  registerList(keys, cli);
  registerRotate(keys, cli);

  const revoke = keys
    .command('revoke <org> <key-id>')
    .description('revoke a key, from now on')
    .action(async (org: string, id: string, options: WithClient) => {
      await createClient(cli.io.env, options).delete(keyPath(org, id));
      print(cli.io.stderr, 'Revoked.');
    });
  withClientOptions(revoke);
  withExamples(revoke, [['plumbline keys revoke org_… key_…', 'the key stops working at once']]);
}

function registerCreate(keys: Command, cli: Cli): void {
  const create = keys
    .command('create <org>')
    .description('make a key; it is printed this once and never again')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(
      new Option('--scope <scope>', 'what it may do; each includes the ones before it')
        .choices(['read', 'write', 'admin'])
        .default('read'),
    )
    .option('--expires <time>', 'when it stops working, as 2027-01-01T00:00:00Z', moment)
    .action(async (org: string, options: WithClient & { name: string; scope: string; expires?: string }) => {
      const { name, scope, expires } = options;
      const body = { name, scopes: [scope], ...(expires === undefined ? {} : { expires_at: expires }) };
      const client = createClient(cli.io.env, options);
      const made = await client.post<ApiKey & { key: string }>(`/orgs/${encodeURIComponent(org)}/keys`, body);
      if (options.json) return printJson(cli, made);
      printKey(cli, made.key);
    });
  withJson(withClientOptions(create));
  withExamples(create, [
    ['key=$(plumbline keys create org_… --name ci --scope write)', 'stdout is the key and nothing else'],
  ]);
}

function registerRotate(keys: Command, cli: Cli): void {
  const rotate = keys
    .command('rotate <org> <key-id>')
    .description('make a key that takes the place of another; it is printed this once and never again')
    .addOption(graceOption('how long the old key goes on working', MAX_GRACE_DAYS))
    .action(async (org: string, id: string, options: WithClient & { grace: number }) => {
      const client = createClient(cli.io.env, options);
      const made = await client.post<ApiKey & { key: string }>(`${keyPath(org, id)}/rotate`, {
        grace_seconds: options.grace,
      });
      if (options.json) return printJson(cli, made);
      printKey(cli, made.key);
    });
  withJson(withClientOptions(rotate));
  withExamples(rotate, [
    ['key=$(plumbline keys rotate org_… key_…)', 'the old key works for another 24 hours'],
    ['plumbline keys rotate org_… key_… --grace 0', 'the old key stops at once, for instance when it leaked'],
  ]);
}

function registerList(keys: Command, cli: Cli): void {
  const list = keys
    .command('list <org>')
    .description('list keys, newest first, with their last four characters')
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 100)
    .action(async (org: string, options: WithClient & { limit: number }) => {
      const path = `/orgs/${encodeURIComponent(org)}/keys?limit=${options.limit}`;
      const found = await createClient(cli.io.env, options).get<ApiKey[]>(path);
      if (options.json) return printJson(cli, found);
      const rows = found.map((key) => [
        key.id,
        key.name,
        `…${key.hint}`,
        key.scopes.join(','),
        statusOf(key),
        key.expires_at,
        key.last_used_at,
      ]);
      printTable(cli, ['ID', 'NAME', 'KEY', 'SCOPES', 'STATUS', 'EXPIRES', 'LAST USED'], rows);
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline keys list org_…', 'which keys there are, and when each was used last']]);
}
