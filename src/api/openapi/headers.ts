import { operationsOf, type Document, type Header, type Response } from './document.ts';

const integer = (description: string, example: number): Header => ({
  description,
  schema: { type: 'integer', examples: [example] },
});
const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string', examples: [example] },
});

const ON_EVERY_ANSWER: Record<string, Header> = {
  'X-Request-Id': text('Identifies the request, here and in the log', 'req_0V3mKq8ZxYbD2nR5t'),
  'X-RateLimit-Limit': integer(
    'Requests allowed in any 60 seconds, by the limit that is closest to being reached',
    120,
  ),
  'X-RateLimit-Remaining': integer('Requests left now', 119),
  'X-RateLimit-Reset': integer('Epoch second at which the next slot frees', 1_767_225_660),
  RateLimit: text('For each limit: requests left (r), seconds until the next slot frees (t)', '"key";r=119;t=60'),
  'RateLimit-Policy': text('For each limit: requests (q) in any so many seconds (w)', '"key";q=120;w=60'),
};

const SOMETIMES: Record<string, Header> = {
  'Retry-After': integer('Seconds to wait before trying again', 37),
  'WWW-Authenticate': text('How to authenticate', 'Bearer'),
  Link: text('The next page, where there is one', '</api/v1/analyses?limit=20&cursor=bGFzdCBvbmU>; rel="next"'),
  Location: text('The address of the created resource', '/api/v1/analyses/an_0V3mKq8ZxYbD2nR5tW7uAe'),
};

export const HEADERS = { ...ON_EVERY_ANSWER, ...SOMETIMES };

const BY_STATUS: Record<string, string> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };

/** The headers of a response with this status, as references to the components; `own` are the route's own. */
export function headersOf(status: string, own: Response['headers'] = {}): Record<string, Header> {
  const byStatus = BY_STATUS[status] === undefined ? [] : [BY_STATUS[status]];
  const names = [...Object.keys(ON_EVERY_ANSWER), ...byStatus, ...Object.keys(own).filter((name) => name in HEADERS)];
  return { ...own, ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

/** Adds to every response the headers that it has. */
export function addHeaders(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    const pages = operation.parameters?.some((parameter) => parameter.name === 'cursor') ?? false;
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (response.$ref !== undefined) continue;
      const link: Response['headers'] = pages && status === '200' ? { Link: {} } : {};
      response.headers = headersOf(status, { ...response.headers, ...link });
    }
  }
}
