const integer = (description: string, example: number) =>
  ({ description, schema: { type: 'integer', example } }) as const;
const text = (description: string, example: string) => ({ description, schema: { type: 'string', example } }) as const;

/** The headers about limits, for `components.headers`. */
export const LIMIT_HEADERS = {
  'X-RateLimit-Limit': integer(
    'Requests allowed in any 60 seconds, by the limit that is closest to being reached',
    120,
  ),
  'X-RateLimit-Remaining': integer('Requests left now', 119),
  'X-RateLimit-Reset': integer('Epoch second at which the next slot frees', 1_767_225_660),
  RateLimit: text('For each limit: requests left (r), seconds until the next slot frees (t)', '"key";r=119;t=60'),
  'RateLimit-Policy': text('For each limit: requests (q) in any so many seconds (w)', '"key";q=120;w=60'),
  'Retry-After': integer('Seconds to wait before trying again', 37),
};

const reference = (name: string) => ({ $ref: `#/components/headers/${name}` });
const EVERYWHERE = Object.keys(LIMIT_HEADERS).filter((name) => name !== 'Retry-After');
const TRY_AGAIN = ['429', '503'];

type Response = { headers?: Record<string, unknown> };
type Operation = { responses?: Record<string, Response> };

/** Adds the headers about limits to every response of an OpenAPI document, since every response carries them. */
export function withLimitHeaders<T extends { paths?: object | undefined }>(document: T): T {
  const operations = Object.values(document.paths ?? {}).flatMap((path: object) => Object.values(path) as Operation[]);
  for (const { responses = {} } of operations)
    for (const [status, response] of Object.entries(responses)) {
      const names = TRY_AGAIN.includes(status) ? [...EVERYWHERE, 'Retry-After'] : EVERYWHERE;
      response.headers = { ...response.headers, ...Object.fromEntries(names.map((name) => [name, reference(name)])) };
    }
  return document;
}
