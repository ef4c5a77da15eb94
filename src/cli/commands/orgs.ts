import { InvalidArgumentError, type Command } from 'commander';
import type { Deletion } from '../../services/organizations/deletions.ts';
import { FAILING_SEVERITIES, type FailingSeverity } from '../../drift/analysis.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Organization } from '../../services/organizations/fetch.ts';
import {
  printJson,
  printTable,
  wholeNumber,
  withClientOptions,
  withExamples,
  withJson,
  type Cli,
  type WithClient,
} from '../terminal/command.ts';
import { createClient, type Client } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';
import type { countExpiring } from '../../services/memory/expiring.ts';
import { registerQuotas } from './orgs-quotas.ts';
import { visible } from '../../base/visible.ts';

type Expiring = Awaited<ReturnType<typeof countExpiring>>;

const LONGEST = 36_500;

/** Not null: the parser of arguments would take that for no value. */
const FOREVER = 'forever';

function retention(text: string): number | typeof FOREVER {
  if (text === FOREVER) return FOREVER;
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > LONGEST)
    throw new InvalidArgumentError(`It must be a number of days from 1 to ${LONGEST}, or "forever".`);
  return days;
}

/** Not null, as above. */
const NEVER = 'never';

function failsAt(text: string): FailingSeverity | typeof NEVER {
  const word = [...FAILING_SEVERITIES, NEVER].find((one) => one === text);
  if (word === undefined)
    throw new InvalidArgumentError(`It must be one of ${FAILING_SEVERITIES.join(', ')}, or "${NEVER}".`);
  return word as FailingSeverity | typeof NEVER;
}

type Update = WithClient & {
  login?: string;
  installationId?: number;
  installation: boolean;
  retention?: number | typeof FOREVER;
  dryRun?: boolean;
  checkFailsAt?: FailingSeverity | typeof NEVER;
  driftIssues?: boolean;
};

/** What is to be changed, as the API takes it. */
function patchOf({
  login,
  installationId,
  installation,
  retention: days,
  checkFailsAt,
  driftIssues,
}: Update): JsonObject {
  return {
    ...(login === undefined ? {} : { login }),
    ...(installationId === undefined ? {} : { installation_id: installationId }),
    ...(installation ? {} : { installation_id: null }),
    ...(days === undefined ? {} : { incident_retention_days: days === FOREVER ? null : days }),
    ...(checkFailsAt === undefined ? {} : { check_fails_at: checkFailsAt === NEVER ? null : checkFailsAt }),
    ...(driftIssues === undefined ? {} : { drift_issues: driftIssues }),
  };
}

/** What keeping incidents for so many days forgets; undefined where that is nothing. */
async function expiring(client: Client, path: string, days: number): Promise<string | undefined> {
  const { before, incidents } = await client.get<Expiring>(`${path}/incidents/expiring?days=${days}`);
  if (incidents === 0) return undefined;
  const which = incidents === 1 ? '1 incident was' : `${incidents} incidents were`;
  return `${which} over before ${before}, and would be kept no more.`;
}

function lineOf(org: Organization): string {
  const { id, login, installation_id, incident_retention_days: days, check_fails_at: at, drift_issues } = org;
  return [
    id,
    visible(login),
    installation_id ?? '-',
    days === null ? 'incidents are kept for ever' : `incidents are kept for ${days} days`,
    ...(at === null ? [] : [`checks fail at ${at}`]),
    ...(drift_issues ? ['issues tell of drift'] : []),
  ].join('  ');
}

