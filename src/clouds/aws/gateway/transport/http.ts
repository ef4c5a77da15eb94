import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Headers of one connection only (RFC 9110, 7.6.1), and of proxies. */
const HOPS = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers without those of the connection and without HTTP/2's own (`:path`). */
export function withoutHops(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = headers.connection?.toLowerCase().split(/\s*,\s*/);
  const kept: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && name[0] !== ':' && !HOPS.has(name) && !named?.includes(name)) kept[name] = value;
  }
  return kept;
}

/** A stream of the chunks read so far and the rest of the source. Destroying it destroys the source. */
function rest(
  chunks: readonly Buffer[],
  source: AsyncIterator<Buffer>,
  { message, wrong }: { message: IncomingMessage; wrong: (error: unknown) => unknown },
): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
      for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
    } catch (error) {
      throw wrong(error);
    }
  }
  // An unstarted generator is not notified of its end.
  return Readable.from(read(), { objectMode: false }).once('close', () => message.destroy());
}

/**
 * Reads a body: whole, or as a stream where it is longer than `limit`. `ended` is called when no more of the message
 * will be read. `wrong` translates an error while reading; the promise rejects, or the stream fails, with its result.
 */
export async function readBody(
  message: IncomingMessage,
  limit: number,
  { ended, wrong }: { ended: () => void; wrong: (error: unknown) => unknown },
): Promise<Buffer | Readable> {
  message.once('close', ended);
  const source = message[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      chunks.push(next.value);
      size += next.value.length;
      if (size > limit) return rest(chunks, source, { message, wrong });
    }
  } catch (error) {
    throw wrong(error);
  }
  return Buffer.concat(chunks, size);
}
