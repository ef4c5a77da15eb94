import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model, Operation, Shape } from '../aws-actions/models.ts';
import { REVIEWED_LINES, REVIEWED_PARAMETERS, REVIEWED_QUERIES } from './reviewed.ts';

/** A list operation as lines of the table, with its required argument. */
export type Draft = {
  service: string;
  name: string;
  serviceLine: string;
  operationLine: string;
  /** The name of its only required parameter, which takes the id of an existing object. */
  argument: string | undefined;
};

type Pagination = {
  input_token: string | string[];
  output_token: string | string[];
  more_results?: string;
  limit_key?: string;
};
type Member = NonNullable<Shape['members']>[string] & { queryName?: string };

const PROTOCOLS = ['rest-json', 'rest-xml', 'ec2', 'query', 'json'];
const LISTS = /^(?:Describe|Get|List)[A-Z]/;
/** Operations that return objects of any type, such as tags, metrics and events. */
const OF_ALL =
  /Tags?$|^ListTags|^DescribeTags|^ListResourceTags|^GetResources|Metrics?$|Statistics$|^DescribeEvents|Status(?:es)?$|^GetUsage$/;

const REVIEWED = new Set(Object.values(REVIEWED_LINES).map(({ operation }) => operation));

/** The paginators of a service in botocore's `data` directory. */
export function paginatorsOf(data: string, id: string): Readonly<Record<string, Pagination>> {
  const version = readdirSync(join(data, id))
    .filter((name) => existsSync(join(data, id, name, 'service-2.json.gz')))
    .toSorted()
    .at(-1);
  const file = join(data, id, version ?? '', 'paginators-1.json');
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { pagination: Record<string, Pagination> }).pagination;
}

type Endpoints = {
  partitions: {
    partition: string;
    services: Record<
      string,
      {
        partitionEndpoint?: string;
        isRegionalized?: boolean;
        endpoints: Record<string, { hostname?: string; credentialScope?: { region?: string } }>;
      }
    >;
  }[];
};
const PARTITIONS: Readonly<Record<string, string>> = { aws: '', 'aws-cn': 'cn=', 'aws-us-gov': 'us-gov=' };

/** The hosts of a global service in each partition; undefined for a service with a host in each region. */
function globalHosts(endpoints: Endpoints, prefix: string): string | undefined {
  const hosts = endpoints.partitions.flatMap(({ partition, services }) => {
    const mark = PARTITIONS[partition];
    const service = services[prefix];
    if (mark === undefined || service?.partitionEndpoint === undefined || service.isRegionalized !== false) return [];
    const { hostname, credentialScope } = service.endpoints[service.partitionEndpoint] ?? {};
    return hostname === undefined ? [] : [`${mark}${hostname}@${credentialScope?.region ?? 'us-east-1'}`];
  });
  return hosts.length === 0 ? undefined : hosts.join(',');
}

export const readEndpoints = (data: string): Endpoints =>
  JSON.parse(readFileSync(join(data, 'endpoints.json'), 'utf8')) as Endpoints;

const shapeOf = (model: Model, name: string | undefined): Shape | undefined =>
  name === undefined ? undefined : model.shapes[name];

/** The protocol for a service: the first of `PROTOCOLS` that it supports. Each service supports one of them. */
export const protocolOf = ({ metadata }: Model): string =>
  PROTOCOLS.find((one) => one === metadata.protocol || metadata.protocols?.includes(one)) ?? metadata.protocol;

function serviceLineOf(model: Model, endpoints: Endpoints): string {
  const { metadata, id } = model;
  const protocol = protocolOf(model);
  const versioned = metadata as { apiVersion?: string; jsonVersion?: string };
  const detail =
    protocol === 'query' || protocol === 'ec2'
      ? (versioned.apiVersion ?? '')
      : protocol === 'json'
        ? `${metadata.targetPrefix}/${versioned.jsonVersion ?? '1.1'}`
        : '';
  const hosts = globalHosts(endpoints, metadata.endpointPrefix) ?? `${metadata.endpointPrefix}.{region}.{suffix}`;
  return ['@', id, metadata.signingName ?? metadata.endpointPrefix, protocol, detail, hosts].join('\t');
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of an input's member in a request. */
function wireName(protocol: string, name: string, member: Member | undefined): string {
  if (protocol === 'ec2') return member?.queryName ?? upperFirst(member?.locationName ?? name);
  return member?.locationName ?? name;
}

/** The path of an output's member, by the names that answers use. */
function wirePath(model: Model, output: Shape | undefined, path: string): string {
  const names: string[] = [];
  let shape = output;
  const payload = (output as { payload?: string } | undefined)?.payload;
  for (const name of path.split('.')) {
    const member = shape?.members?.[name.replace(/\[-1\]$/, '')];
    // The payload is the root of the answer.
    if (!(names.length === 0 && name === payload))
      names.push(member?.locationName === undefined ? name : member.locationName);
    shape = shapeOf(model, member?.shape);
  }
  return names.join('.');
}

const asList = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]);

