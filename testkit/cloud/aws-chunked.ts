import { crc32 } from 'node:zlib';
import { CloudError, type CloudRequest } from './http.ts';

const INCOMPLETE = new CloudError(
  400,
  'IncompleteBody',
  'The request body terminated unexpectedly or is not aws-chunked.',
);

/**
 * The bytes of an `aws-chunked` body, which is how the SDK streams an upload with a trailing checksum:
 * `size[;chunk-signature=…]\r\n bytes \r\n … 0\r\n trailer: value\r\n \r\n`. Chunk signatures are not verified.
 */
export function decodeAwsChunked(body: Buffer): { data: Buffer; trailers: Map<string, string> } {
  const parts: Buffer[] = [];
  const line = (from: number): { text: string; next: number } => {
    const end = body.indexOf('\r\n', from);
    return end < 0 ? { text: body.toString('latin1', from), next: body.length } : lineTo(body, from, end);
  };
  let at = 0;
  for (;;) {
    const { text, next } = line(at);
    const size = Number.parseInt(text.split(';')[0] ?? '', 16);
    if (!Number.isInteger(size) || next + size > body.length) throw INCOMPLETE;
    at = next;
    if (size === 0) break;
    parts.push(body.subarray(at, at + size));
    at += size + 2;
  }
  const trailers = new Map<string, string>();
  while (at < body.length) {
    const { text, next } = line(at);
    const colon = text.indexOf(':');
    if (colon > 0) trailers.set(text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim());
    at = next;
  }
  return { data: Buffer.concat(parts), trailers };
}

function lineTo(body: Buffer, from: number, end: number): { text: string; next: number } {
  return { text: body.toString('latin1', from, end), next: end + 2 };
}

function base64Crc32(data: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(data));
  return bytes.toString('base64');
}

/** The bytes of an upload, decoded if they are aws-chunked. Throws BadDigest if they do not match the sent CRC32. */
export function uploadedBytes(request: CloudRequest): Buffer {
  const { headers } = request;
  const chunked =
    /\baws-chunked\b/.test(headers['content-encoding'] ?? '') ||
    String(headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-');
  const { data, trailers } = chunked ? decodeAwsChunked(request.body) : { data: request.body, trailers: undefined };
  const expected = trailers?.get('x-amz-checksum-crc32') ?? headers['x-amz-checksum-crc32'];
  if (expected !== undefined && expected !== base64Crc32(data)) {
    throw new CloudError(400, 'BadDigest', 'The CRC32 you specified did not match the calculated checksum.');
  }
  return data;
}
