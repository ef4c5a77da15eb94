import type { HostPullRequest, InstallationClient } from '../codehosts/port.ts';

/**
 * Whether a pull request waits for somebody who may write: it comes from a fork, so that its commits are not of people who may write, or
 * who opened it may not. What programs open from a branch of the repository is as good as that branch, which only who may write
 * pushes to. Throws `CodeHostProblem`.
 */
export async function isOfStranger(
  client: Pick<InstallationClient, 'mayWrite'>,
  repository: string,
  { head, author }: Pick<HostPullRequest, 'head' | 'author'>,
): Promise<boolean> {
  if (head.foreign || author === null) return true;
  return author.isPerson && !(await client.mayWrite(repository, author));
}
