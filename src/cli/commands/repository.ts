import { visible } from '../../base/visible.ts';
import type { Repository } from '../../services/repositories/present.ts';
import { CliError, type Client } from '../terminal/client.ts';
import { allPages } from '../terminal/pages.ts';

/** All repositories of an organization, by name. */
export async function allRepositories(client: Client, org: string): Promise<Repository[]> {
  const after = (last: Repository) => encodeURIComponent(`${last.id}:${last.full_name.toLowerCase()}`);
  return Array.fromAsync(allPages(client, `/orgs/${encodeURIComponent(org)}/repos`, after));
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
