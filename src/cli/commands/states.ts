import type { Command } from 'commander';
import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import type { HandMapping } from '../../drift/mapping/types.ts';
import type { StateMappings } from '../../services/state-mapping/hand-mappings.ts';
import { cursorAfter } from '../../services/state-mapping/cursor.ts';
import type { State } from '../../services/state-mapping/list-states.ts';
import { printJson, printTable, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { CliError, createClient, type Client } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';
import { allPages } from '../terminal/pages.ts';
import { repositoryId } from './repository.ts';
import { registerAccept, registerProposals } from './state-claims.ts';

const pathOf = (org: string, what: string) => `/orgs/${encodeURIComponent(org)}/${what}`;

const allStates = async (client: Client, org: string, query: string): Promise<State[]> =>
  Array.fromAsync(allPages<State>(client, pathOf(org, 'states'), cursorAfter, query));

/** Why there is none, and what to do. */
function nothing(org: string, repo: string | undefined): string {
  if (repo === undefined)
    return `No analysis of this organization has found a state yet.\nNext: plumbline analyses start ${org} --wait`;
  return `No state that analyses found is this repository's.\nNext: plumbline states list ${org}   # all of them, with whose they are\n      plumbline states proposals ${org}   # what repositories claim, for an admin to accept`;
}

function registerList(states: Command, cli: Cli): void {
  const list = states
    .command('list <org>')
    .summary('list states, with whose they are and why')
    .description('list the states that analyses found, with whose they are and why')
    .option('--repo <repository>', 'only those of this repository: owner/name, or its id')
    .action(async (org: string, options: WithClient & { repo?: string }) => {
      const client = createClient(cli.io.env, options);
      const repo = options.repo === undefined ? undefined : await repositoryId(client, org, options.repo);
      const found = await allStates(client, org, repo === undefined ? '' : `&repo_id=${encodeURIComponent(repo)}`);
      if (options.json) return printJson(cli, found);
      if (found.length === 0) return print(cli.io.stderr, nothing(visible(org), options.repo));
      const rows = found.map((one) => [one.key, one.repo_full_name, one.path, one.why]);
      printTable(cli, ['STATE', 'REPOSITORY', 'PATH', 'WHY'], rows);
      for (const { key, also_claimed_by: others } of found)
        for (const { repo_full_name: name, why, status } of others)
          print(cli.io.stderr, `${visible(key)} is claimed by ${visible(name)} (${status}): ${visible(why)}`);
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline states list org_… --repo acme/infra', 'those of one repository']]);
}

type MapOptions = WithClient & { path?: string; reason?: string; none?: boolean; remove?: boolean };

/** The mapping that is asked for; undefined where the one there is is to go. */
async function wanted(
  client: Client,
  org: string,
  { state, repo, options }: { state: string; repo: string | undefined; options: MapOptions },
): Promise<HandMapping | undefined> {
  const { path, reason, none = false, remove = false } = options;
  if ([repo !== undefined, none, remove].filter(Boolean).length !== 1)
    throw new CliError('Name a repository, or --none for none, or --remove to go by what repositories say.');
  if (remove) return undefined;
  return {
    state,
    repo_id: repo === undefined ? null : await repositoryId(client, org, repo),
    ...(path !== undefined && { path }),
    ...(reason !== undefined && { reason }),
  };
}

function registerMap(states: Command, cli: Cli): void {
  const map = states
    .command('map <org> [state] [repo]')
    .summary('say by hand whose a state is')
    .description('say by hand whose a state is; without a state, show what was said')
    .option('--path <dir>', 'where its root module lies in the repository')
    .option('--reason <text>', 'why; shown with the state')
    .option('--none', "it is the organization's, whatever repositories say")
    .option('--remove', 'take back what was said of it')
    .action(async (org: string, state: string | undefined, repo: string | undefined, options: MapOptions) => {
      const client = createClient(cli.io.env, options);
      const before = await client.get<StateMappings>(pathOf(org, 'state-mappings'));
      if (state === undefined) return show(cli, before, options);
      const mapping = await wanted(client, org, { state, repo, options });
      const others = before.mappings.filter((one) => one.state !== state);
      if (!mapping && others.length === before.mappings.length)
        throw new CliError(`Nothing was said of ${visible(state)}: plumbline states map ${org}`);
      const body = { version: before.version, mappings: [...(mapping ? [mapping] : []), ...others] };
      const saved = await client.put<StateMappings>(pathOf(org, 'state-mappings'), body);
      if (options.json) return printJson(cli, saved);
      print(cli.io.stderr, `${plural(saved.mappings.length, 'mapping')}, version ${saved.version}.`);
    });
  withJson(withClientOptions(map));
  withExamples(map, [
    ["plumbline states map org_… 'legacy/*' acme/infra", 'all of a kind'],
    ['plumbline states map org_… shared.tfstate --none', 'no repository has it'],
  ]);
}

function show(cli: Cli, found: StateMappings, options: WithClient): void {
  if (options.json) return printJson(cli, found);
  const rows = found.mappings.map((one) => [one.state, one.repo_id ?? 'none', one.path ?? null, one.reason ?? null]);
  printTable(cli, ['STATE', 'REPOSITORY', 'PATH', 'REASON'], rows);
}

/** `plumbline states list | map | proposals | accept`. */
export function registerStates(program: Command, cli: Cli): void {
  const states = program.command('states').description('which states there are, and whose they are');
  registerList(states, cli);
  registerMap(states, cli);
  registerProposals(states, cli);
  registerAccept(states, cli);
}
