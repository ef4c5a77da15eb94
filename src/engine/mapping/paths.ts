/** The directory of a path within a repository; `.` is the repository's own. */
export function directoryOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '.' : path.slice(0, at);
}

/** A directory and all above it, the nearest first, the repository's own last. */
export function* upwards(directory: string): Generator<string> {
  for (let at = directory; ; at = directoryOf(at)) {
    yield at;
    if (at === '.') return;
  }
}

/** Where a relative path leads to, from a directory; undefined where that is outside of the repository. */
export function resolvePath(directory: string, relative: string): string | undefined {
  const parts = directory === '.' ? [] : directory.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? '.' : parts.join('/');
}
