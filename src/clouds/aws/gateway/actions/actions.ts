import { readFileSync } from 'node:fs';
import type { Action, ActionKind, CloudRequest } from '../call/types.ts';
import { operationName } from './operation-name.ts';
import { readDecisions, type Decisions, kindOf } from './decisions.ts';
import { endpointOf, type Endpoint } from './host.ts';
import { fits, pick, parseRequest } from './route.ts';
import { readTable, type Operation, type Service, type Table } from './table.ts';

const LIST = new URL('../../../../../assets/aws/actions.txt', import.meta.url);
const DECISIONS = new URL('../../../../../assets/aws/decisions.txt', import.meta.url);

/** The list of actions, with the decisions about single actions. */
type Tables = Table & { decisions: Decisions };

export type Actions = {
  /**
   * The operation that a request calls; `scope` is its signature's. Undefined unless it is exactly one operation of
   * that service, called at one of the service's own hosts in one of its protocols.
   */
  classify: (request: CloudRequest, scope: { service: string }) => Action | undefined;
  /** True where a host (with or without a port) is an AWS service's, not a host that AWS gives to a customer. */
  isCloudHost: (host: string) => boolean;
};

/** Classifies requests by the list of AWS's operations in assets/aws, which is read at the first request. */
export function createActions(): Actions {
  let read: Tables | undefined;
  const tables = (): Tables =>
    (read ??= {
      ...readTable(readFileSync(LIST, 'utf8')),
      decisions: readDecisions(readFileSync(DECISIONS, 'utf8')),
    });
  return {
    classify(request, scope) {
      const { hosts, bySigningName, decisions } = tables();
      const endpoint = endpointOf(withoutPort(request.host), hosts);
      const services = bySigningName.get(scope.service) ?? [];
      const here = endpoint && services.filter(({ hosts }) => hosts.includes(endpoint.name));
      const kindFor: KindFor = ({ prefix }, { name, kind }) => kindOf(`${prefix}:${name}`, kind, request, decisions);
      const operation = here && (namedIn(here, request) ?? restIn(here, request, { endpoint, kindFor }));
      return (
        operation && {
          ...actionOf(operation, kindFor, scope.service),
          ...(endpoint.before && { before: endpoint.before }),
        }
      );
    },
    isCloudHost: (host) => endpointOf(withoutPort(host), tables().hosts) !== undefined,
  };
}

const withoutPort = (host: string): string => host.replace(/:443$/, '').toLowerCase();

/** Returns the kind of an operation in the current request. */
type KindFor = (service: Service, operation: Operation) => ActionKind;

type Found = { service: Service; protocol: Action['protocol']; operation: Operation; bucket?: string };

function namedIn(services: readonly Service[], request: CloudRequest): Found | undefined {
  for (const service of services) {
    const named = operationName(request, service);
    const operation = named && service.operations().get(named.name);
    if (named && operation && !operation.route) return { service, protocol: named.protocol, operation };
  }
  return undefined;
}

const MARKS = ['x-amz-target', 'smithy-protocol', 'x-http-method', 'x-http-method-override', 'x-method-override'];

function restIn(
  services: readonly Service[],
  request: CloudRequest,
  { endpoint, kindFor }: { endpoint: Endpoint; kindFor: KindFor },
): Found | undefined {
  const parsed = parseRequest(request.method, request.target);
  if (parsed === undefined || MARKS.some((name) => request.headers[name] !== undefined)) return undefined;
  if (/^application\/x-www-form-urlencoded/i.test(String(request.headers['content-type']))) return undefined;
  // A server that ignores a GET's body would read it as the next request, which may be another session's.
  if (/^(?:GET|HEAD)$/.test(request.method) && request.body.length > 0) return undefined;
  const candidates = services.flatMap((service) => {
    const protocol = service.protocols.find((each) => each.startsWith('rest-'));
    if (protocol === undefined) return [];
    // The bucket is the first part of the path, or stands before the endpoint's name in the host.
    const inHost = service.id === 's3' && endpoint.before !== '';
    const path = inHost
      ? [endpoint.before, ...parsed.parts.filter((part, index) => index > 0 || part !== '')]
      : parsed.parts;
    // A server that decodes before it looks for the bucket would read this as an object in a bucket.
    if (service.id === 's3' && path[0]?.includes('/') === true) return [];
    const asked = { ...parsed, parts: path };
    return service.routed(parsed.method).flatMap((operation) => {
      const { route } = operation;
      if (!fits(route, asked)) return [];
      const bucket = service.id === 's3' && route.parts[0] === '{}' ? path[0] : undefined;
      const kind = kindFor(service, operation);
      return [{ service, protocol, operation, route, kind, ...(bucket !== undefined && { bucket }) }];
    });
  });
  return pick(candidates);
}

function actionOf({ service, protocol, operation, bucket }: Found, kindFor: KindFor, signedFor: string): Action {
  const { name, permissions } = operation;
  const kind = kindFor(service, operation);
  return { service: signedFor, name, kind, protocol, permissions, ...(bucket !== undefined && { bucket }) };
}
