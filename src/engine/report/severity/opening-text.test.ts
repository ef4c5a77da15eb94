import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SchemaSpec } from '../../../../testkit/drift-schema.ts';
import { findDrift } from '../../../../testkit/find-drift.ts';
import { observedOf } from '../../../../testkit/drift-observed.ts';
import { toFinding } from '../finding.ts';
import { createMasker } from '../../mask/mask.ts';
import { openingsOf } from '../access/openings.ts';
import { openingIn, portsText } from './opening-text.ts';
import type { Opening } from '../access/opening.ts';

const port = fc.nat(65_535);
const opening: fc.Arbitrary<Opening> = fc
  .record({
    source: fc.constantFrom('0.0.0.0/0', '::/0', '10.0.0.0/8', 'sg-0aa', 'itself'),
    protocol: fc.constantFrom('tcp', 'udp', 'all', 'esp'),
    from: port,
    to: port,
  })
  .map(({ from, to, protocol, source }) => ({
    source,
    protocol,
    from: protocol === 'all' ? 0 : Math.min(from, to),
    to: protocol === 'all' ? 65_535 : Math.max(from, to),
    out: false,
  }));

test('reads an opening back from its sentence', () => {
  fc.assert(
    fc.property(opening, (one) => {
      const ports = portsText(one);
      expect(openingIn(`${ports} is open to ${one.source} now`)).toEqual({ opening: one, opened: true });
      expect(openingIn(`${ports} is open to ${one.source} now, and 2 more`)).toEqual({ opening: one, opened: true });
      expect(openingIn(`${ports} is no longer open to ${one.source}`)).toEqual({
        opening: one,
        opened: false,
      });
      const out = { ...one, out: true };
      expect(openingIn(`it may reach ${one.source} at ${ports} now`)).toEqual({ opening: out, opened: true });
    }),
  );
  expect(openingIn('what can reach it may have changed')).toBeUndefined();
});

test('calls a protocol by its name where a provider gives its number', () => {
  const [opening] = openingsOf({ cidr_block: '0.0.0.0/0', protocol: '6', from_port: 3389, to_port: 3389 });
  expect(opening && portsText(opening)).toBe('port 3389 (tcp)');
});

test('reads an opening back from the reason of a real finding', () => {
  const rule: SchemaSpec = { cidr_ipv4: ['string', 'o'], from_port: ['number', 'o'], ip_protocol: ['string', 'o'] };
  const before = { cidr_ipv4: '10.0.0.0/8', from_port: 22, ip_protocol: 'tcp' };
  const [result] = findDrift([
    observedOf(
      { address: 'aws_vpc_security_group_ingress_rule.x', before, live: { ...before, cidr_ipv4: '0.0.0.0/0' } },
      { aws_vpc_security_group_ingress_rule: rule },
    ),
  ]);
  if (!result) throw new Error('nothing was compared');
  const place = { region: undefined, account: undefined };
  const masker = createMasker({ key: Buffer.alloc(32, 1) });
  const { severity_reason: reason = '' } = toFinding(result, { stateKey: 'k', place, masker, now: new Date(0) });
  expect(openingIn(reason)).toMatchObject({
    opened: true,
    opening: { source: '0.0.0.0/0', protocol: 'tcp', from: 22 },
  });
});
