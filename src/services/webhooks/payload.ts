import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AppError } from '../../base/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';

/** The largest body that a code host sends: GitHub caps its payloads at 25 MB. */
export const MAX_PAYLOAD_BYTES = 25 * 1024 * 1024;

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** The object in a verified body. Throws 400 if it is no UTF-8, no JSON, or no object. */
export function parsePayload(body: Uint8Array): JsonObject {
  const payload = parse(body);
  if (!isObject(payload)) throw new AppError('invalid_json', 'The body is not a JSON object.');
  return payload as JsonObject;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new AppError('invalid_json', 'The body is not valid JSON in UTF-8.', { cause: error });
  }
}

/** Compresses the bytes of a body for storage. */
export function packPayload(body: Uint8Array): Promise<Uint8Array> {
  return compress(body, { level: 1 });
}

/** Decompresses and parses a stored body. */
export async function unpackPayload(stored: Uint8Array): Promise<JsonObject> {
  return parsePayload(await expand(stored, { maxOutputLength: MAX_PAYLOAD_BYTES }));
}