/** `plumbline orgs create | list | show | update | delete`. They need the operator key, but for `show`, `delete` and what is told of `update`. */
export function registerOrgs(program: Command, cli: Cli): void {
  const orgs = program.command('orgs').description('create, list, show, change and delete organizations');

  const create = orgs
    .command('create <login>')
    .description('create an organization (operator key)')
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
      print(cli.io.stdout, made.id);
      print(cli.io.stderr, `Next: plumbline keys create ${made.id} --name ci --scope write`);
    });
  withJson(withClientOptions(create));
  withExamples(create, [['plumbline orgs create acme', 'prints the id of the new organization']]);

  const update = orgs
    .command('update <org>')
    .description('change how long incidents are kept, what is shown of drift, the login, or the linked installation')
    .option('--login <login>', 'its new name')
    .option('--installation-id <id>', 'the installation that is its own', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--no-installation', 'it has no installation any more')
    .option(
      '--retention <days>',
      'how long incidents that are over are kept, or "forever" (a key with admin)',
      retention,
    )
    .option(
      '--check-fails-at <severity>',
      'drift of this severity or worse in what a pull request touches fails its check, or "never" (a key with admin)',
      failsAt,
    )
    .option('--drift-issues', 'each repository has an issue that tells of its drift (a key with admin)')
    .option('--no-drift-issues', 'they have none')
    .option('--dry-run', 'change nothing, and tell what --retention would forget')
    .action(async (org: string, options: Update) => {
      const client = createClient(cli.io.env, options);
      const path = `/orgs/${encodeURIComponent(org)}`;
      const gone = typeof options.retention === 'number' ? await expiring(client, path, options.retention) : undefined;
      if (options.dryRun) return print(cli.io.stdout, gone ?? 'Nothing would be forgotten.');
      const made = await client.patch<Organization>(path, patchOf(options));
      if (gone !== undefined)
        print(cli.io.stderr, `${gone}\nIt is done within the hour; --retention forever before then keeps them.`);
      if (options.json) return printJson(cli, made);
      print(cli.io.stdout, lineOf(made));
    });
  withJson(withClientOptions(update));
  withExamples(update, [
    ['plumbline orgs update org_… --installation-id 12345', 'what GitHub delivers for it is its own'],
    ['plumbline orgs update org_… --retention 730 --dry-run', 'how many incidents that would forget'],
    ['plumbline orgs update org_… --retention 730', 'incidents that were over two years ago are forgotten'],
    ['plumbline orgs update org_… --check-fails-at high --drift-issues', 'drift is seen, and stops what it endangers'],
  ]);

  const show = orgs
    .command('show <org>')
    .description('show an organization, and how long it keeps incidents')
    .action(async (org: string, options: WithClient) => {
      const found = await createClient(cli.io.env, options).get<Organization>(`/orgs/${encodeURIComponent(org)}`);
      if (options.json) return printJson(cli, found);
      print(cli.io.stdout, lineOf(found));
    });
  withJson(withClientOptions(show));
  withExamples(show, [['plumbline orgs show org_… --json', 'with its plan']]);

  registerDelete(orgs, cli);
  registerQuotas(orgs, cli);

  const list = orgs
    .command('list')
    .description('list organizations, newest first (operator key)')
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 100)
    .action(async (options: WithClient & { limit: number }) => {
      const found = await createClient(cli.io.env, options).get<Organization[]>(`/orgs?limit=${options.limit}`);
      if (options.json) return printJson(cli, found);
      printTable(
        cli,
        ['ID', 'LOGIN', 'INSTALLATION', 'CREATED'],
        found.map((org) => [org.id, org.login, org.installation_id?.toString() ?? null, org.created_at]),
      );
    });
  withJson(withClientOptions(list));
  withExamples(list, [["plumbline orgs list --json | jq -r '.[].id'", 'the ids alone']]);
}

function registerDelete(orgs: Command, cli: Cli): void {
  const remove = orgs
    .command('delete <org>')
    .description('delete an organization with everything of it, for good (a key with admin)')
    .requiredOption('--confirm <login>', 'its login, to say that it is meant')
    .option('--cancel-analyses', 'cancel what waits or runs; without it that keeps the organization')
    .action(async (org: string, options: WithClient & { confirm: string; cancelAnalyses?: boolean }) => {
      const query = new URLSearchParams({
        confirm: options.confirm,
        cancel_analyses: String(options.cancelAnalyses === true),
      });
      const path = `/orgs/${encodeURIComponent(org)}?${query.toString()}`;
      const made = await createClient(cli.io.env, options).deleteAll<Deletion>(path);
      if (options.json) return printJson(cli, made);
      print(cli.io.stderr, 'Deleted. What it had is erased in the background.');
    });
  withJson(withClientOptions(remove));
  withExamples(remove, [['plumbline orgs delete org_… --confirm acme', 'its keys end at once']]);
}
