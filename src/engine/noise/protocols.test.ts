import { describe, expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import { canonicalProtocol } from '../value/protocol.ts';

test.each([
  ['tcp', '6'],
  ['TCP', 'tcp'],
  ['udp', 17],
  ['icmp', '1'],
  ['icmpv6', '58'],
  ['all', '-1'],
])('treats protocols %s and %s as equal', (a, b) => {
  expect(canonicalProtocol(a)).toBe(canonicalProtocol(b));
});

test('leaves other protocols unchanged', () => {
  expect(new Set(['tcp', 'udp', 'all', '50', 'icmp', null].map((one) => canonicalProtocol(one))).size).toBe(6);
});

describe('a protocol by name and by number', () => {
  const rule: SchemaSpec = { id: ['string', 'oc'], protocol: ['string', 'r'], note: ['string', 'o'] };
  const group: SchemaSpec = {
    id: ['string', 'oc'],
    ingress: [['set', ['object', { protocol: 'string', from_port: 'number' }]], 'oc'],
  };
  const drift = (type: string, schema: SchemaSpec, before: object, live: object) =>
    findDrift([
      observedOf(
        { address: `${type}.x`, before: { id: '1', ...before }, live: { id: '1', ...live } },
        { [type]: schema },
      ),
    ]).flatMap(({ differences, suppressed }) => [
      ...differences.map(({ path }) => path[0]),
      ...suppressed.map(({ stage }) => stage),
    ]);

  test('suppresses it for network rules, standalone and in lists', () => {
    expect(drift('aws_network_acl_rule', rule, { protocol: '6' }, { protocol: 'tcp' })).toEqual(['protocols']);
    const listed = (protocol: string, port: number) => ({ ingress: [{ protocol, from_port: port }] });
    expect(drift('aws_security_group', group, listed('tcp', 22), listed('6', 22))).toEqual(['protocols']);
    expect(drift('aws_security_group', group, listed('tcp', 22), listed('6', 23))).toEqual(['ingress']);
    expect(drift('aws_network_acl_rule', rule, { protocol: '6' }, { protocol: 'udp' })).toEqual(['protocol']);
  });

  test('reports it where the word means something else', () => {
    expect(drift('aws_lb_listener', rule, { protocol: 'TCP' }, { protocol: 'tcp' })).toEqual(['protocol']);
    expect(drift('aws_network_acl_rule', rule, { note: 'tcp' }, { note: '6' })).toEqual(['note']);
  });
});
