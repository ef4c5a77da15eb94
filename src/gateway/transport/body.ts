import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** The rest of what was begun to be read, behind what is there already. Destroying it destroys the source. */
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
  // A generator that nobody has begun to read does not hear that it was given up.
  return Readable.from(read(), { objectMode: false }).once('close', () => message.destroy());
}

/**
 * A body whole, or as a stream as soon as it is longer than `limit`. `ended` hears when nothing more will be read of the
 * message; `wrong` says what an error while reading means. Rejects, and breaks the stream off, with that.
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
