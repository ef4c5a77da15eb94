import { createHash, createHmac } from 'node:crypto';
import { SignatureV4a } from '@smithy/signature-v4a';
import type { CloudCredentials } from '../call/types.ts';

type Bytes = string | ArrayBuffer | ArrayBufferView;
const bytesOf = (data: Bytes): string | Uint8Array =>
  typeof data === 'string'
    ? data
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);

/** SHA-256, and HMAC with it, as the class that AWS's signers require. */
export class Sha256 {
  readonly #secret: Bytes | undefined;
  #hash: { update(data: string | Uint8Array): unknown; digest(): Buffer };

  constructor(secret?: Bytes) {
    this.#secret = secret;
    this.#hash = this.#begin();
  }

  #begin() {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(this.#secret));
  }

  update(data: Bytes): void {
    this.#hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    this.#hash = this.#begin();
  }
}

/** A request to sign; it is sent with exactly these headers. */
export type Signable = {
  method: string;
  host: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body: Buffer;
};

/** The headers with a signature of version 4A for the regions that they name (`x-amz-region-set`). */
export async function signedForRegions(
  { host, ...request }: Signable,
  { service, regions, isS3 }: { service: string; regions: string; isS3: boolean },
  { credentials, now, unsigned }: { credentials: CloudCredentials; now: Date; unsigned: Set<string> },
): Promise<Record<string, string>> {
  const signer = new SignatureV4a({
    service,
    region: regions,
    credentials,
    sha256: Sha256,
    uriEscapePath: !isS3,
    applyChecksum: false,
  });
  const whole = { ...request, protocol: 'https:', hostname: host };
  const signed = await signer.sign(whole, { signingDate: now, unsignableHeaders: unsigned });
  return signed.headers;
}
