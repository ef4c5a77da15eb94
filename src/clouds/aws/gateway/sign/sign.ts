import { compareTexts } from '../../../../base/compare.ts';
import { getOrInsert } from '../../../../base/get-or-insert.ts';
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { CloudCredentials, CloudRequest } from '../call/types.ts';

/** Headers that have to be signed, and that nothing on the way to the cloud changes. */
const SIGNED = /^(?:host|content-type|content-md5|x-amz-.*)$/;

/** Signing names of S3 itself; `s3tables` and `s3vectors` sign as all other services do. */
const S3 = /^s3(?:express|-outposts|-object-lambda)?$/;

/** The service and region of a signature; equal to those of the signature that is replaced. */
export type Scope = { service: string; region: string };

/** Derives the signing key for a service and region on one day (`20260131`). */
export type KeyFor = (credentials: CloudCredentials, day: string, scope: Scope) => KeyObject;

const hmac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const signingKey: KeyFor = ({ secretAccessKey }, day, { region, service }) =>
  [day, region, service, 'aws4_request'].reduce(
    (key, part) => createSecretKey(hmac(key, part)),
    createSecretKey(`AWS4${secretAccessKey}`, 'utf8'),
  );

/** Derives each key once. Keys are dropped with their credentials, which last for hours. */
export function rememberedKeys(): KeyFor {
  const byCredentials = new WeakMap<CloudCredentials, Map<string, KeyObject>>();
  return (credentials, day, scope) => {
    const keys = getOrInsert(byCredentials, credentials, () => new Map<string, KeyObject>());
    return getOrInsert(keys, `${day}/${scope.region}/${scope.service}`, () => signingKey(credentials, day, scope));
  };
}

/** Percent-encodes as in RFC 3986, which leaves fewer characters unencoded than JavaScript does. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The path without empty parts and dots, encoded once more. */
function canonicalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(encoded(part));
  return `/${parts.join('/')}${parts.length > 0 && path.endsWith('/') ? '/' : ''}`;
}

/** Trims spaces and tabs and collapses runs of them; other white space stays. */
const canonicalValue = (value: string): string => value.replaceAll(/[ \t]+/g, ' ').replaceAll(/^ | $/g, '');

function canonicalQuery(search: string): string {
  if (search === '') return '';
  return [...new URLSearchParams(search)]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a, x], [b, y]) => compareTexts(a, b) || compareTexts(x, y))
    .map((pair) => pair.join('='))
    .join('&');
}

function queryOf(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string[]>;
  const params = new URLSearchParams(search);
  for (const name of new Set(params.keys())) query[name] = params.getAll(name);
  return query;
}

/** Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function authorization(
  headers: Readonly<Record<string, string>>,
  [method, path, query, bodyHash]: readonly string[],
  { accessKeyId, scope, date, key }: { accessKeyId: string; scope: Scope; date: string; key: KeyObject },
): string {
  const names = Object.keys(headers)
    .filter((name) => SIGNED.test(name))
    .toSorted();
  const lines = names.map((name) => `${name}:${canonicalValue(headers[name] ?? '')}\n`).join('');
  const signed = names.join(';');
  const canonical = `${method}\n${path}\n${query}\n${lines}\n${signed}\n${bodyHash}`;
  const place = `${date.slice(0, 8)}/${scope.region}/${scope.service}/aws4_request`;
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${date}\n${place}\n${hash('sha256', canonical)}`).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${place}, SignedHeaders=${signed}, Signature=${signature}`;
}

/**
 * The headers of a request with a signature of version 4, or 4A where it names a set of regions. S3's paths are signed
 * unchanged; those of other services are encoded once more.
 */
export async function signedHeaders(
  { method, host, target, headers, body }: CloudRequest,
  scope: Scope,
  credentials: CloudCredentials,
  now: Date,
  keyFor: KeyFor = signingKey,
): Promise<Record<string, string>> {
  const [path = '/', ...search] = target.split('?');
  const query = search.join('?');
  const plain: Record<string, string> = { host };
  for (const [name, value] of Object.entries(headers))
    plain[name] = typeof value === 'string' ? value : value.join(', ');
  const isS3 = S3.test(scope.service);
  const bodyHash = hash('sha256', body);
  if (isS3 || plain['x-amz-content-sha256'] !== undefined) plain['x-amz-content-sha256'] = bodyHash;
  if (body.length > 0 || !/^(?:GET|HEAD|DELETE)$/.test(method)) plain['content-length'] = String(body.length);
  const regions = plain['x-amz-region-set'];
  if (regions !== undefined) {
    // Loaded on demand, since few calls need it.
    const { signedForRegions } = await import('./v4a.ts');
    const unsigned = new Set(Object.keys(plain).filter((name) => !SIGNED.test(name)));
    const request = { method, host, path, query: queryOf(query), headers: plain, body };
    return signedForRegions(request, { service: scope.service, regions, isS3 }, { credentials, now, unsigned });
  }
  const date = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  plain['x-amz-date'] = date;
  if (credentials.sessionToken) plain['x-amz-security-token'] = credentials.sessionToken;
  const key = keyFor(credentials, date.slice(0, 8), scope);
  plain.authorization = authorization(
    plain,
    [method, isS3 ? path : canonicalPath(path), canonicalQuery(query), bodyHash],
    { accessKeyId: credentials.accessKeyId, scope, date, key },
  );
  return plain;
}