/** Derives the pagination from the names of members, for an operation without a paginator in the models. */
function byNames(input: Shape | undefined, output: Shape | undefined): Pagination | undefined {
  const names = [
    'NextToken',
    'nextToken',
    'Marker',
    'marker',
    'NextMarker',
    'PageToken',
    'position',
    'exclusiveStartKey',
  ];
  const token = names.find((name) => input?.members?.[name] !== undefined);
  if (token === undefined) return undefined;
  const next = [token, `Next${upperFirst(token)}`, `next${upperFirst(token)}`].find(
    (name) => output?.members?.[name] !== undefined,
  );
  return next === undefined ? undefined : { input_token: token, output_token: next };
}

function pagingOf(model: Model, operation: Operation, paginator: Pagination | undefined): string {
  const protocol = protocolOf(model);
  const [input, output] = [shapeOf(model, operation.input?.shape), shapeOf(model, operation.output?.shape)];
  const paging = paginator ?? byNames(input, output);
  if (paging === undefined) return '';
  const outputs = asList(paging.output_token).map((path) => path.split('||')[0]?.trim() ?? '');
  const tokens = asList(paging.input_token).map((name, index) => {
    const member = input?.members?.[name];
    const mark = member?.location === 'querystring' ? '?' : '';
    return `${mark}${wireName(protocol, name, member)}<${wirePath(model, output, outputs[index] ?? '')}`;
  });
  const more = paging.more_results === undefined ? [] : [`more=${wirePath(model, output, paging.more_results)}`];
  const limit =
    protocol === 'ec2' || model.id === 'sqs'
      ? (paging.limit_key ?? (input?.members?.MaxResults ? 'MaxResults' : undefined))
      : undefined;
  const max =
    limit === undefined
      ? undefined
      : (shapeOf(model, input?.members?.[limit]?.shape) as { max?: number } | undefined)?.max;
  const size = limit === undefined ? [] : [`size=${limit}:${Math.min(max ?? 100, 500)}`];
  return [tokens.join(','), ...more, ...size].join(' ');
}

/** The route and the parameters of a request, with `{}` for the argument. */
function requestOf(
  model: Model,
  operation: Operation,
  argument: string | undefined,
): { route: string; parameters: string } {
  const protocol = protocolOf(model);
  const member = argument === undefined ? undefined : shapeOf(model, operation.input?.shape)?.members?.[argument];
  const wire = argument === undefined ? '' : wireName(protocol, argument, member);
  if (!protocol.startsWith('rest-')) {
    if (argument === undefined) return { route: '', parameters: '' };
    return { route: '', parameters: protocol === 'json' ? JSON.stringify({ [wire]: '{}' }) : `${wire}={}` };
  }
  const uri = operation.http.requestUri.replace(/\{[^}]+\}/g, '{}');
  const search = member?.location === 'querystring' ? `${uri.includes('?') ? '&' : '?'}${wire}={}` : '';
  const inBody = argument !== undefined && member?.location === undefined;
  return {
    route: `${operation.http.method} ${uri}${search}`,
    parameters: inBody ? JSON.stringify({ [wire]: '{}' }) : '',
  };
}

/** The operations of a service that list without arguments, or for the id of one object. */
export function draftsOf(
  model: Model,
  endpoints: Endpoints,
  paginators: Readonly<Record<string, Pagination>>,
): Draft[] {
  const serviceLine = serviceLineOf(model, endpoints);
  return Object.values(model.operations).flatMap((operation) => {
    const { name } = operation;
    const key = `${model.id}:${name}`;
    if (!LISTS.test(name) || (OF_ALL.test(name) && !REVIEWED.has(key)) || operation.endpoint?.hostPrefix !== undefined)
      return [];
    if (operation.deprecated === true) return [];
    const reviewed = REVIEWED_PARAMETERS[key];
    const input = shapeOf(model, operation.input?.shape);
    const required = input?.required ?? [];
    const [argument, ...others] = required;
    const shape = argument === undefined ? undefined : shapeOf(model, input?.members?.[argument]?.shape);
    if (
      reviewed === undefined &&
      (others.length > 0 || (argument !== undefined && (shape?.type !== 'string' || shape.enum !== undefined)))
    )
      return [];
    const { route, parameters: usual } = requestOf(model, operation, reviewed === undefined ? argument : undefined);
    const parameters = reviewed ?? usual;
    const query = REVIEWED_QUERIES[key];
    const way = query === undefined ? route : `${route}?${query}`;
    const cells = ['>', name, way, parameters, pagingOf(model, operation, paginators[name])];
    const needs =
      reviewed === undefined ? (argument ?? query?.split('=')[0]) : /"?(\w+)"?[=:]"?\{(?:-\/)?\}/.exec(reviewed)?.[1];
    return [
      { service: model.id, name, serviceLine, operationLine: cells.join('\t').replace(/\t+$/, ''), argument: needs },
    ];
  });
}
