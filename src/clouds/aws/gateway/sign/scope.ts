import type { Headers } from '../call/types.ts';

/** The credential scope of a signature. */
export type Signature = { accessKeyId: string; service: string; region: string };

/** `AWS4-HMAC-SHA256 Credential=<key>/<date>/<region>/<service>/aws4_request, …`; SigV4A has no region there. */
const V4 = /^AWS4-HMAC-SHA256\s+Credential=([A-Z0-9]+)\/\d{8}\/([\w-]+)\/([\w.-]+)\/aws4_request[,\s]/;
const V4A = /^AWS4-ECDSA-P256-SHA256\s+Credential=([A-Z0-9]+)\/\d{8}\/([\w.-]+)\/aws4_request[,\s]/;

/** Query parameters of a presigned request's signature, of version 4 or 2. */
const IN_QUERY = /^(?:x-amz-(?:signature|algorithm|credential|security-token)|awsaccesskeyid|signature)$/i;

/** True for a request with its signature in its URL, which anybody who gets the URL could use. */
export function isPresigned(target: string): boolean {
  const at = target.indexOf('?');
  return at >= 0 && [...new URLSearchParams(target.slice(at)).keys()].some((name) => IN_QUERY.test(name));
}

/**
 * The credential scope in the `Authorization` header; undefined where it has no signature of version 4 or 4A.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function readSignature(headers: Headers): Signature | undefined {
  const { authorization, 'x-amz-region-set': regions } = headers;
  if (typeof authorization !== 'string') return undefined;
  const [, key, region, service] = V4.exec(authorization) ?? [];
  if (key && region && service) return regions === undefined ? { accessKeyId: key, region, service } : undefined;
  const [, keyA, serviceA] = V4A.exec(authorization) ?? [];
  if (!keyA || !serviceA || typeof regions !== 'string') return undefined;
  const first = regions.split(',')[0]?.trim() ?? '';
  return { accessKeyId: keyA, region: /^[a-z]{2}-[a-z-]+-\d$/.test(first) ? first : 'us-east-1', service: serviceA };
}
