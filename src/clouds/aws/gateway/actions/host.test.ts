import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpointOf } from './host.ts';
import { readTable } from './table.ts';

const file = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
const { bySigningName, hosts } = readTable(file('assets/aws/actions.txt'));
const services = new Map([...bySigningName.values()].flat().map((service) => [service.id, service]));
/** Services with example hosts for all endpoint templates in AWS's models (scripts/aws-actions.ts). */
const examples = file('testkit/aws-hosts.txt')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(' '));

test('knows a host of every endpoint of every service and region as one of that service', () => {
  const unknown = examples.flatMap(([id = '', ...those]) => {
    const own = services.get(id)?.hosts ?? [];
    return those.filter((host) => !own.includes(endpointOf(host, hosts)?.name ?? ''));
  });
  expect(unknown).toEqual([]);
  expect(examples.length).toBeGreaterThan(300);
});

test.each([
  ['123456789012.control-kinesis.eu-west-1.amazonaws.com', '*.control-kinesis', '123456789012'],
  ['123456789012.data-kinesis-fips.us-east-1.amazonaws.com', '*.data-kinesis', '123456789012'],
  ['control-kinesis.eu-west-1.amazonaws.com', undefined, undefined],
  ['123456789012.evil-kinesis.eu-west-1.amazonaws.com', undefined, undefined],
  ['x.lambda-url.us-east-1.on.aws', undefined, undefined],
  ['neptune-graph.us-east-1.on.aws', undefined, undefined],
])('distinguishes endpoints with a nested label from similar hosts: %s', (host, name, before) => {
  expect(endpointOf(host, hosts)).toEqual(name === undefined ? undefined : { name, before });
});
