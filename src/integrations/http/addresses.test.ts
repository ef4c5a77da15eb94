import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReach } from './addresses.ts';
import { refusalOf } from './target.ts';

const reach = createReach([]);
const strict = { reach, http: false, anyPort: false };
const octet = fc.integer({ min: 0, max: 255 });

/** Networks that are never on the public internet, by their first octets. */
const PRIVATE: readonly (readonly [string, fc.Arbitrary<number[]>])[] = [
  ['this network', fc.tuple(fc.constant(0), octet, octet, octet)],
  ['private, of a class A', fc.tuple(fc.constant(10), octet, octet, octet)],
  ['private, of a class B', fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet)],
  ['private, of a class C', fc.tuple(fc.constant(192), fc.constant(168), octet, octet)],
  ['of carriers', fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet)],
  ['this machine', fc.tuple(fc.constant(127), octet, octet, octet)],
  ['of the link, with metadata', fc.tuple(fc.constant(169), fc.constant(254), octet, octet)],
  ['for groups', fc.tuple(fc.integer({ min: 224, max: 239 }), octet, octet, octet)],
  ['reserved', fc.tuple(fc.integer({ min: 240, max: 255 }), octet, octet, octet)],
];

const hex = (n: number) => n.toString(16);
const pair = ([a = 0, b = 0, c = 0, d = 0]: number[]) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const whole = ([a = 0, b = 0, c = 0, d = 0]: number[]) => ((a * 256 + b) * 256 + c) * 256 + d;

describe('addresses that are', () => {
  test.each(PRIVATE)('%s are refused, however IPv6 carries them', (_, quads) => {
    fc.assert(
      fc.property(quads, (quad) => {
        const v4 = quad.join('.');
        const carried = [
          v4,
          `::ffff:${v4}`,
          `::ffff:${pair(quad)}`,
          `0:0:0:0:0:ffff:${pair(quad)}`,
          `::${v4}`,
          `::ffff:0:${pair(quad)}`,
          `64:ff9b::${pair(quad)}`,
          `64:ff9b:1::${pair(quad)}`,
          `2002:${pair(quad)}::1`,
          `2001:0:4136:e378:8000:63bf:${pair(quad)}`,
        ];
        for (const address of carried) expect([address, reach(address)]).toEqual([address, 'refused']);
      }),
    );
  });

  test.each(PRIVATE)('%s are refused in a URL, however they are written', (_, quads) => {
    fc.assert(
      fc.property(quads, (quad) => {
        const [a = 0, b = 0, c = 0, d = 0] = quad;
        const written = [
          quad.join('.'),
          String(whole(quad)),
          `0x${hex(whole(quad))}`,
          `0${whole(quad).toString(8)}`,
          `0x${hex(a)}.0${b.toString(8)}.${c * 256 + d}`,
          `[::ffff:${quad.join('.')}]`,
          `[64:ff9b::${pair(quad)}]`,
          `${quad.join('.')}.`,
          quad.join('%2e'),
        ];
        for (const host of written) expect([host, refusalOf(`https://${host}/x`, strict)]).not.toContain(undefined);
      }),
    );
  });
});

test.each([
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '100::1',
  '5f00::1',
  'fd00:ec2::254',
  'not an address',
  '',
])('rejects %s', (address) => {
  expect(reach(address)).toBe('refused');
});

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '100.63.255.255',
  '172.32.0.1',
  '192.167.1.1',
  '::ffff:8.8.8.8',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80e::200e',
])('allows %s', (address) => {
  expect(reach(address)).toBe('public');
});

test('allows the addresses of the operator, except metadata endpoints of clouds', () => {
  const allowed = createReach(['10.20.0.0/16', 'fd00::/8', '169.254.0.0/16', 'loopback']);
  for (const address of ['10.20.3.4', '::ffff:10.20.3.4', 'fd12::1', '169.254.1.1', '127.0.0.1', '::1'])
    expect([address, allowed(address)]).toEqual([address, 'allowed']);
  for (const address of ['10.21.0.1', '169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254', 'fe80::1'])
    expect([address, allowed(address)]).toEqual([address, 'refused']);
});

test.each([
  'http://example.com/x',
  'ftp://example.com/x',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://@example.com/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:6379/',
  'https://example.com:3306/',
  'https://example.com/#fragment',
  'https://example.com/#',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://db.internal/',
  'https://printer.local/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://example..com/',
  'https://-/',
  'https:\\\\example.com\\',
  'https://example.com\t/x',
  'https://exa mple.com/',
  'https://１２７.0.0.1/',
  'https://ｌocalhost/',
  'https://[::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[::]/',
  'https://0/',
  'https://127.1/',
  'https:///',
  'https://',
  '//example.com/',
  'example.com',
  '',
  `https://example.com/${'x'.repeat(2_000)}`,
])('rejects %j as a target', (text) => {
  expect(refusalOf(text, strict)).toEqual(expect.any(String));
});

test.each([
  'https://example.com/',
  'https://hooks.slack.com/services/T0/B0/x',
  'https://example.com:8443/a?b=c%20d',
  'https://93.184.216.34/',
  'https://xn--mnchen-3ya.example/',
  'https:example.com',
])('%s is one', (text) => {
  expect(refusalOf(text, strict)).toBeUndefined();
});

test('answers any text with a sentence that does not repeat it, or nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })), (text) => {
      const refusal = refusalOf(text, strict);
      if (refusal === undefined) return new URL(text).protocol === 'https:';
      return text.length <= 12 || !refusal.includes(text);
    }),
    { numRuns: 40 },
  );
  expect(refusalOf('https://10.0.0.1/very-secret', strict)).not.toContain('secret');
});
