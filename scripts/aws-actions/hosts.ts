import type { Model } from './models.ts';

const REGION = /^[a-z]+(-[a-z]+)+-\d+$/;

/** Whether a label of a template is after the endpoint's name: a region, a domain, the kind of network. */
const isTail = (label: string): boolean =>
  /^\{.*(region|suffix)\}$/i.test(label) ||
  REGION.test(label) ||
  ['dualstack', 'global', 'amazonaws', 'api', 'c2s', 'sc2s', 'csp', 'cloud', 'us-gov'].includes(label);

/** Whether an endpoint is the user's own, or on their machine, and so no host of AWS. */
const isUsersOwn = (url: string): boolean => /\{(?:url#|Endpoint\}|\w*CustomEndpoint)|^https?:\/\/localhost/.test(url);

/**
 * Whether an endpoint is under `on.aws`, the domain of customers' hosts and of a data plane that contains no resources.
 */
const isDataPlane = (url: string): boolean => url.endsWith('.on.aws');

/** All texts under the key `url` in the rules of a service's endpoints. */
function urlsIn(rules: unknown): string[] {
  if (Array.isArray(rules)) return rules.flatMap(urlsIn);
  if (typeof rules !== 'object' || rules === null) return [];
  return Object.entries(rules).flatMap(([key, value]) =>
    key === 'url' && typeof value === 'string' ? [value] : urlsIn(value),
  );
}

/**
 * The constants of operations for a template's parameters: `{OperationType}-kinesis` is `control-kinesis` and
 * `data-kinesis`.
 */
function constantsOf({ operations }: Model): [parameter: string, values: string[]][] {
  const said = Object.values(operations).flatMap(({ staticContextParams }) =>
    Object.entries(staticContextParams ?? {}),
  );
  return [...Map.groupBy(said, ([parameter]) => parameter)].map(([parameter, all]) => [
    `{${parameter}}`,
    [...new Set(all.map(([, { value }]) => String(value)))].toSorted(),
  ]);
}

/** The templates of all AWS endpoints of a service, including endpoints with an operation's host prefix. */
export function endpointsOf(model: Model): string[] {
  const own = urlsIn(model.rules).filter((url) => !isUsersOwn(url) && !isDataPlane(url));
  const usual = `https://${model.metadata.endpointPrefix}.{Region}.{PartitionResult#dnsSuffix}`;
  const constant = constantsOf(model).reduce(
    (urls, [parameter, values]) => urls.flatMap((url) => values.map((value) => url.replaceAll(parameter, value))),
    [usual, ...own],
  );
  const prefixes = Object.values(model.operations).flatMap(({ endpoint }) => endpoint?.hostPrefix ?? []);
  const prefixed = prefixes.flatMap((prefix) =>
    constant.filter((url) => !url.startsWith('https://{')).map((url) => url.replace('https://', `https://${prefix}`)),
  );
  return [...new Set([...constant, ...prefixed])];
}

/** A template's label in an endpoint name: `*` for an account or a bucket, and `s3express` for any zone. */
function inName(label: string): string {
  if (!label.includes('{')) return label.replace(/-fips\b|^fips-/g, '');
  return label.startsWith('s3express-') ? 's3express' : '*';
}

/**
 * The endpoint name of a template: `https://api.ecr.{Region}.{PartitionResult#dnsSuffix}` is `api.ecr`, and
 * `https://{AccountId}.ddb.{Region}…` is `*.ddb`. Removes `-fips`. Throws for an unknown format, since the gateway
 * would refuse a host that is missing.
 */
export function endpointName(url: string): string {
  const labels = /^https:\/\/([^/]+)/.exec(url)?.[1]?.split('.') ?? [];
  const end = labels.findIndex((label, index) => index > 0 && isTail(label));
  const names = labels.slice(0, end).map(inName);
  const name = names.filter((label, index) => label !== '*' || names[index - 1] !== '*').join('.');
  if (end < 1 || name === '*' || name.lastIndexOf('*') > 0)
    throw new Error(`There is no name of an endpoint in ${url}`);
  return name;
}

/** An example host of a template, for testing the gateway. */
export function exampleOf(url: string): string {
  const host = /^https:\/\/([^/]+)/.exec(url)?.[1] ?? '';
  return host
    .replaceAll(/\{\w*#?implicitGlobalRegion\}/g, 'us-east-1')
    .replaceAll(/\{[\w#]*region\}/gi, 'eu-west-1')
    .replaceAll(/\{[\w#]*dualStackDnsSuffix\}/g, 'api.aws')
    .replaceAll(/\{[\w#]*dnsSuffix\}/g, 'amazonaws.com')
    .replaceAll(/\{\w*AvailabilityZoneId\}/g, 'euw1-az1')
    .replaceAll(/\{[\w#]*accountId\}/gi, '123456789012')
    .replaceAll(/\{[^}]+\}/g, 'x1');
}
