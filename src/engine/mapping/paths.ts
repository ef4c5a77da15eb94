/** The name of a file, without its directories. */
export const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The directory of a path in a repository; `.` for the top directory. */
export function directoryOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '.' : path.slice(0, at);
}

/** A directory and its ancestors, the nearest first, up to the top directory. */
export function* upwards(directory: string): Generator<string> {
  for (let at = directory; ; at = directoryOf(at)) {
    yield at;
    if (at === '.') return;
  }
}

/** Resolves a relative path from a directory; undefined if it leads out of the repository. */
export function resolvePath(directory: string, relative: string): string | undefined {
  const parts = directory === '.' ? [] : directory.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? '.' : parts.join('/');
}

/** How a claim matches a key: 0 exactly, 1 as the key of a workspace, 2 by a pattern. */
export type Exactness = 0 | 1 | 2;

/** All ways to split a key into `<prefix>/<workspace>/<rest>`. */
export function* workspacesOf(key: string): Generator<{ prefix: string; rest: string }> {
  for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
    const before = key.slice(0, at);
    const slash = before.lastIndexOf('/');
    if (slash === before.length - 1 || before === '') continue;
    yield { prefix: slash < 0 ? '' : before.slice(0, slash), rest: key.slice(at + 1) };
  }
}
