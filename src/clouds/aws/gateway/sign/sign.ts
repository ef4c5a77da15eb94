import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { SignatureV4a } from '@smithy/signature-v4a';
import type { CloudCredentials, CloudRequest } from '../call/types.ts';

type Bytes = string | ArrayBuffer | ArrayBufferView;
const bytesOf = (data: Bytes): string | Uint8Array =>
  typeof data === 'string'
    ? data
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);

/** SHA-256, and HMAC with it, as the signers take it: they want a class. */
class Sha256 {
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

/** What has to be signed, and what nobody on the way changes. */
const SIGNED = /^(?:host|content-type|content-md5|x-amz-.*)$/;

/** The names in the signatures of S3 itself; `s3tables` and `s3vectors` sign as all others do. */
const S3 = /^s3(?:express|-outposts|-object-lambda)?$/;

const EMPTY = createHash('sha256').digest('hex');

function queryOf(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string[]>;
  const params = new URLSearchParams(search);
  for (const name of new Set(params.keys())) query[name] = params.getAll(name);
  return query;
}

/** For which service and region; it has to be the same as in the signature that is replaced. */
export type Scope = { service: string; region: string };

/**
 * The headers with which a request is sent on: those it has, and a signature of version 4, or 4A where it names a set of
 * regions. S3's paths are signed as they are, others' are encoded once more.
 */
export async function signedHeaders(
  { method, host, target, headers, body }: CloudRequest,
  { service, region }: Scope,
  credentials: CloudCredentials,
  now: Date,
): Promise<Record<string, string>> {
  const [path = '/', ...search] = target.split('?');
  const plain: Record<string, string> = { host };
  for (const [name, value] of Object.entries(headers))
    plain[name] = typeof value === 'string' ? value : value.join(', ');
  const isS3 = S3.test(service);
  if (isS3 || plain['x-amz-content-sha256'] !== undefined)
    plain['x-amz-content-sha256'] = body.length === 0 ? EMPTY : createHash('sha256').update(body).digest('hex');
  if (body.length > 0 || !/^(?:GET|HEAD|DELETE)$/.test(method)) plain['content-length'] = String(body.length);
  const regions = plain['x-amz-region-set'];
  const settings = { service, credentials, sha256: Sha256, uriEscapePath: !isS3, applyChecksum: false };
  const signer =
    regions === undefined
      ? new SignatureV4({ ...settings, region })
      : new SignatureV4a({ ...settings, region: regions });
  const request = {
    method,
    protocol: 'https:',
    hostname: host,
    path,
    query: queryOf(search.join('?')),
    headers: plain,
    body,
  };
  const unsigned = new Set(Object.keys(plain).filter((name) => !SIGNED.test(name)));
  const signed = await signer.sign(request, { signingDate: now, unsignableHeaders: unsigned });
  return signed.headers;
}
