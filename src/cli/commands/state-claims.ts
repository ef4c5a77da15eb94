import { chunksOf } from '../../base/chunks.ts';
import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import type { AcceptedClaims } from '../../services/state-mapping/accept-claims.ts';
import { cursorAfterClaim } from '../../services/state-mapping/cursor.ts';
import type { StateClaim } from '../../services/state-mapping/list-claims.ts';
import { at, CliError, createClient, type Client } from '../terminal/client.ts';
import { local, note, printJson, printTable, remote, type Cli } from '../terminal/command.ts';
import { CLIENT_OPTIONS, flag, JSON_OPTION, value, type Values } from '../terminal/options.ts';
import { repositoryId } from './repos.ts';

const MAX_AT_ONCE = 1_000;

/** The claims of an organization or a repository that are not accepted. */
async function openClaims(client: Client, org: string, repo: string | undefined): Promise<StateClaim[]> {
  const repo_id = repo === undefined ? undefined : await repositoryId(client, org, repo);
  const pages = client.pages<StateClaim>(at`/orgs/${org}/state-claims`, cursorAfterClaim, { repo_id });
  const all = await Array.fromAsync(pages);
  return all.filter(({ status }) => status !== 'accepted');
}

const ownersOf = ({ contested_states: states }: StateClaim) =>
  [...new Set(states.map(({ repo_full_name: name }) => name ?? 'the organization'))].join(', ');

function printClaims(cli: Cli, claims: readonly StateClaim[]): void {
  const rows = claims.map((one) => [
    one.key,
    one.repo_full_name,
    one.disputed ? 'disputed' : one.status,
    String(one.state_count),
    ownersOf(one),
    one.why,
  ]);
  printTable(cli, ['CLAIM', 'REPOSITORY', 'STATUS', 'STATES', 'OWNED BY', 'WHY'], rows);
}

export const proposals = remote({
  use: 'proposals <org>',
  summary: 'list claims that nobody has accepted',
  about: 'list claims of repositories that nobody has accepted; they have no effect until then',
  options: [value('--repo <repository>', 'only those of this repository: owner/name, or its id')],
  examples: [['plumbline states proposals org_… --repo acme/infra', 'those of one repository']],
  ask: (client, [org], { repo }) => openClaims(client, org, repo),
  show(cli, found, [org]) {
    if (found.length === 0) return note(cli, 'No proposals: every claim is accepted, or there is none.');
    printClaims(cli, found);
    if (found.some(({ status }) => status === 'proposed'))
      note(cli, `Next: plumbline states accept ${visible(org)} --all`);
  },
});

const ACCEPT_OPTIONS = [
  value('--repo <repository>', 'the claims of this repository: owner/name, or its id'),
  flag('--all', 'every proposal but patterns and keys that two repositories claim'),
  flag('--take-over', 'also take the states that other repositories have'),
] as const;
type AcceptOptions = Values<typeof ACCEPT_OPTIONS>;

/** Whether a claim can be accepted with others: it names states by key, and no other repository claims them. */
const isPlain = ({ pattern, disputed }: StateClaim) => !pattern && !disputed;

/** The claims with these keys or ids. */
function namedClaims(claims: readonly StateClaim[], keys: readonly string[]): StateClaim[] {
  return keys.flatMap((key) => {
    const found = claims.filter((one) => one.key === key || one.id === key);
    if (found.length === 0) throw new CliError(`Nobody claims ${visible(key)}, or it is accepted already.`);
    const claimants = [...new Set(found.map(({ repo_full_name: name }) => name))];
    if (claimants.length > 1)
      throw new CliError(
        `${visible(key)} is claimed by ${claimants.map((name) => visible(name)).join(' and ')}: name one with --repo.`,
      );
    return found;
  });
}

function chosenClaims(claims: readonly StateClaim[], keys: readonly string[], options: AcceptOptions): StateClaim[] {
  const { all = false, repo, takeOver = false } = options;
  if (keys.length > 0 && all) throw new CliError('Name claims, or --all of them, not both.');
  if (keys.length === 0 && !all && repo === undefined)
    throw new CliError('Name what to accept: keys, --repo for all proposals of a repository, or --all.');
  if (keys.length === 0 && takeOver)
    throw new CliError('Name what to take over: --take-over takes states from their owners, one claim at a time.');
  if (keys.length > 0) return namedClaims(claims, keys);
  const proposed = claims.filter(({ status }) => status === 'proposed');
  return repo === undefined ? proposed.filter(isPlain) : proposed;
}

/** Accepts claims, in batches of the API's limit. */
async function acceptAll(
  client: Client,
  org: string,
  claims: readonly StateClaim[],
  takeOver: boolean,
): Promise<AcceptedClaims> {
  const sum: AcceptedClaims = { accepted: 0, changed: 0, changes: [] };
  for (const some of chunksOf(claims, MAX_AT_ONCE)) {
    const { accepted, changed, changes } = await client.post<AcceptedClaims>(at`/orgs/${org}/state-claims/accept`, {
      claims: some.map(({ id }) => id),
      take_over: takeOver || undefined,
    });
    sum.accepted += accepted;
    sum.changed += changed;
    sum.changes.push(...changes);
  }
  return sum;
}

const leftText = (left: number) =>
  `Left: ${plural(left, 'proposal')} with a pattern, or a key that two repositories claim. Accept each by name, or with --repo.`;

export const accept = local({
  use: 'accept <org> [key...]',
  summary: 'accept claims of repositories',
  about: 'accept claims: their states belong to the repository from then on, for as long as it claims them',
  options: [...ACCEPT_OPTIONS, ...CLIENT_OPTIONS, JSON_OPTION],
  examples: [
    ['plumbline states accept org_… --all', 'every proposal that nobody disputes'],
    ['plumbline states accept org_… --repo acme/infra', 'those of one repository'],
    ['plumbline states accept org_… net.tfstate --repo acme/infra --take-over', 'from its owner'],
  ],
  async run(cli, [org, keys], options) {
    const client = createClient(cli.io.env, options);
    const open = await openClaims(client, org, options.repo);
    const claims = chosenClaims(open, keys, options);
    const left = options.all ? open.filter((one) => one.status === 'proposed' && !claims.includes(one)).length : 0;
    if (claims.length > 0 && !options.json) printClaims(cli, claims);
    const accepted = await acceptAll(client, org, claims, options.takeOver === true);
    if (options.json) return printJson(cli, accepted);
    const { changed } = accepted;
    if (claims.length > 0)
      note(
        cli,
        `Accepted ${plural(accepted.accepted, 'claim')}: ${plural(changed, 'state')} ${changed === 1 ? 'has' : 'have'} another owner now.`,
      );
    else if (left === 0) note(cli, 'Nothing to accept: there are no proposals.');
    if (left > 0) note(cli, leftText(left));
  },
});
