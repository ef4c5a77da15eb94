import { X509Certificate, createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClientCertificate, parseHandshake } from './handshake.ts';

test('writes a self-signed certificate that X.509 readers accept', () => {
  for (let i = 0; i < 50; i++) {
    const { certificate, key } = createClientCertificate();
    const x509 = new X509Certificate(certificate);
    expect(x509.subject).toBe('CN=localhost');
    expect(x509.ca).toBe(true);
    expect(x509.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(x509.checkPrivateKey(createPrivateKey(key))).toBe(true);
  }
});

test('writes a certificate valid from an hour ago to a year from now', () => {
  const x509 = new X509Certificate(createClientCertificate(new Date('2031-02-03T04:05:06Z')).certificate);
  expect(x509.validFromDate.toISOString()).toBe('2031-02-03T03:05:06.000Z');
  expect(x509.validToDate.toISOString()).toBe('2032-02-03T04:05:06.000Z');
});

test('gives no two plugins the same certificate', () => {
  const serials = Array.from(
    { length: 20 },
    () => new X509Certificate(createClientCertificate().certificate).serialNumber,
  );
  expect(new Set(serials).size).toBe(20);
});

test('reads a go-plugin line', () => {
  const handshake = parseHandshake('1|6|unix|/tmp/x/plugin1|grpc|AAEC\n');
  expect(handshake).toEqual({
    protocol: 6,
    socket: '/tmp/x/plugin1',
    serverCertificate: '-----BEGIN CERTIFICATE-----\nAAEC\n-----END CERTIFICATE-----\n',
  });
});

test.each([
  ['hello', 'does not introduce itself'],
  ['', 'does not introduce itself'],
  ['a|b|c|d|e', 'does not introduce itself'],
  ['2|5|unix|/a|grpc|AA', 'version 2 of the plugin handshake'],
  ['1|4|unix|/a|netrpc|AA', 'plugin protocol 4; protocols 5 and 6'],
  ['1|5|unix|/a|netrpc|AA', 'netrpc instead of gRPC'],
  ['1|5|tcp|127.0.0.1:1|grpc|AA', 'tcp address instead of a unix socket'],
  ['1|5|unix|/a|grpc|', 'encrypted connection'],
])('rejects %j and says why', (line, why) => {
  expect(parseHandshake(line)).toEqual({ wrong: expect.stringContaining(why) });
});
