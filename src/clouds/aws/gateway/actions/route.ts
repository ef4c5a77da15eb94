/** The pattern of a REST request: its method, the parts of its path, and parameters that its query has to have. */
export type Route = {
  method: string;
  /** `{}` is any part, `{+}` one or more of them. */
  parts: readonly string[];
  query: readonly (readonly [name: string, value: string | undefined])[];
};

/** One slash more or less at the end of a path makes no difference. */
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

/** A request as routes match it: the parts of its path as they mean, not as they are written. */
export type ParsedRequest = { method: string; parts: readonly string[]; query: URLSearchParams };

/** Whether a part leads somewhere else, also for who decodes a path before it is cut up. */
const isUnclear = (part: string): boolean => /(?:^|[/\\])\.{1,2}(?:$|[/\\])|\0/.test(part);

/** undefined where path and query can be read in several ways: encoded wrongly, or with parts that lead somewhere else. */
export function parseRequest(method: string, target: string): ParsedRequest | undefined {
  const [path = '', query = '', ...more] = target.split('?');
  // Some take `;` for `&`, or what comes behind it for no part of the path. Signers write it as %3B.
  if (!path.startsWith('/') || more.length > 0 || /[#\\\s;]/.test(target)) return undefined;
  // A bucket, or the object in it that is called `/`.
  if (path === '//') return undefined;
  try {
    const parts = split(path).map((part) => decodeURIComponent(part));
    return parts.some(isUnclear) ? undefined : { method, parts, query: new URLSearchParams(query) };
  } catch {
    return undefined;
  }
}

/** Whether a request is one for this route. */
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

/** Which of two paths says more at the first part where they differ. Negative: the first. */
function comparePaths(a: Route, b: Route): number {
  for (let at = 0; at < Math.max(a.parts.length, b.parts.length); at += 1) {
    const difference = (WEIGHTS[a.parts[at] ?? ''] ?? 0) - (WEIGHTS[b.parts[at] ?? ''] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Which of the routes a request is for: the one whose path says most, then the one whose query does. undefined where the
 * query has what belongs to several of them (`?acl&session`) and they are not all of one kind: who knows which of them the
 * service takes?
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
