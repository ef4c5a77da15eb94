import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import type { HandMapping } from '../../engine/mapping/types.ts';
import { cursorAfter } from '../../services/state-mapping/cursor.ts';
import type { StateMappings } from '../../services/state-mapping/hand-mappings.ts';
import type { State } from '../../services/state-mapping/list-states.ts';
import { at, CliError, type Client } from '../terminal/client.ts';
import { group, note, printTable, remote } from '../terminal/command.ts';
import { flag, value, type Values } from '../terminal/options.ts';
import { repositoryId } from './repos.ts';
import { accept, proposals } from './state-claims.ts';

/** Says why the list is empty, and what to do. */
function noStates(org: string, repo: string | undefined): string {
  if (repo === undefined)
    return `No analysis of this organization has found a state yet.\nNext: plumbline analyses start ${org} --wait`;
  return `No state that analyses found belongs to this repository.\nNext: plumbline states list ${org}   # all of them, with their owners\n      plumbline states proposals ${org}   # what repositories claim, for an admin to accept`;
}

const list = remote({
  use: 'list <org>',
  summary: 'list states, with their owners and why',
  about: 'list the states that analyses found, with their owners and why',
  options: [value('--repo <repository>', 'only those of this repository: owner/name, or its id')],
  examples: [['plumbline states list org_… --repo acme/infra', 'those of one repository']],
  async ask(client, [org], { repo }) {
    const repo_id = repo === undefined ? undefined : await repositoryId(client, org, repo);
    return Array.fromAsync(client.pages<State>(at`/orgs/${org}/states`, cursorAfter, { repo_id }));
  },
  show(cli, found, [org], { repo }) {
    if (found.length === 0) return note(cli, noStates(visible(org), repo));
    const rows = found.map((one) => [one.key, one.repo_full_name, one.path, one.why]);
    printTable(cli, ['STATE', 'REPOSITORY', 'PATH', 'WHY'], rows);
    for (const { key, also_claimed_by: others } of found)
      for (const { repo_full_name: name, why, status } of others)
        note(cli, `${visible(key)} is claimed by ${visible(name)} (${status}): ${visible(why)}`);
  },
});

const MAP_OPTIONS = [
  value('--path <dir>', 'directory of its root module in the repository'),
  value('--reason <text>', 'why; shown with the state'),
  flag('--none', 'the state belongs to the organization, whatever repositories claim'),
  flag('--remove', 'remove the mapping'),
] as const;

/** The mapping to save; undefined to remove the existing one. */
async function mappingOf(
  client: Client,
  org: string,
  { state, repo, ...options }: { state: string; repo: string | undefined } & Values<typeof MAP_OPTIONS>,
): Promise<HandMapping | undefined> {
  const { path, reason, none = false, remove = false } = options;
  if ([repo !== undefined, none, remove].filter(Boolean).length !== 1)
    throw new CliError('Name a repository, or --none for none, or --remove to go by what repositories claim.');
  if (remove) return undefined;
  return { state, repo_id: repo === undefined ? null : await repositoryId(client, org, repo), path, reason };
}

const map = remote({
  use: 'map <org> [state] [repo]',
  summary: 'assign a state to a repository by hand',
  about: 'assign a state to a repository by hand; without a state, list these mappings',
  options: MAP_OPTIONS,
  examples: [
    ["plumbline states map org_… 'legacy/*' acme/infra", 'all that match a pattern'],
    ['plumbline states map org_… shared.tfstate --none', 'no repository has it'],
  ],
  async ask(client, [org, state, repo], options) {
    const path = at`/orgs/${org}/state-mappings`;
    const before = await client.get<StateMappings>(path);
    if (state === undefined) return before;
    const mapping = await mappingOf(client, org, { state, repo, ...options });
    const others = before.mappings.filter((one) => one.state !== state);
    if (!mapping && others.length === before.mappings.length)
      throw new CliError(`${visible(state)} has no mapping: plumbline states map ${org}`);
    return client.put<StateMappings>(path, {
      version: before.version,
      mappings: [...(mapping ? [mapping] : []), ...others],
    });
  },
  show(cli, { mappings, version }, [, state]) {
    if (state !== undefined) return note(cli, `${plural(mappings.length, 'mapping')}, version ${version}.`);
    const rows = mappings.map((one) => [one.state, one.repo_id ?? 'none', one.path ?? null, one.reason ?? null]);
    printTable(cli, ['STATE', 'REPOSITORY', 'PATH', 'REASON'], rows);
  },
});

export const states = group('states', 'list states, and assign them to repositories', [list, map, proposals, accept]);
