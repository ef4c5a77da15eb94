import { InvalidArgumentError } from 'commander';
import { visible } from '../../base/visible.ts';
import { FAILING_SEVERITIES } from '../../engine/model/analysis.ts';
import type { countExpiring } from '../../services/memory/expire.ts';
import type { Deletion } from '../../services/organizations/delete.ts';
import type { Organization } from '../../services/access/organization.ts';
import type { QuotaUsage } from '../../services/quotas/usage.ts';
import { QUOTA_RESOURCES } from '../../services/quotas/limits.ts';
import { at, createClient, type Client } from '../terminal/client.ts';
import { group, local, note, printJson, printTable, remote, say } from '../terminal/command.ts';
import { CLIENT_OPTIONS, flag, JSON_OPTION, limit, required, value, wholeNumber } from '../terminal/options.ts';

type Expiring = Awaited<ReturnType<typeof countExpiring>>;

const MAX_RETENTION_DAYS = 36_500;

/** Reads a value, or the word for null: commander treats a parsed null as a missing value. */
function orWord<T, const Word extends string>(word: Word, read: (text: string) => T | undefined, what: string) {
  return (text: string): T | Word => {
    const found = text === word ? word : read(text);
    if (found === undefined) throw new InvalidArgumentError(`It must be ${what}, or "${word}".`);
    return found;
  };
}
const orNull = <T, Word extends string>(value: T | Word | undefined, word: Word) => (value === word ? null : value);

const digits = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

const retention = orWord(
  'forever',
  (text) => (digits(text) >= 1 && digits(text) <= MAX_RETENTION_DAYS ? digits(text) : undefined),
  `a number of days from 1 to ${MAX_RETENTION_DAYS}`,
);
const failingSeverity = orWord(
  'never',
  (text) => FAILING_SEVERITIES.find((one) => one === text),
  `one of ${FAILING_SEVERITIES.join(', ')}`,
);
const quota = orWord(
  'default',
  (text) => (Number.isSafeInteger(digits(text)) ? digits(text) : undefined),
  'a whole number',
);

const installationId = (help: string) => value('--installation-id <id>', help, wholeNumber(1, Number.MAX_SAFE_INTEGER));

/** A sentence on the incidents that a retention of `days` deletes; undefined where it deletes none. */
async function expiring(client: Client, org: string, days: number): Promise<string | undefined> {
  const { before, incidents } = await client.get<Expiring>(at`/orgs/${org}/incidents/expiring`, { query: { days } });
  if (incidents === 0) return undefined;
  const which = incidents === 1 ? '1 incident was' : `${incidents} incidents were`;
  return `${which} resolved before ${before}, and would be deleted.`;
}

function lineOf(org: Organization): string {
  const { id, login, installation_id, incident_retention_days: days, check_fails_at: severity, drift_issues } = org;
  return [
    id,
    visible(login),
    installation_id ?? '-',
    days === null ? 'incidents are kept forever' : `incidents are kept for ${days} days`,
    ...(severity === null ? [] : [`checks fail at ${severity}`]),
    ...(drift_issues ? ['drift issues'] : []),
  ].join('  ');
}

const create = remote({
  use: 'create <login>',
  about: 'create an organization (operator key)',
  options: [installationId("the code host's installation of the organization")],
  examples: [['plumbline orgs create acme', 'prints the id of the new organization']],
  ask: (client, [login], options) =>
    client.post<Organization>('/orgs', { login, installation_id: options.installationId }),
  show(cli, { id }) {
    say(cli, id);
    note(cli, `Next: plumbline keys create ${id} --name ci --scope write`);
  },
});

