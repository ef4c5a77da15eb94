import type { FastifyContextConfig, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import type { Ctx } from '../../services/base/context.ts';
import type { Services } from '../../services/services.ts';
import type { Page } from '../../services/base/paging.ts';
import { CloudName, Id, OrganizationName, SettingsName, SourceName } from '../schemas/common.ts';
import { errors, type ErrorStatus } from '../schemas/errors.ts';
import type { Access, App } from './types.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Part = TSchema | undefined;
type Fields<S> = S extends TSchema ? Static<S> : unknown;

/** The parameters of a path: `{ org_id: string }` of `/orgs/:org_id/keys`. */
type PathFields<Url> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? { [Field in Name]: string } & PathFields<Rest>
  : Url extends `${string}:${infer Name}`
    ? { [Field in Name]: string }
    : unknown;

/** The input of a use case: the fields of path, query and body in one object, typed by their schemas. */
type Input<Url, Params, Query, Body> = (Params extends TSchema ? Static<Params> : PathFields<Url>) &
  Fields<Query> &
  Fields<Body>;

/** A response in another format than JSON. */
type Text = { description: string; content: Record<string, { schema: TSchema }> };
/** The responses of an operation by status, the successful one first; 204 and 302 have no body. */
type Answers = { readonly [status: number]: TSchema | Text };
type Answer<S> = { [Status in keyof S]: Status extends 204 | 302 ? unknown : BodyOf<S[Status]> }[keyof S];
type BodyOf<S> = S extends TSchema ? Static<S> : unknown;

/** The request and response of a call, for the few operations that set a header or read the session. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** A public operation has no known caller. */
type Context<Who> = Who extends 'public' ? undefined : Ctx & Services;

type Described<Params, Query, Body> = {
  members?: 'filtered';
  limits?: FastifyContextConfig['limits'];
  summary: string;
  description?: string;
  /** Schema of the path's parameters, if one is more than an id. */
  params?: Params;
  query?: Query;
  headers?: TSchema;
  body?: Body;
  /** Error statuses other than those that follow from access and schemas (openapi/answers.ts). */
  errors?: readonly ErrorStatus[];
  /** OpenAPI links of the successful response, by name. */
  links?: Record<string, ReturnType<typeof link>>;
  handlerTimeout?: number;
  bodyLimit?: number;
  /** Runs before the body is read. */
  onRequest?: (request: FastifyRequest) => Promise<void>;
};

type Operation<Url, Who, Params, Query, Body, S> = Described<Params, Query, Body> & {
  success: S;
  call: (
    ctx: Context<Who>,
    input: NoInfer<Input<Url, Params, Query, Body>>,
    exchange: Exchange,
  ) => NoInfer<Answer<S>> | Promise<NoInfer<Answer<S>>>;
};

type List<Url, Params, Query, Item extends TSchema> = Described<Params, Query, undefined> & {
  items: Item;
  call: (
    ctx: Ctx & Services,
    input: NoInfer<Input<Url, Params, Query, undefined>>,
    exchange: Exchange,
  ) => Promise<Page<NoInfer<Static<Item>>>>;
};

/** A link to an operation with these parameters, which are OpenAPI expressions. */
export const link = (operationId: string, description: string, parameters: Record<string, string>) => ({
  operationId,
  parameters,
  description,
});

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Adds operations of one resource, which is their tag: `route` adds any, `list` a paged one. */
export function operationsOf(app: App, tag: string) {
  function add(
    operationId: string,
    endpoint: string,
    access: Access,
    { members, limits, links, query, headers, body, ...of }: Described<Part, Part, Part>,
    success: object,
    handler: Handler,
  ): void {
    const [method = '', url = ''] = endpoint.split(' ');
    const params = of.params ?? paramsOf(url);
    const schema: FastifySchema = {
      operationId,
      summary: of.summary,
      ...(of.description !== undefined && { description: of.description }),
      tags: [tag],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      response: { ...success, ...errors(...(of.errors ?? [])) },
    };
    app.route({
      method,
      url,
      config: { access, ...(members && { members }), ...(limits && { limits }) },
      ...(of.handlerTimeout !== undefined && { handlerTimeout: of.handlerTimeout }),
      ...(of.bodyLimit !== undefined && { bodyLimit: of.bodyLimit }),
      ...(of.onRequest && { onRequest: of.onRequest }),
      ...(links && { links: { [Number(Object.keys(success)[0])]: links } }),
      schema,
      handler,
    });
  }

  const route = <
    Url extends string,
    Who extends Access,
    S extends Answers,
    Params extends Part = undefined,
    Query extends Part = undefined,
    Body extends Part = undefined,
  >(
    operationId: string,
    endpoint: `${Method} ${Url}`,
    access: Who,
    { success, call, ...of }: Operation<Url, Who, Params, Query, Body, S>,
  ): void => {
    const status = Number(Object.keys(success)[0]);
    add(operationId, endpoint, access, of, success, async (request, reply) => {
      void reply.code(status);
      const input = inputOf(request) as Parameters<typeof call>[1];
      const answer = await call(request.ctx as Context<Who>, input, { request, reply });
      return reply.sent ? reply : reply.send(status === 204 ? null : answer);
    });
  };

  const list = <
    Url extends string,
    Item extends TSchema,
    Params extends Part = undefined,
    Query extends Part = undefined,
  >(
    operationId: string,
    endpoint: `GET ${Url}`,
    access: Exclude<Access, 'public'>,
    { items, call, ...of }: List<Url, Params, Query, Item>,
  ): void => {
    add(operationId, endpoint, access, of, { 200: Type.Array(items) }, async (request, reply) => {
      const page = await call(request.ctx, inputOf(request) as Parameters<typeof call>[1], { request, reply });
      if (page.next !== undefined) void reply.header('Link', linkTo(request.url, page.next));
      return page.items;
    });
  };

  return { route, list };
}

function paramsOf(url: string): TSchema | undefined {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.length === 0 ? undefined : Type.Object(Object.fromEntries(names.map((name) => [name, paramOf(name)])));
}

const PARAMS: Readonly<Record<string, TSchema>> = {
  cloud: CloudName,
  org_id: OrganizationName,
  settings: SettingsName,
  source: SourceName,
};
const paramOf = (name: string) => PARAMS[name] ?? Id;

/** The validated input. The path overrides query and body, because it names the organization. Bytes are the handler's. */
const inputOf = ({ params, query, body }: FastifyRequest): object => ({
  ...(body instanceof Uint8Array ? {} : (body as object)),
  ...(query as object),
  ...(params as object),
});

function linkTo(path: string, cursor: string): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
