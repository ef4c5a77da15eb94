/** How exactly a claim names a key: 0 by itself, 1 as a workspace's, 2 by a pattern. */
export type Exactness = 0 | 1 | 2;

/** Every way to split a key into `<prefix>/<workspace>/<rest>`. */
export function* workspacesOf(key: string): Generator<{ prefix: string; rest: string }> {
  for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
    const before = key.slice(0, at);
    const slash = before.lastIndexOf('/');
    if (slash === before.length - 1 || before === '') continue;
    yield { prefix: slash < 0 ? '' : before.slice(0, slash), rest: key.slice(at + 1) };
  }
}
