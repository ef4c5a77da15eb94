import createClient, { type Client } from 'openapi-fetch';
import { problemOf, unreachable } from './problem.ts';
import type { paths } from './schema.ts';

export type Api = Client<paths>;

/** The server's API as the signed-in caller. `org` is the organization of operations that have none in their path. */
export function createApi(org?: string): Api {
  return createClient<paths>({
    credentials: 'same-origin',
    ...(org !== undefined && { headers: { 'Plumbline-Organization': org } }),
  });
}

type Answer<Data> = { data?: Data; error?: unknown; response: Response };

async function settle<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await call.catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : unreachable();
  });
  if (!answer.response.ok) throw problemOf(answer.error, answer.response);
  return answer;
}

/** The body of a response. Throws a `Problem` if the call failed. */
export async function ask<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  return (await settle(call)).data as Data;
}

/** One page of a list. */
export type Page<Row> = { rows: readonly Row[]; next: string | undefined };

/** One page of a list and the cursor of the next page, from the `Link` header (RFC 8288). Throws like `ask`. */
export async function askPage<Row>(call: Promise<Answer<readonly Row[]>>): Promise<Page<Row>> {
  const { data = [], response } = await settle(call);
  const [, link] = /<([^>]*)>\s*;\s*rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
  const next = link === undefined ? null : new URL(link, location.href).searchParams.get('cursor');
  return { rows: data, next: next ?? undefined };
}
