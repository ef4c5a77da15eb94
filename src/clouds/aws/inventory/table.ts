import type { Protocol } from '../gateway/call/types.ts';
import { readPath, readTemplate, readWhere, type Path, type Template, type Where } from './elements.ts';

/** The facts about an AWS service that requests for its lists need. */
export type ListedService = {
  /** The service's id in AWS's models. */
  id: string;
  /** The service's name in signatures. */
  signingName: string;
  protocol: Protocol;
  /**
   * For `query` and `ec2`, the API version. For `json`, the prefix of the `x-amz-target` header, `/`, the JSON version.
   */
  detail: string;
  /**
   * `{region}` and `{suffix}` stand for the region and the partition's domain. A global service has one host for each
   * partition.
   */
  hosts: readonly { partition?: string; host: string; region?: string }[];
};

/** A value of an answer that the request for the next page passes as a parameter. */
type Token = { parameter: string; inQuery: boolean; path: Path; isLast: boolean };
export type Paging = {
  tokens: readonly Token[];
  /** The field that says whether there is another page, if the token alone does not. */
  more?: Path;
  /** The parameter for the page size, for services that return everything in one page without it. */
  size?: { parameter: string; value: string };
};

export type ListOperation = {
  service: ListedService;
  name: string;
  /** Method and path, for REST services: `GET /clusters/{}/addons`. */
  route: string;
  /**
   * A form, or a JSON object for JSON services. `{}` is the parent's id; `{a|b}` takes one request for each
   * alternative.
   */
  parameters: string;
  paging: Paging | undefined;
};

/** How the objects of a resource type are listed. */
export type ListedResource = {
  type: string;
  operation: ListOperation;
  /** The path of the elements in the answer. */
  path: Path;
  importId: Template;
  arn: Template | undefined;
  name: Template | undefined;
  /** An object's own region, for lists that cover all regions. */
  region: Template | undefined;
  where: Where | undefined;
  isGlobal: boolean;
  /** The parent type, and which id of a parent is the argument of the list. */
  parent: { type: string; by: 'importId' | 'arn' | 'name' } | undefined;
  isExpensive: boolean;
};

function readService(cells: readonly string[]): ListedService {
  const [id = '', signingName = '', protocol = '', detail = '', hosts = ''] = cells;
  return {
    id,
    signingName,
    protocol: protocol as Protocol,
    detail,
    hosts: hosts.split(',').map((text) => {
      const [, partition, host = '', region] = /^(?:([\w-]+)=)?([^@]+)(?:@(.+))?$/.exec(text) ?? [];
      return { host, ...(partition && { partition }), ...(region && { region }) };
    }),
  };
}

/**
 * `NextToken<nextToken,?marker<Last[-1] more=IsTruncated size=MaxResults:500`. `?` marks a parameter of the URL's
 * query.
 */
function readPaging(text: string): Paging | undefined {
  if (text === '') return undefined;
  const [tokens = '', ...options] = text.split(' ');
  const read = new Map(options.map((option) => option.split('=') as [string, string]));
  const more = read.get('more');
  const [parameter = '', value = ''] = read.get('size')?.split(':') ?? [];
  return {
    tokens: tokens
      .split(',')
      .filter((token) => token !== '')
      .map((token) => {
        const [input = '', output = ''] = token.split('<');
        const isLast = output.endsWith('[-1]');
        return {
          parameter: input.replace(/^\?/, ''),
          inQuery: input.startsWith('?'),
          path: readPath(output.replace(/\[-1\]$/, '')),
          isLast,
        };
      }),
    ...(more !== undefined && { more: readPath(more) }),
    ...(parameter !== '' && { size: { parameter, value } }),
  };
}

/** `aws_iam_role.name`; the import id if no id is named. */
export function readParent(text: string | undefined): ListedResource['parent'] {
  const [type, by] = text?.split('.') ?? [];
  return type === undefined ? undefined : { type, by: by === 'arn' || by === 'name' ? by : 'importId' };
}

function readResource(operation: ListOperation, cells: readonly string[]): ListedResource {
  const [type = '', path = '', importId = '', ...options] = cells;
  const read = new Map(options.map((option) => [option.split('=')[0] ?? '', option.slice(option.indexOf('=') + 1)]));
  const template = (name: string) => {
    const text = read.get(name);
    return text === undefined ? undefined : readTemplate(text);
  };
  const where = read.get('where');
  return {
    type,
    operation,
    path: readPath(path),
    importId: readTemplate(importId),
    arn: template('arn'),
    name: template('name'),
    region: template('region'),
    where: where === undefined ? undefined : readWhere(where),
    isGlobal: read.has('global'),
    parent: readParent(read.get('parent')),
    isExpensive: read.has('expensive'),
  };
}

/** Parses the table of lists, by resource type. assets/aws/README.md describes its format. */
export function readLists(text: string): ReadonlyMap<string, ListedResource> {
  const resources = new Map<string, ListedResource>();
  let service: ListedService | undefined;
  let operation: ListOperation | undefined;
  for (const line of text.split('\n')) {
    const [mark = '', ...cells] = line.split('\t');
    if (mark === '@') service = readService(cells);
    else if (mark === '>' && service !== undefined) {
      const [name = '', route = '', parameters = '', paging = ''] = cells;
      operation = { service, name, route, parameters, paging: readPaging(paging) };
    } else if (mark === '' && operation !== undefined && cells.length > 0) {
      const resource = readResource(operation, cells);
      resources.set(resource.type, resource);
    }
  }
  return resources;
}
