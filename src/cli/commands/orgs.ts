import type { Command } from 'commander';
import type { Organization } from '../../services/organizations/fetch.ts';
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
import { visible } from '../report/visible.ts';
import { table } from '../table.ts';

/** `plumbline orgs create | list`. Both need the operator key. */
export function registerOrgs(program: Command, cli: Cli): void {
  const orgs = program.command('orgs').description('create and list organizations (operator key)');

  const create = orgs
    .command('create <login>')
    .description('create an organization')
    .option(
      '--installation-id <id>',
      "the code host's installation of the organization",
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .action(async (login: string, options: WithClient & { installationId?: number }) => {
      const body = {
        login,
        ...(options.installationId === undefined ? {} : { installation_id: options.installationId }),
      };
      const made = await createClient(cli.io.env, options).post<Organization>('/orgs', body);
      if (options.json) return printJson(cli, made);
      print(cli.io.stdout, `${made.id}  ${visible(made.login)}`);
      print(cli.io.stderr, `Next: plumbline keys create ${made.id} --name ci --scope write`);
    });
  withJson(withClientOptions(create));
  withExamples(create, [['plumbline orgs create acme', 'prints the id of the new organization']]);

  const list = orgs
    .command('list')
    .description('list organizations, newest first')
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 100)
    .action(async (options: WithClient & { limit: number }) => {
      const found = await createClient(cli.io.env, options).get<Organization[]>(`/orgs?limit=${options.limit}`);
      if (options.json) return printJson(cli, found);
      print(
        cli.io.stdout,
        table(
          ['ID', 'LOGIN', 'CREATED'],
          found.map((org) => [org.id, org.login, org.created_at]),
        ),
      );
    });
  withJson(withClientOptions(list));
  withExamples(list, [["plumbline orgs list --json | jq -r '.[].id'", 'the ids alone']]);
}
