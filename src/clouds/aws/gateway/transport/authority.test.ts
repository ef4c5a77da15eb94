import { X509Certificate, createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthority } from './authority.ts';

test('issues a server certificate for one name and the key that comes with it', () => {
  const authority = createAuthority();
  const own = new X509Certificate(authority.certificate);
  expect(own.ca).toBe(true);
  const { cert, key } = authority.server('acme-logs.s3.amazonaws.com');
  const server = new X509Certificate(cert);
  expect(server.ca).toBe(false);
  expect(server.verify(own.publicKey)).toBe(true);
  expect(server.checkIssued(own)).toBe(true);
  expect(server.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(server.checkHost('acme-logs.s3.amazonaws.com')).toBe('acme-logs.s3.amazonaws.com');
  expect(server.checkHost('s3.amazonaws.com')).toBeUndefined();
  expect(createAuthority().certificate).not.toBe(authority.certificate);
});
