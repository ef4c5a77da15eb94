import type { Backend } from './backend.ts';
import { EVERYTHING } from './repository-api.ts';
import { inPath, repositoryOf, type World } from './state.ts';

export type WrittenCheck = {
  id: number;
  name: string;
  head_sha: string;
  status: string;
  conclusion: string | null;
  external_id: string;
  details_url: string | null;
  output: { title: string | null; summary: string | null; text: string | null };
};
export type WrittenComment = { id: number; body: string; user: { login: string } };
export type WrittenIssue = { number: number; state: string; title: string; body: string; user: { login: string } };

/** Readers of check runs, comments and issues in repositories. */
export function createLooks(world: World, backend: Backend) {
  async function get(name: string, path: string): Promise<unknown> {
    const answer = await backend.ask(repositoryOf(world, name), { as: EVERYTHING, method: 'GET', path });
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body) as unknown;
  }
  return {
    /** All check runs of a commit, oldest first. */
    async checks(name: string, sha: string): Promise<WrittenCheck[]> {
      const { check_runs } = (await get(name, `/commits/${sha}/check-runs?filter=all&per_page=100`)) as {
        check_runs: WrittenCheck[];
      };
      return check_runs.toSorted((a, b) => a.id - b.id);
    },
    comments: async (name: string, number: number): Promise<WrittenComment[]> =>
      (await get(name, `/issues/${number}/comments?per_page=100`)) as WrittenComment[],
    issues: async (name: string): Promise<WrittenIssue[]> =>
      (await get(name, '/issues?state=all&per_page=100')) as WrittenIssue[],
    head: async (name: string, branch = 'main'): Promise<string> =>
      ((await get(name, `/git/ref/heads/${inPath(branch)}`)) as { object: { sha: string } }).object.sha,
  };
}
