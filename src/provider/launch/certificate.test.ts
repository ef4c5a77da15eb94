import { X509Certificate, createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClientCertificate } from './handshake.ts';

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
