import { visible } from '../base/visible.ts';
import type { Repository } from '../services/repositories/present.ts';
import { CliError, type Client } from './client.ts';

const PAGE = 100;

/** All repositories of an organization, by name. */
export async function allRepositories(client: Client, org: string): Promise<Repository[]> {
  const all: Repository[] = [];
  for (let cursor = ''; ;) {
    const found = await client.get<Repository[]>(`/orgs/${encodeURIComponent(org)}/repos?limit=${PAGE}${cursor}`);
    all.push(...found);
    const last = found.at(-1);
    if (!last || found.length < PAGE) return all;
    cursor = `&cursor=${encodeURIComponent(`${last.id}:${last.full_name.toLowerCase()}`)}`;
  }
}

/** The id of a repository that is named by id or full name. */
export async function repositoryId(client: Client, org: string, named: string): Promise<string> {
  if (named.startsWith('repo_')) return named;
  const all = await allRepositories(client, org);
  const one = all.find(({ full_name: name }) => name.toLowerCase() === named.toLowerCase());
  if (one) return one.id;
  throw new CliError(
    `This organization has no repository ${visible(named)}. It goes by owner/name, and is known once the GitHub App may see it: plumbline github check`,
  );
}
