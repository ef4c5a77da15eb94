import type { ActionKind, Protocol } from '../call/types.ts';
import { readRoute, type Route } from './route.ts';

/** An operation of a service, as in the list of actions. */
export type Operation = {
  name: string;
  kind: Exclude<ActionKind, 'secret'>;
  route?: Route;
  permissions: readonly string[];
};

/** An operation that a request names by method and path. */
export type Routed = Operation & { route: Route };

/** An AWS service. Several may share a name in signatures, as both generations of load balancers do. */
export type Service = {
  id: string;
  protocols: readonly Protocol[];
  /** The prefix of its actions in policies. */
  prefix: string;
  /** The prefix of an operation in the header of JSON services. */
  target: string;
  /** Names of its endpoints: `api.ecr`; `*.ddb` where another label precedes the name. */
  hosts: readonly string[];
  operations(): ReadonlyMap<string, Operation>;
  /** Operations whose route has this HTTP method. */
  routed(method: string): readonly Routed[];
};

/** All services by their names in signatures, and the names of all endpoints. */
export type Table = { bySigningName: ReadonlyMap<string, readonly Service[]>; hosts: ReadonlySet<string> };

function readOperation(line: string, prefix: string): [string, Operation] {
  const [kind, name = '', route = '', permissions = ''] = line.split('\t');
  const usual = permissions === '' ? [`${prefix}:${name}`] : permissions.split(',');
  const operation: Operation = {
    name,
    kind: kind === 'r' ? 'read' : 'other',
    permissions: permissions === '-' ? [] : usual,
  };
  return [name, route === '' ? operation : { ...operation, route: readRoute(route) }];
}

const isRouted = (operation: Operation): operation is Routed => operation.route !== undefined;

/** Reads the list of actions (its format is in assets/aws/README.md). The operations of a service are read on demand. */
export function readTable(text: string): Table {
  const bySigningName = new Map<string, Service[]>();
  const hosts = new Set<string>();
  for (const section of text.split(/^@\t/m).slice(1)) {
    const end = section.indexOf('\n');
    const [id = '', names = '', protocols = '', prefix = '', target = '', endpoints = ''] = section
      .slice(0, end)
      .split('\t');
    let operations: ReadonlyMap<string, Operation> | undefined;
    let routed: Map<string, Routed[]> | undefined;
    const service: Service = {
      id,
      protocols: protocols.split(',') as Protocol[],
      prefix,
      target,
      hosts: endpoints.split(','),
      operations: () =>
        (operations ??= new Map(
          section
            .slice(end + 1)
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => readOperation(line, prefix)),
        )),
      routed: (method) =>
        (routed ??= Map.groupBy([...service.operations().values()].filter(isRouted), ({ route }) => route.method)).get(
          method,
        ) ?? [],
    };
    for (const name of names.split(',')) {
      const sharing = bySigningName.get(name);
      // The service that the name is from comes first: `rds` before `docdb`, whose operations have the same names.
      if (sharing === undefined) bySigningName.set(name, [service]);
      else if (id === name) sharing.unshift(service);
      else sharing.push(service);
    }
    for (const host of service.hosts) hosts.add(host);
  }
  return { bySigningName, hosts };
}
