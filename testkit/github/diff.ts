export type Entry = { path: string; type: string; sha: string };
export type FileJson = {
  sha: string;
  filename: string;
  status: string;
  previous_filename?: string;
  additions: number;
  deletions: number;
  changes: number;
};

/**
 * The changed files between two trees, by path, as GitHub lists them. A file with the same bytes at a new path is a
 * rename.
 */
export function diffTrees(before: readonly Entry[], after: readonly Entry[]): FileJson[] {
  const old = new Map(before.map((entry) => [entry.path, entry.sha]));
  const now = new Map(after.map((entry) => [entry.path, entry.sha]));
  const gone = before.filter(({ path }) => !now.has(path));
  const files: FileJson[] = [];
  const numbers = { additions: 1, deletions: 1, changes: 2 };
  for (const { path, sha } of after) {
    if (old.get(path) === sha) continue;
    const from = old.has(path) ? -1 : gone.findIndex((entry) => entry.sha === sha);
    const [renamed] = from < 0 ? [] : gone.splice(from, 1);
    if (renamed) files.push({ sha, filename: path, status: 'renamed', previous_filename: renamed.path, ...numbers });
    else files.push({ sha, filename: path, status: old.has(path) ? 'modified' : 'added', ...numbers });
  }
  files.push(...gone.map(({ path, sha }) => ({ sha, filename: path, status: 'removed', ...numbers })));
  return files.toSorted((a, b) => (a.filename < b.filename ? -1 : 1));
}
