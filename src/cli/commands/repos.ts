import { InvalidArgumentError } from 'commander';
import { visible } from '../../base/visible.ts';
import type { Repository } from '../../services/repositories/list.ts';
import { at, CliError, type Client } from '../terminal/client.ts';
import { group, note, printTable, remote, say } from '../terminal/command.ts';
import { required, value } from '../terminal/options.ts';

const allRepositories = (client: Client, org: string): Promise<Repository[]> =>
  Array.fromAsync(
    client.pages(at`/orgs/${org}/repos`, ({ id, full_name }: Repository) => `${id}:${full_name.toLowerCase()}`),
  );

/** The id of a repository, from its id or full name. */
export async function repositoryId(client: Client, org: string, name: string): Promise<string> {
  if (name.startsWith('repo_')) return name;
  const all = await allRepositories(client, org);
  const repository = all.find((one) => one.full_name.toLowerCase() === name.toLowerCase());
  if (repository) return repository.id;
  throw new CliError(
    `This organization has no repository ${visible(name)}. Name it as owner/name, once the GitHub App may see it: plumbline github check`,
  );
}

function onOrOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be "on" or "off".');
  return text === 'on';
}

const reportContents = ({ private: isPrivate, public_details: details }: Repository): string =>
  isPrivate || details ? 'details' : 'counts and a link';

const list = remote({
  use: 'list <org>',
  about: 'list repositories, who may read them, and what reports there hold',
  examples: [['plumbline repos list org_…', 'which are public, and what everybody reads there']],
  ask: (client, [org]) => allRepositories(client, org),
  show(cli, found) {
    const rows = found.map((one) => [
      one.full_name,
      one.private ? 'private' : 'public',
      reportContents(one),
      one.status,
    ]);
    printTable(cli, ['REPOSITORY', 'VISIBILITY', 'REPORTS HOLD', 'STATUS'], rows);
  },
});

const set = remote({
  use: 'set <org> <repo>',
  summary: 'allow or forbid details in reports of a public repository',
  about: 'allow or forbid details in reports of a public repository (a key with admin)',
  options: [
    required(
      value(
        '--public-details <on|off>',
        'whether checks, comments and issues hold addresses, values and tags though everybody may read them',
        onOrOff,
      ),
    ),
  ],
  examples: [['plumbline repos set org_… acme/website --public-details off', 'counts and a link alone']],
  async ask(client, [org, repo], { publicDetails }) {
    const id = await repositoryId(client, org, repo);
    return client.patch<Repository>(at`/orgs/${org}/repos/${id}`, { public_details: publicDetails });
  },
  show(cli, changed) {
    say(cli, `${visible(changed.full_name)}: reports hold ${reportContents(changed)}.`);
    if (!changed.private && changed.public_details)
      note(
        cli,
        'This repository is public: everybody can read live values, addresses and tags in its reports. To undo that: --public-details off',
      );
  },
});

export const repos = group('repos', 'list repositories, and what reports there hold', [list, set]);
