import { InvalidArgumentError, type Command } from 'commander';
import { visible } from '../../base/visible.ts';
import type { Repository } from '../../services/repositories/present.ts';
import { printJson, printTable, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { createClient } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';
import { allRepositories, repositoryId } from './repository.ts';

function onOrOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be "on" or "off".');
  return text === 'on';
}

const shownIn = ({ private: isPrivate, public_details: details }: Repository): string =>
  isPrivate || details ? 'details' : 'counts and a link';

function registerList(repos: Command, cli: Cli): void {
  const list = repos
    .command('list <org>')
    .description('list repositories, who may read them, and what reports there hold')
    .action(async (org: string, options: WithClient) => {
      const found = await allRepositories(createClient(cli.io.env, options), org);
      if (options.json) return printJson(cli, found);
      const rows = found.map((one) => [one.full_name, one.private ? 'private' : 'public', shownIn(one), one.status]);
      printTable(cli, ['REPOSITORY', 'VISIBILITY', 'REPORTS HOLD', 'STATUS'], rows);
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline repos list org_…', 'which are public, and what everybody reads there']]);
}

type Set = WithClient & { publicDetails: boolean };

function registerSet(repos: Command, cli: Cli): void {
  const set = repos
    .command('set <org> <repo>')
    .summary('allow details in reports of a public repository, or take them back')
    .description('allow details in reports of a public repository, or take them back (a key with admin)')
    .requiredOption(
      '--public-details <on|off>',
      'whether checks, comments and issues hold addresses, values and tags though everybody may read them',
      onOrOff,
    )
    .action(async (org: string, repo: string, options: Set) => {
      const client = createClient(cli.io.env, options);
      const id = await repositoryId(client, org, repo);
      const path = `/orgs/${encodeURIComponent(org)}/repos/${encodeURIComponent(id)}`;
      const changed = await client.patch<Repository>(path, { public_details: options.publicDetails });
      if (options.json) return printJson(cli, changed);
      print(cli.io.stdout, `${visible(changed.full_name)}: reports hold ${shownIn(changed)}.`);
      if (!changed.private && changed.public_details)
        print(
          cli.io.stderr,
          'This repository is public: everybody can read live values, addresses and tags in its reports. To take that back: --public-details off',
        );
    });
  withJson(withClientOptions(set));
  withExamples(set, [['plumbline repos set org_… acme/website --public-details off', 'counts and a link alone']]);
}

/** `plumbline repos list | set`. */
export function registerRepos(program: Command, cli: Cli): void {
  const repos = program.command('repos').description('list repositories, and what reports there hold');
  registerList(repos, cli);
  registerSet(repos, cli);
}
