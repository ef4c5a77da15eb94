import { createHash, randomUUID } from 'node:crypto';
import { uploadedBytes } from './aws-chunked.ts';
import type { Caller, Callers } from './callers.ts';
import { CloudError, type CloudRequest, type CloudResponse } from './http.ts';
import { byKeyBytes, listObjects, type StoredObject } from './s3-list.ts';
import { xmlDocument, type XmlChildren } from './xml.ts';

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const XML = { 'content-type': 'application/xml' };

type Bucket = { name: string; region: string; created: Date; objects: Map<string, StoredObject> };

/** The buckets of a stand-in cloud, shared by all accounts. */
export type S3Store = { buckets: Map<string, Bucket> };

export function createS3Store(): S3Store {
  return { buckets: new Map() };
}

function xml(root: string, content: XmlChildren): CloudResponse {
  return { status: 200, headers: XML, body: xmlDocument(root, content, NAMESPACE) };
}

/** An error in S3's format. S3 has a code of its own for an unknown access key. */
export function s3Error(error: CloudError, resource: string): CloudResponse {
  const code = error.code === 'InvalidClientTokenId' ? 'InvalidAccessKeyId' : error.code;
  const content = { Code: code, Message: error.message, Resource: resource, RequestId: randomUUID() };
  return { status: error.status, headers: XML, body: xmlDocument('Error', content) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new CloudError(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

function rangeOf(header: string | undefined, size: number): { from: number; to: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const from = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const to = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (from < size && from <= to) return { from, to };
  throw new CloudError(416, 'InvalidRange', 'The requested range is not satisfiable');
}

function getObject(request: CloudRequest, object: StoredObject): CloudResponse {
  const { headers: given } = request;
  const headers: Record<string, string> = {
    etag: object.etag,
    'last-modified': object.modified.toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': 'application/octet-stream',
  };
  if (given['if-none-match'] === object.etag) return { status: 304, headers };
  if (given['if-match'] !== undefined && given['if-match'] !== object.etag) {
    throw new CloudError(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
  const range = rangeOf(given.range, object.body.length);
  if (!range) return { status: 200, headers, body: object.body };
  const contentRange = `bytes ${range.from}-${range.to}/${object.body.length}`;
  const body = object.body.subarray(range.from, range.to + 1);
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body };
}

function putObject(request: CloudRequest, bucket: Bucket, key: string): CloudResponse {
  const body = uploadedBytes(request);
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  bucket.objects.set(key, { key, body, etag, modified: new Date() });
  return { status: 200, headers: { etag } };
}

function objectCall(request: CloudRequest, bucket: Bucket, key: string): CloudResponse {
  const object = bucket.objects.get(key);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      if (!object) throw new CloudError(404, 'NoSuchKey', 'The specified key does not exist.');
      return getObject(request, object);
    case 'PUT':
      return putObject(request, bucket, key);
    case 'DELETE':
      bucket.objects.delete(key);
      return { status: 204 };
    default:
      throw notImplemented();
  }
}

function bucketCall(request: CloudRequest, bucket: Bucket): CloudResponse {
  if (request.method === 'HEAD') return { status: 200, headers: { 'x-amz-bucket-region': bucket.region } };
  if (request.method === 'GET' && request.query.get('list-type') === '2') {
    const objects = [...bucket.objects.values()].sort(byKeyBytes);
    return xml('ListBucketResult', listObjects(bucket.name, objects, request.query));
  }
  throw notImplemented();
}

function notImplemented(): CloudError {
  return new CloudError(501, 'NotImplemented', 'A header or query you provided implies functionality not implemented');
}

/** True for a sub-resource (`?acl`, `?uploads`…) or a copy, which would otherwise be handled as a plain request. */
function beyondPlain(request: CloudRequest): boolean {
  const plain = /^(x-id|list-type|prefix|delimiter|max-keys|continuation-token|start-after|encoding-type|fetch-owner)$/;
  const foreign = [...request.query.keys()].some((name) => !plain.test(name) && !name.startsWith('X-Amz-'));
  return foreign || request.headers['x-amz-copy-source'] !== undefined;
}

function createBucket(store: S3Store, request: CloudRequest, name: string): CloudResponse {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    throw new CloudError(400, 'InvalidBucketName', 'The specified bucket is not valid.');
  }
  if (store.buckets.has(name)) {
    const text = 'Your previous request to create the named bucket succeeded and you already own it.';
    throw new CloudError(409, 'BucketAlreadyOwnedByYou', text);
  }
  const region = /<LocationConstraint>([^<]+)</.exec(request.body.toString('utf8'))?.[1] ?? 'us-east-1';
  store.buckets.set(name, { name, region, created: new Date(), objects: new Map() });
  return { status: 200, headers: { location: `/${name}` } };
}

function listBuckets(store: S3Store, caller: Caller): CloudResponse {
  const Bucket = [...store.buckets.values()].map(({ name, created }) => ({
    Name: name,
    CreationDate: created.toISOString(),
  }));
  return xml('ListAllMyBucketsResult', { Owner: { ID: caller.account }, Buckets: { Bucket } });
}

/**
 * S3 in path style: ListBuckets, Create-, HeadBucket, ListObjectsV2, Get-, Head-, Put-, DeleteObject. Throws
 * CloudError.
 */
export function handleS3(request: CloudRequest, store: S3Store, callers: Callers): CloudResponse {
  const caller = callers.identify(request.headers, request.query);
  const denied = new CloudError(403, 'AccessDenied', 'Access Denied');
  if (!caller) throw denied;
  if (beyondPlain(request)) throw notImplemented();
  const slash = request.path.indexOf('/', 1);
  const name = decoded(slash < 0 ? request.path.slice(1) : request.path.slice(1, slash));
  const key = slash < 0 ? '' : decoded(request.path.slice(slash + 1));
  if (name === '') {
    if (request.method === 'GET') return listBuckets(store, caller);
    throw notImplemented();
  }
  if (caller.buckets && !caller.buckets.includes(name)) throw denied;
  if (request.method === 'PUT' && key === '') return createBucket(store, request, name);
  const bucket = store.buckets.get(name);
  if (!bucket) throw new CloudError(404, 'NoSuchBucket', 'The specified bucket does not exist');
  return key === '' ? bucketCall(request, bucket) : objectCall(request, bucket, key);
}