const update = local({
  use: 'update <org>',
  about: 'change the retention of incidents, how drift is reported, the login, or the linked installation',
  options: [
    value('--login <login>', 'the new login'),
    installationId('the installation of the organization'),
    flag('--no-installation', 'unlink the installation'),
    value('--retention <days>', 'how long resolved incidents are kept, or "forever" (a key with admin)', retention),
    value(
      '--check-fails-at <severity>',
      'drift of this severity or worse in what a pull request touches fails its check, or "never" (a key with admin)',
      failingSeverity,
    ),
    flag('--drift-issues', 'keep an issue about drift in each repository (a key with admin)'),
    flag('--no-drift-issues', 'keep none'),
    flag('--dry-run', 'change nothing, and print what --retention would delete'),
    ...CLIENT_OPTIONS,
    JSON_OPTION,
  ],
  examples: [
    ['plumbline orgs update org_… --installation-id 12345', 'links the installation with that id'],
    ['plumbline orgs update org_… --retention 730 --dry-run', 'how many incidents that would delete'],
    ['plumbline orgs update org_… --retention 730', 'deletes incidents that were resolved over two years ago'],
    ['plumbline orgs update org_… --check-fails-at high --drift-issues', 'shows drift, and blocks what it endangers'],
  ],
  async run(cli, [org], { retention: days, ...options }) {
    const client = createClient(cli.io.env, options);
    const deleted = typeof days === 'number' ? await expiring(client, org, days) : undefined;
    if (options.dryRun) return say(cli, deleted ?? 'Nothing would be deleted.');
    const changed = await client.patch<Organization>(at`/orgs/${org}`, {
      login: options.login,
      installation_id: options.installation === false ? null : options.installationId,
      incident_retention_days: orNull(days, 'forever'),
      check_fails_at: orNull(options.checkFailsAt, 'never'),
      drift_issues: options.driftIssues,
    });
    if (deleted !== undefined)
      note(cli, `${deleted}\nIt is done within the hour; --retention forever before then keeps them.`);
    if (options.json) return printJson(cli, changed);
    say(cli, lineOf(changed));
  },
});

const show = remote({
  use: 'show <org>',
  about: 'show an organization and its retention of incidents',
  examples: [['plumbline orgs show org_… --json', 'with its plan']],
  ask: (client, [org]) => client.get<Organization>(at`/orgs/${org}`),
  show: (cli, found) => say(cli, lineOf(found)),
});

const remove = remote({
  use: 'delete <org>',
  about: 'delete an organization with all its data, for good (a key with admin)',
  options: [
    required(value('--confirm <login>', 'its login, to confirm')),
    flag('--cancel-analyses', 'cancel queued and running analyses, which otherwise prevent the deletion'),
  ],
  examples: [['plumbline orgs delete org_… --confirm acme', 'its keys stop working at once']],
  ask: (client, [org], { confirm, cancelAnalyses = false }) =>
    client.delete<Deletion>(at`/orgs/${org}`, { query: { confirm, cancel_analyses: cancelAnalyses } }),
  show: (cli) => note(cli, 'Deleted. Its data is erased in the background.'),
});

const quotas = remote({
  use: 'quotas <org>',
  about: 'show the usage and the quotas of an organization, or change the quotas (operator key)',
  options: [
    value('--keys <n>', 'keys that it may have, or "default"', quota),
    value('--incidents <n>', 'incidents that it may have, or "default"', quota),
    value('--states <n>', 'states that are read, or "default"', quota),
    value('--bytes <n>', 'bytes that its findings may take, or "default"', quota),
  ],
  examples: [
    ['plumbline orgs quotas org_…', 'usage and quotas'],
    ['plumbline orgs quotas org_… --incidents 250000', 'raises the quota'],
    ['plumbline orgs quotas org_… --incidents default', 'resets the quota'],
  ],
  ask(client, [org], options) {
    const path = at`/orgs/${org}/quotas`;
    const changed = QUOTA_RESOURCES.filter((resource) => options[resource] !== undefined);
    if (changed.length === 0) return client.get<QuotaUsage[]>(path);
    return client.patch<QuotaUsage[]>(
      path,
      Object.fromEntries(changed.map((resource) => [resource, orNull(options[resource], 'default')])),
    );
  },
  show(cli, found) {
    const rows = found.map(({ resource, used, limit, is_default: isDefault }) => [
      resource,
      used > limit && resource !== 'bytes' ? `more than ${limit}` : String(used),
      String(limit),
      isDefault ? 'default' : 'operator',
    ]);
    printTable(cli, ['RESOURCE', 'USED', 'LIMIT', 'SET BY'], rows);
  },
});

const list = remote({
  use: 'list',
  about: 'list organizations, newest first (operator key)',
  options: [limit(100)],
  examples: [["plumbline orgs list --json | jq -r '.[].id'", 'the ids alone']],
  ask: (client, _, { limit }) => client.get<Organization[]>('/orgs', { query: { limit } }),
  show(cli, found) {
    const rows = found.map((org) => [org.id, org.login, org.installation_id?.toString() ?? null, org.created_at]);
    printTable(cli, ['ID', 'LOGIN', 'INSTALLATION', 'CREATED'], rows);
  },
});

export const orgs = group('orgs', 'create, list, show, change and delete organizations', [
  create,
  update,
  show,
  remove,
  quotas,
  list,
]);
