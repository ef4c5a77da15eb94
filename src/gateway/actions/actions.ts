import { readFileSync } from 'node:fs';
import type { Action, ActionKind, CloudRequest } from '../types.ts';
import { namedBy } from './asked.ts';
import { endpointOf, type Endpoint } from './host.ts';
import { kindOf } from './kind.ts';
import { fits, pick, readAsked } from './route.ts';
import { readTable, type Operation, type Service, type Table } from './table.ts';

const LIST = new URL('../../../assets/aws/actions.txt', import.meta.url);

export type Actions = {
  /**
   * The operation that a request asks for; `scope` is what it was signed for. undefined unless it is exactly one operation of
   * that service, asked at one of the service's own hosts in one of its protocols.
   */
  classify: (request: CloudRequest, scope: { service: string }) => Action | undefined;
  /** Whether a host (with or without a port) belongs to one of AWS's services, and to nobody who is their customer. */
  isCloudHost: (host: string) => boolean;
};

/** Knows AWS's operations from the list in assets/aws, which is read at the first question. */
export function createActions(): Actions {
  let read: Table | undefined;
  const table = () => (read ??= readTable(readFileSync(LIST, 'utf8')));
  return {
    classify(request, scope) {
      const endpoint = endpointOf(withoutPort(request.host), table().hosts);
      const services = table().bySigningName.get(scope.service) ?? [];
      const here = endpoint && services.filter(({ hosts }) => hosts.includes(endpoint.name));
      const found = here && (namedIn(here, request) ?? restIn(here, request, endpoint));
      return found && actionOf(found, request, scope.service);
    },
    isCloudHost: (host) => endpointOf(withoutPort(host), table().hosts) !== undefined,
  };
}

const withoutPort = (host: string): string => host.replace(/:443$/, '').toLowerCase();

type Found = { service: Service; protocol: Action['protocol']; operation: Operation };

function namedIn(services: readonly Service[], request: CloudRequest): Found | undefined {
  for (const service of services) {
    const named = namedBy(request, service);
    const operation = named && service.operations().get(named.name);
    if (named && operation && !operation.route) return { service, protocol: named.protocol, operation };
  }
  return undefined;
}

const MARKS = ['x-amz-target', 'smithy-protocol', 'x-http-method', 'x-http-method-override', 'x-method-override'];

function restIn(services: readonly Service[], request: CloudRequest, endpoint: Endpoint): Found | undefined {
  const asked = readAsked(request.method, request.target);
  if (asked === undefined || MARKS.some((name) => request.headers[name] !== undefined)) return undefined;
  if (/^application\/x-www-form-urlencoded/i.test(String(request.headers['content-type']))) return undefined;
  // Who does not read the body of a GET takes it for the next request on this connection, which may be another's.
  if (/^(?:GET|HEAD)$/.test(request.method) && request.body.length > 0) return undefined;
  const candidates = services.flatMap((service) => {
    const protocol = service.protocols.find((each) => each.startsWith('rest-'));
    if (protocol === undefined) return [];
    // The bucket is the first part of the path, or stands before the name of the host.
    const inHost = service.id === 's3' && endpoint.before !== '';
    const path = inHost
      ? [endpoint.before, ...asked.parts.filter((part, index) => index > 0 || part !== '')]
      : asked.parts;
    // An object of a bucket, for who decodes before looking for the bucket.
    if (service.id === 's3' && path[0]?.includes('/') === true) return [];
    return [...service.operations().values()].flatMap((operation) =>
      operation.route !== undefined && fits(operation.route, { ...asked, parts: path })
        ? [{ service, protocol, operation, route: operation.route, kind: kindFor(service, operation, request) }]
        : [],
    );
  });
  return pick(candidates);
}

const kindFor = ({ prefix }: Service, { name, kind }: Operation, request: CloudRequest): ActionKind =>
  kindOf(`${prefix}:${name}`, kind, request);

function actionOf({ service, protocol, operation }: Found, request: CloudRequest, signedFor: string): Action {
  const { name, permissions } = operation;
  const kind = kindFor(service, operation, request);
  return { service: signedFor, name, kind, protocol, permissions };
}
