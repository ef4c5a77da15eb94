import type { paths } from './schema.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Writing = Exclude<Method, 'get'>;

/** The paths of the API that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
type Operation<M extends Method, P> = P extends keyof paths ? (paths[P] extends Record<M, infer O> ? O : never) : never;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Success<Responses> = Responses[keyof Responses & (200 | 201 | 202 | 204)];

/** The body of an operation's successful response. */
export type Answer<M extends Method, P> = Operation<M, P> extends { responses: infer All } ? Json<Success<All>> : never;
export type Row<P> = Answer<'get', P> extends readonly (infer One)[] ? One : never;

type Named<Parameters, Place extends string, Filled extends string> = Parameters extends { [N in Place]?: infer Values }
  ? [NonNullable<Values>] extends [never]
    ? object
    : Omit<NonNullable<Values>, Filled> & Partial<Pick<NonNullable<Values>, Filled & keyof NonNullable<Values>>>
  : object;
type Body<O> = O extends { requestBody: infer Content } ? { body: Json<Content> } : object;

/**
 * The path and query parameters of an operation, and its body. `org_id` is optional: the page's organization by
 * default.
 */
export type Input<M extends Method, P> =
  Operation<M, P> extends infer O extends { parameters: unknown }
    ? Named<O['parameters'], 'path', 'org_id'> & Named<O['parameters'], 'query', 'cursor'> & Body<O>
    : never;

type Below<P> = P extends `/api/v1/orgs/{org_id}/${infer Rest}`
  ? Rest
  : P extends `/api/v1/${infer Rest}`
    ? Rest
    : never;
type First<Path> = Path extends `${infer Segment}/${string}` ? Segment : Path;

/** The resource of a path, the key to invalidate cached responses: `keys` of `/api/v1/orgs/{org_id}/keys/{key_id}`. */
export type Resource = First<Below<keyof paths>>;

export const resourceOf = (path: keyof paths): Resource =>
  path.replace(/^\/api\/v1\/(?:orgs\/\{org_id\}\/)?/, '').replace(/\/.*/, '') as Resource;
