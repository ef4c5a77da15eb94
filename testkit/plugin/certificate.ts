import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const TRUE = der(0x01, Buffer.from([0xff]));
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));

function extensions(): Buffer {
  const serverAuth = oid('2b06010505070301');
  const clientAuth = oid('2b06010505070302');
  return der(
    0xa3,
    sequence(
      sequence(oid('551d13'), TRUE, octets(sequence(TRUE))), // basicConstraints: CA, since it signs itself
      sequence(oid('551d0f'), TRUE, octets(der(0x03, Buffer.from([2, 0x84])))), // keyUsage: sign data, sign certificates
      sequence(oid('551d25'), octets(sequence(serverAuth, clientAuth))), // extKeyUsage
      sequence(oid('551d11'), octets(sequence(der(0x82, Buffer.from('localhost'))))), // subjectAltName: DNS
    ),
  );
}

/**
 * Creates a self-signed certificate for `localhost` (ECDSA P-256, valid for a day) and its key, as a go-plugin server
 * does for AutoMTLS. `certificate` is DER, `key` PEM. Hand-written DER, since node:crypto cannot create X.509.
 */
export function serverCertificate(now: Date = new Date()): { certificate: Buffer; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = randomBytes(16);
  serial[0] = (serial.readUInt8(0) & 0x7f) | 0x40; // positive and minimal, or Go refuses the certificate
  const time = (date: Date): Buffer => der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const day = 86_400_000;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(now.getTime() - day / 24)), time(new Date(now.getTime() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    certificate: sequence(body, ECDSA_WITH_SHA256, signature),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** A DER certificate as PEM. */
export function certificatePem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
