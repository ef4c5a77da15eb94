import { Option, type Command } from 'commander';
import type { Incident } from '../../services/memory/incident.ts';
import {
  formed,
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
import { visible } from '../../base/visible.ts';
import { table } from '../table.ts';

const encode = encodeURIComponent;
const ofOrganization = (org: string | undefined) => (org === undefined ? '' : `?org_id=${encode(org)}`);

const day = formed(/^\d{4}-\d\d-\d\d$/, 'a day such as 2026-01-31');

const orgOption = () => new Option('--org <id>', 'the organization, where the rest does not say it (operator key)');

/** `plumbline incidents add | list | show | delete`. */
export function registerIncidents(program: Command, cli: Cli): void {
  const incidents = program
    .command('incidents')
    .description('write down, list and forget incidents, which recall finds');
  registerAdd(incidents, cli);
  registerList(incidents, cli);
  registerShow(incidents, cli);
  registerDelete(incidents, cli);
}

type Add = WithClient & {
  project: string;
  org?: string;
  resource: string;
  summary: string;
  details?: string;
  date?: string;
  id?: string;
};

function registerAdd(incidents: Command, cli: Cli): void {
  const add = incidents
    .command('add')
    .description('write down an incident, a post-mortem for instance')
    .requiredOption('--project <project>', "a repository's full name, name or id, or the organization's login")
    .requiredOption('--resource <address>', 'what it happened to')
    .requiredOption('--summary <text>', 'what happened, in a sentence or two')
    .option('--details <text>', 'everything else that is worth keeping')
    .option('--date <day>', 'when it happened, as 2026-01-31 (default: today)', day)
    .option('--id <id>', 'an id of your own')
    .addOption(orgOption())
    .action(async (options: Add) => {
      const { project, resource, summary, details, date, id } = options;
      const given = Object.entries({ details, date, id }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      const body = { project, resource, summary, ...Object.fromEntries(given) };
      const path = `/memory/incidents${ofOrganization(options.org)}`;
      const made = await createClient(cli.io.env, options).post<Incident>(path, body);
      if (options.json) return printJson(cli, made);
      print(cli.io.stdout, made.id);
    });
  withJson(withClientOptions(add));
  withExamples(add, [
    [
      'plumbline incidents add --project acme --resource aws_sqs_queue.jobs \\\n      --summary "The queue was purged while workers were down"',
      'the next recall finds it',
    ],
  ]);
}

function registerList(incidents: Command, cli: Cli): void {
  const list = incidents
    .command('list <org>')
    .description('list incidents, the latest first')
    .addOption(new Option('--status <status>', 'only those').choices(['open', 'resolved']))
    .option('--repo <id>', 'only those of a repository')
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 20)
    .action(async (org: string, options: WithClient & { status?: string; repo?: string; limit: number }) => {
      const query = new URLSearchParams({ limit: String(options.limit) });
      if (options.status !== undefined) query.set('status', options.status);
      if (options.repo !== undefined) query.set('repo_id', options.repo);
      const path = `/orgs/${encode(org)}/incidents?${query.toString()}`;
      const found = await createClient(cli.io.env, options).get<Incident[]>(path);
      if (options.json) return printJson(cli, found);
      const rows = found.map((one) => [one.date, one.status, one.id, one.resource, one.summary]);
      print(cli.io.stdout, table(['DATE', 'STATUS', 'ID', 'RESOURCE', 'SUMMARY'], rows));
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline incidents list org_… --limit 5', 'the five latest']]);
}

function registerShow(incidents: Command, cli: Cli): void {
  const show = incidents
    .command('show <id>')
    .description('print an incident')
    .addOption(orgOption())
    .action(async (id: string, options: WithClient & { org?: string }) => {
      const path = `/incidents/${encode(id)}${ofOrganization(options.org)}`;
      const found = await createClient(cli.io.env, options).get<Incident>(path);
      if (options.json) return printJson(cli, found);
      const { date, status, resource, summary, details } = found;
      print(cli.io.stdout, `${date}  ${status}  ${visible(resource)}`);
      for (const text of [summary, details]) if (text !== null) print(cli.io.stdout, `\n${lines(text)}`);
    });
  withJson(withClientOptions(show));
  withExamples(show, [['plumbline incidents show inc_…', 'with its details']]);
}

/** Somebody else's text, its lines kept. */
function lines(text: string): string {
  return text.split(/\r?\n/).map(visible).join('\n');
}

function registerDelete(incidents: Command, cli: Cli): void {
  const remove = incidents
    .command('delete <id>')
    .description('forget an incident for good')
    .addOption(orgOption())
    .action(async (id: string, options: WithClient & { org?: string }) => {
      await createClient(cli.io.env, options).delete(`/memory/incidents/${encode(id)}${ofOrganization(options.org)}`);
      print(cli.io.stderr, 'Forgotten.');
    });
  withClientOptions(remove);
  withExamples(remove, [['plumbline incidents delete inc_…', 'recall finds it no more']]);
}
