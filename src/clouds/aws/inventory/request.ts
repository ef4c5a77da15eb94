import type { CloudRequest } from '../gateway/call/types.ts';
import type { Scope } from '../gateway/sign/sign.ts';
import { partitionOf } from '../catalog/places.ts';
import type { ListedService, ListOperation } from './table.ts';

/**
 * The arguments of a request: the parent's id, one alternative of the operation's parameters, and the page's tokens.
 */
export type ListArguments = {
  parent?: string | undefined;
  choice?: string | undefined;
  tokens?: ReadonlyMap<string, string>;
};

const CHOICES = /\{([^{}"]*\|[^{}"]*)\}/;

/**
 * The alternatives that need a request each, such as `ecs` and `dynamodb` of `{ecs|dynamodb}`. A single undefined if
 * the operation has none.
 */
export const choicesOf = ({ parameters, route }: ListOperation): readonly (string | undefined)[] =>
  CHOICES.exec(`${route} ${parameters}`)?.[1]?.split('|') ?? [undefined];

function endpointOf({ hosts }: ListedService, region: string): { host: string; region: string } {
  const partition = partitionOf(region);
  const fit = hosts.find((one) => one.partition === partition) ?? hosts.find((one) => one.partition === undefined);
  const { host = '', region: signedFor = region } = fit ?? hosts[0] ?? {};
  const suffix = partition === 'cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return { host: host.replace('{region}', region).replace('{suffix}', suffix), region: signedFor };
}

/**
 * Fills the arguments into a text, each encoded by `write`: `{}` is the parent's id, `{-/}` the part of it after its
 * last slash, `{/-}` the part before.
 */
function filled(text: string, { parent = '', choice = '' }: ListArguments, write: (value: string) => string): string {
  const slash = parent.lastIndexOf('/');
  return text
    .replace(CHOICES, () => write(choice))
    .replaceAll('{}', () => write(parent))
    .replaceAll('{-/}', () => write(parent.slice(slash + 1)))
    .replaceAll('{/-}', () => write(parent.slice(0, Math.max(slash, 0))));
}

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

/** The request for one page of a list, and the scope of its signature. */
export function requestOf(
  operation: ListOperation,
  region: string,
  listArguments: ListArguments,
): { request: CloudRequest; scope: Scope } {
  const { service, name, paging } = operation;
  const { host, region: signedFor } = endpointOf(service, region);
  const scope = { service: service.signingName, region: signedFor };
  const inQuery = new Set(paging?.tokens.filter((token) => token.inQuery).map(({ parameter }) => parameter));
  const added = [
    ...(paging?.size ? [[paging.size.parameter, paging.size.value] as const] : []),
    ...(listArguments.tokens ?? []),
  ];
  const send = (method: string, target: string, headers: Record<string, string>, body = '') => ({
    request: { method, host, target, headers, body: Buffer.from(body) },
    scope,
  });

  if (service.protocol === 'query' || service.protocol === 'ec2') {
    const form = new URLSearchParams({ Action: name, Version: service.detail });
    for (const [key, value] of new URLSearchParams(filled(operation.parameters, listArguments, encodeURIComponent)))
      form.append(key, value);
    for (const [key, value] of added) form.append(key, value);
    return send('POST', '/', { 'content-type': FORM }, form.toString());
  }
  const body = (): string => {
    const text = operation.parameters === '' ? undefined : filled(operation.parameters, listArguments, inJson);
    const parsed = (text === undefined ? {} : JSON.parse(text)) as Record<string, unknown>;
    const read = Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== ''));
    for (const [key, value] of added)
      if (!inQuery.has(key)) read[key] = key === paging?.size?.parameter ? Number(value) : value;
    return JSON.stringify(read);
  };
  if (service.protocol === 'json') {
    const [target = '', version = '1.1'] = service.detail.split('/');
    const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': `${target}.${name}` };
    return send('POST', '/', headers, body());
  }
  const [method = 'GET', uri = '/'] = operation.route.split(' ');
  const [path = '/', query = ''] = filled(uri, listArguments, encodeURIComponent).split('?');
  const search = new URLSearchParams(query);
  for (const [key, value] of added) if (method === 'GET' || inQuery.has(key)) search.append(key, value);
  const target = search.size > 0 ? `${path}?${search.toString().replaceAll('+', '%20')}` : path;
  if (method === 'GET') return send(method, target, {});
  return send(method, target, { 'content-type': 'application/json' }, body());
}
