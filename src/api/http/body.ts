import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { JsonRefusal, readJson } from '../../base/strict-json.ts';
import type { App } from './types.ts';

/** More than any operation has a use for; a body that is all errors would cost more to explain than to send. */
const BOUNDS = { depth: 64, values: 10_000 };

/** Throws unless the body's own charset, if it names one, is the only one that JSON has (RFC 8259, 8.1). */
function checkCharset(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new AppError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
}

function parse(request: FastifyRequest, bytes: Buffer): unknown {
  checkCharset(request);
  if (bytes.length === 0) {
    // Clients that always name a type: there is no body, and none is wanted.
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

/** The text of a body; throws 400 where it is not UTF-8. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid_json', 'The body is not valid UTF-8.');
  }
}

/** Takes bodies that are JSON in UTF-8 and not compressed, and none of any other kind. */
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
