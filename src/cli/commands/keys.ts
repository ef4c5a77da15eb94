import { Option, type Command } from 'commander';
import type { ApiKey } from '../../services/keys/present.ts';
import {
  printJson,
  wholeNumber,
  withClientOptions,
  withExamples,
  withJson,
  type Cli,
  type WithClient,
} from '../cli.ts';
import { createClient } from '../client.ts';
import { print } from '../io.ts';
import { table } from '../table.ts';

function stateOf(key: ApiKey): string {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && Date.parse(key.expires_at) <= Date.now() ? 'expired' : 'active';
}

/** `plumbline keys create | list | revoke`. */
export function registerKeys(program: Command, cli: Cli): void {
  const keys = program.command('keys').description("create, list and revoke an organization's API keys");
  registerCreate(keys, cli);
  registerList(keys, cli);

  const revoke = keys
    .command('revoke <org> <key-id>')
    .description('revoke a key, from now on')
    .action(async (org: string, id: string, options: WithClient) => {
      const path = `/orgs/${encodeURIComponent(org)}/keys/${encodeURIComponent(id)}`;
      await createClient(cli.io.env, options).delete(path);
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
    .option('--expires <time>', 'when it stops working (RFC 3339)')
    .action(async (org: string, options: WithClient & { name: string; scope: string; expires?: string }) => {
      const { name, scope, expires } = options;
      const body = { name, scopes: [scope], ...(expires === undefined ? {} : { expires_at: expires }) };
      const client = createClient(cli.io.env, options);
      const made = await client.post<ApiKey & { key: string }>(`/orgs/${encodeURIComponent(org)}/keys`, body);
      if (options.json) return printJson(cli, made);
      print(cli.io.stdout, made.key);
      print(cli.io.stderr, 'Keep it: it is not shown again. Use it with --key or PLUMBLINE_API_KEY.');
    });
  withJson(withClientOptions(create));
  withExamples(create, [
    ['key=$(plumbline keys create org_… --name ci --scope write)', 'stdout is the key and nothing else'],
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
        stateOf(key),
        key.last_used_at,
      ]);
      print(cli.io.stdout, table(['ID', 'NAME', 'KEY', 'SCOPES', 'STATE', 'LAST USED'], rows));
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline keys list org_…', 'which keys there are, and when each was used last']]);
}
