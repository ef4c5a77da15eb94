import { randomBytes, sign, type KeyObject } from 'node:crypto';

/** Encodes DER: tag, length, content. */
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
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const TRUE = der(0x01, Buffer.from([0xff]));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const name = (text: string): Buffer => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

/** Extensions that say what a certificate may be used for. */
export const EXTENSIONS = {
  /** Basic constraints: may sign certificates, its own too. */
  authority: sequence(oid('551d13'), TRUE, octets(sequence(TRUE))),
  /** Key usage: digital signature, and signing certificates. */
  signsCertificates: sequence(oid('551d0f'), TRUE, octets(der(0x03, Buffer.from([2, 0x84])))),
  /** Key usage: digital signature. */
  signs: sequence(oid('551d0f'), TRUE, octets(der(0x03, Buffer.from([7, 0x80])))),
  client: sequence(oid('551d25'), octets(sequence(oid('2b06010505070302')))),
  server: sequence(oid('551d25'), octets(sequence(oid('2b06010505070301')))),
  /** The server's host name (ASCII). */
  host: (host: string): Buffer => sequence(oid('551d11'), octets(sequence(der(0x82, Buffer.from(host, 'latin1'))))),
};

export type CertificateRequest = {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  /** The issuer's key: an EC key on P-256. */
  signWith: KeyObject;
  extensions: readonly Uint8Array[];
  from: Date;
  until: Date;
};

/** Writes an X.509 certificate as PEM, signed with ECDSA and SHA-256. node:crypto cannot write X.509. */
export function writeCertificate(request: CertificateRequest): string {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40; // positive, and no leading zero byte: DER is minimal, and Go insists
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    name(request.issuer),
    sequence(utcTime(request.from), utcTime(request.until)),
    name(request.subject),
    request.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...request.extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, request.signWith));
  const lines =
    sequence(toBeSigned, ECDSA_WITH_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
