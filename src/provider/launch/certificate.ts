import { generateKeyPairSync } from 'node:crypto';
import { EXTENSIONS, writeCertificate } from '../../base/x509.ts';

/**
 * A key and a self-signed certificate (ECDSA P-256, one year) with which this process proves to one plugin that it is
 * the one that started it (go-plugin's AutoMTLS). The key never leaves the process.
 */
export function createClientCertificate(now: Date = new Date()): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = writeCertificate({
    subject: 'localhost',
    issuer: 'localhost',
    publicKey,
    signWith: privateKey,
    // Self-signed, so it must be allowed to sign certificates as well as to authenticate a client.
    extensions: [EXTENSIONS.authority, EXTENSIONS.signsCertificates, EXTENSIONS.client],
    from: new Date(now.getTime() - 3_600_000),
    until: new Date(now.getTime() + 365 * 86_400_000),
  });
  return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}
