import { INCIDENT_ID } from '../../base/ids.ts';
import { SEVERITIES } from '../../engine/model/analysis.ts';
import type { Incident } from '../../services/memory/incident.ts';
import { incidentText } from '../incidents/text.ts';
import { at } from '../terminal/client.ts';
import { group, note, printTable, remote, say } from '../terminal/command.ts';
import { roomOf } from '../terminal/io.ts';
import { choice, formed, limit, required, value } from '../terminal/options.ts';
import { clear, exportAll, importAll } from './incidents-transfer.ts';
import { PROJECT } from './recall.ts';

const dayForm = formed(/^\d{4}-\d\d-\d\d$/, 'a day such as 2026-01-31');

/** A day that exists in the calendar. */
function day(text: string): string {
  const time = new Date(`${dayForm(text)}T00:00:00Z`);
  const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
  return dayForm(exists ? text : '');
}

const INCIDENT = {
  about: 'of the incident',
  parse: formed(new RegExp(INCIDENT_ID), 'the id of an incident, such as inc_… ("incidents list" has them)'),
};
const ORG = value('--org <id>', 'the organization, where the rest is ambiguous (operator key)');

const add = remote({
  use: 'add',
  about: 'record an incident, a post-mortem for instance',
  options: [
    PROJECT,
    required(value('--resource <address>', 'the resource that it happened to')),
    required(value('--summary <text>', 'what happened, in a sentence or two')),
    value('--details <text>', 'everything else that is worth keeping'),
    value('--date <day>', 'when it happened, as 2026-01-31 (default: today)', day),
    value('--id <id>', 'an id of your own'),
    ORG,
  ],
  examples: [
    [
      'plumbline incidents add --project acme --resource aws_sqs_queue.jobs \\\n      --summary "The queue was purged while workers were down"',
      'the next recall finds it',
    ],
  ],
  ask: (client, _, { project, resource, summary, details, date, id, org }) =>
    client.post<Incident>(
      '/memory/incidents',
      { project, resource, summary, details, date, id },
      { query: { org_id: org } },
    ),
  show: (cli, { id }) => say(cli, id),
});

const list = remote({
  use: 'list <org>',
  about: 'list incidents, the latest first',
  options: [
    choice('--status <status>', 'only those', ['open', 'resolved']),
    choice('--source <source>', 'only those', ['manual', 'drift']),
    choice('--severity <severity>', 'only those', SEVERITIES),
    value('--resource <address>', 'only those of a resource'),
    value('--repo <id>', 'only those of a repository'),
    limit(20),
  ],
  examples: [
    ['plumbline incidents list org_… --limit 5', 'the five latest'],
    ['plumbline incidents list org_… --status open --severity high', 'what is urgent now'],
  ],
  ask: (client, [org], { status, source, severity, resource, repo, limit }) =>
    client.get<Incident[]>(at`/orgs/${org}/incidents`, {
      query: { status, source, severity, resource, repo_id: repo, limit },
    }),
  show(cli, found) {
    const rows = found.map((one) => [one.date, one.status, one.severity, one.id, one.resource, one.summary]);
    printTable(cli, ['DATE', 'STATUS', 'SEVERITY', 'ID', 'RESOURCE', 'SUMMARY'], rows);
  },
});

const show = remote({
  use: 'show <id>',
  about: 'print an incident',
  argument: INCIDENT,
  options: [ORG],
  examples: [['plumbline incidents show inc_…', 'with its details']],
  ask: (client, [id], { org }) => client.get<Incident>(at`/incidents/${id}`, { query: { org_id: org } }),
  show: (cli, incident) => say(cli, incidentText(incident, roomOf(cli.io.stdout))),
});

const remove = remote({
  use: 'delete <id>',
  alias: 'rm',
  about: 'delete an incident for good',
  argument: INCIDENT,
  options: [ORG],
  examples: [['plumbline incidents delete inc_…', 'recall does not find it any more']],
  async ask(client, [id], { org }) {
    await client.delete(at`/memory/incidents/${id}`, { query: { org_id: org } });
    return { id, deleted: true };
  },
  show: (cli) => note(cli, 'Deleted.'),
});

export const incidents = group(
  'incidents',
  'record, list, delete, export and import incidents, which recall searches',
  [add, list, show, remove, clear, exportAll, importAll],
);
