import { Option, type Command } from 'commander';
import { SEVERITIES } from '../../drift/analysis.ts';
import { INCIDENT_ID } from '../../base/ids.ts';
import type { Incident } from '../../services/memory/incident.ts';
import {
  formed,
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
import { print, roomOf } from '../terminal/io.ts';
import { incidentText } from '../incidents/text.ts';
import { registerClear, registerExport, registerImport } from './incidents-transfer.ts';

const encode = encodeURIComponent;
const ofOrganization = (org: string | undefined) => (org === undefined ? '' : `?org_id=${encode(org)}`);

const dayForm = formed(/^\d{4}-\d\d-\d\d$/, 'a day such as 2026-01-31');

/** A day that there is. */
function day(text: string): string {
  const at = new Date(`${dayForm(text)}T00:00:00Z`);
  const same = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return dayForm(same ? text : '');
}

const incidentId = formed(new RegExp(INCIDENT_ID), 'the id of an incident, such as inc_… ("incidents list" has them)');

const orgOption = () => new Option('--org <id>', 'the organization, where the rest does not say it (operator key)');

/** `plumbline incidents add | list | show | delete | clear | export | import`. */
export function registerIncidents(program: Command, cli: Cli): void {
  const incidents = program.command('incidents').description('what went wrong before, and does now: what recall finds');
  registerAdd(incidents, cli);
  registerList(incidents, cli);
  registerShow(incidents, cli);
  registerDelete(incidents, cli);
  registerClear(incidents, cli);
  registerExport(incidents, cli);
  registerImport(incidents, cli);
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

type List = WithClient & {
  status?: string;
  source?: string;
  severity?: string;
  resource?: string;
  repo?: string;
  limit: number;
};

function registerList(incidents: Command, cli: Cli): void {
  const list = incidents
    .command('list <org>')
    .description('list incidents, the latest first')
    .addOption(new Option('--status <status>', 'only those').choices(['open', 'resolved']))
    .addOption(new Option('--source <source>', 'only those').choices(['manual', 'drift']))
    .addOption(new Option('--severity <severity>', 'only those').choices([...SEVERITIES]))
    .option('--resource <address>', 'only those of a resource')
    .option('--repo <id>', 'only those of a repository')
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 20)
    .action(async (org: string, options: List) => {
      const { status, source, severity, resource, repo, limit } = options;
      const wanted = { status, source, severity, resource, repo_id: repo, limit: String(limit) };
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(wanted)) if (value !== undefined) query.set(name, value);
      const path = `/orgs/${encode(org)}/incidents?${query.toString()}`;
      const found = await createClient(cli.io.env, options).get<Incident[]>(path);
      if (options.json) return printJson(cli, found);
      const rows = found.map((one) => [one.date, one.status, one.severity, one.id, one.resource, one.summary]);
      const headings = ['DATE', 'STATUS', 'SEVERITY', 'ID', 'RESOURCE', 'SUMMARY'];
      printTable(cli, headings, rows);
    });
  withJson(withClientOptions(list));
  withExamples(list, [
    ['plumbline incidents list org_… --limit 5', 'the five latest'],
    ['plumbline incidents list org_… --status open --severity high', 'what is urgent now'],
  ]);
}

function registerShow(incidents: Command, cli: Cli): void {
  const show = incidents
    .command('show')
    .argument('<id>', 'of the incident', incidentId)
    .description('print an incident')
    .addOption(orgOption())
    .action(async (id: string, options: WithClient & { org?: string }) => {
      const path = `/incidents/${encode(id)}${ofOrganization(options.org)}`;
      const found = await createClient(cli.io.env, options).get<Incident>(path);
      if (options.json) return printJson(cli, found);
      print(cli.io.stdout, incidentText(found, roomOf(cli.io.stdout)));
    });
  withJson(withClientOptions(show));
  withExamples(show, [['plumbline incidents show inc_…', 'with its details']]);
}

function registerDelete(incidents: Command, cli: Cli): void {
  const remove = incidents
    .command('delete')
    .alias('rm')
    .argument('<id>', 'of the incident', incidentId)
    .description('forget an incident for good')
    .addOption(orgOption())
    .action(async (id: string, options: WithClient & { org?: string }) => {
      await createClient(cli.io.env, options).delete(`/memory/incidents/${encode(id)}${ofOrganization(options.org)}`);
      if (options.json) return printJson(cli, { id, deleted: true });
      print(cli.io.stderr, 'Forgotten.');
    });
  withJson(withClientOptions(remove));
  withExamples(remove, [['plumbline incidents delete inc_…', 'recall finds it no more']]);
}
