import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { JsonRefusal, readJson } from '../../base/strict-json.ts';
import type { App } from './types.ts';

/** More than any operation needs: explaining the errors of a larger invalid body would cost more than sending it. */
const BOUNDS = { depth: 64, values: 10_000 };

/** Throws unless the body's charset, if given, is UTF-8, the only one of JSON (RFC 8259, 8.1). */
function checkCharset(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new AppError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
}

function parse(request: FastifyRequest, bytes: Buffer): unknown {
  checkCharset(request);
  if (bytes.length === 0) {
    // Some clients always send a type: an operation without a body then gets none.
    if (request.routeOptions.schema?.body === undefined) return undefined;
    throw new AppError('invalid_json', 'The body is empty; it has to be a JSON document.');
  }
  const text = decodeBody(bytes);
  try {
    return readJson(text, BOUNDS);
  } catch (error) {
    if (error instanceof JsonRefusal) throw new AppError('invalid_json', `The body cannot be taken: ${error.message}.`);
    throw error;
  }
}

/** Decodes a body; throws 400 where it is not UTF-8. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid_json', 'The body is not valid UTF-8.');
  }
}

/** Accepts only bodies of uncompressed JSON in UTF-8. */
export function readBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    parse(request, bytes),
  );
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && !/^identity$/i.test(encoding))
      throw new AppError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
    done();
  });
}
