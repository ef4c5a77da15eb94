/** The pattern of a REST request: its method, the parts of its path, and required query parameters. */
export type Route = {
  method: string;
  /** `{}` is any part, `{+}` one or more of them. */
  parts: readonly string[];
  query: readonly (readonly [name: string, value: string | undefined])[];
};

/** A slash at the end of a path makes no difference. */
const split = (path: string): string[] => path.replace(/^\//, '').replace(/\/$/, '').split('/');

/** Reads `GET /{}?lifecycle&id`. */
export function readRoute(text: string): Route {
  const [method = '', uri = ''] = text.split(' ');
  const [path = '', query = ''] = uri.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  return {
    method,
    parts: split(path),
    query: pairs.map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1]] as const),
  };
}

/** A request as routes match it: the parts of its path are decoded. */
export type ParsedRequest = { method: string; parts: readonly string[]; query: URLSearchParams };

/** True for parts that change the path (`..`), also where a server decodes a path before it splits it. */
const isUnclear = (part: string): boolean => /(?:^|[/\\])\.{1,2}(?:$|[/\\])|\0/.test(part);

/** Parses a target; undefined where servers could read it differently: wrongly encoded, or with `..` parts. */
export function parseRequest(method: string, target: string): ParsedRequest | undefined {
  const [path = '', query = '', ...more] = target.split('?');
  // Some servers read `;` as `&`, or as the end of the path. Signers write it as %3B.
  if (!path.startsWith('/') || more.length > 0 || /[#\\\s;]/.test(target)) return undefined;
  // This could be a bucket, or an object with the name `/` in it.
  if (path === '//') return undefined;
  try {
    const parts = split(path).map((part) => decodeURIComponent(part));
    return parts.some(isUnclear) ? undefined : { method, parts, query: new URLSearchParams(query) };
  } catch {
    return undefined;
  }
}

export function fits(route: Route, { method, parts, query }: ParsedRequest): boolean {
  if (route.method !== method) return false;
  const { length } = route.parts;
  const greedy = route.parts.indexOf('{+}');
  if (greedy === -1 ? parts.length !== length : parts.length < length) return false;
  const lined = route.parts.every((part, index) => {
    if (index === greedy) return parts.slice(index, parts.length - length + index + 1).join('') !== '';
    const actual = parts[greedy !== -1 && index > greedy ? parts.length - length + index : index];
    return part === '{}' ? actual !== '' : part === actual;
  });
  return (
    lined && route.query.every(([name, value]) => query.has(name) && (value === undefined || query.get(name) === value))
  );
}

const WEIGHTS: Readonly<Record<string, number>> = { '{}': 1, '{+}': 2 };

/** Compares how specific two paths are, at the first part that differs. Negative: the first is more so. */
function comparePaths(a: Route, b: Route): number {
  for (let at = 0; at < Math.max(a.parts.length, b.parts.length); at += 1) {
    const difference = (WEIGHTS[a.parts[at] ?? ''] ?? 0) - (WEIGHTS[b.parts[at] ?? ''] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Picks the route of a request: the most specific path, then the most specific query. Undefined where the query matches
 * several routes (`?acl&session`) that are not all of one kind: it is unknown which of them the service takes.
 */
export function pick<T extends { route: Route; kind: string }>(candidates: readonly T[]): T | undefined {
  const sorted = candidates.toSorted(
    (a, b) => comparePaths(a.route, b.route) || b.route.query.length - a.route.query.length,
  );
  const [best, ...others] = sorted;
  if (best === undefined) return undefined;
  const names = new Set(best.route.query.map(([name]) => name));
  const rivals = others.filter(({ route }) => comparePaths(best.route, route) === 0);
  const clear = rivals.every(({ route, kind }) => kind === best.kind || route.query.every(([name]) => names.has(name)));
  return clear ? best : undefined;
}
