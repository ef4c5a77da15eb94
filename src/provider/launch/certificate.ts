import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** DER: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const TRUE = der(0x01, Buffer.from([0xff]));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const NAME = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))));

/** Self-signed, so it must be allowed to sign certificates as well as to authenticate a client. */
const EXTENSIONS = der(
  0xa3,
  sequence(
    sequence(oid('551d13'), TRUE, der(0x04, sequence(TRUE))), // basicConstraints: CA
    sequence(oid('551d0f'), TRUE, der(0x04, der(0x03, Buffer.from([2, 0x84])))), // keyUsage: digitalSignature, keyCertSign
    sequence(oid('551d25'), der(0x04, sequence(oid('2b06010505070302')))), // extKeyUsage: clientAuth
  ),
);

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/**
 * A key and a self-signed certificate (ECDSA P-256, one year) with which this process proves to one plugin that it is
 * the one that started it (go-plugin's AutoMTLS). The key never leaves the process. node:crypto cannot write X.509, and
 * this one certificate is not worth a dependency.
 */
export function createClientCertificate(now: Date = new Date()): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40; // positive, and no leading zero byte: DER is minimal, and Go insists
  const year = 365 * 86_400_000;
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    NAME,
    sequence(utcTime(new Date(now.getTime() - 3_600_000)), utcTime(new Date(now.getTime() + year))),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    EXTENSIONS,
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  return {
    certificate: pem('CERTIFICATE', sequence(toBeSigned, ECDSA_WITH_SHA256, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
