import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { SourceProblem } from '../../../base/state-source.ts';

/** A list of 1,000 objects has less than 2 MB, an error some thousand bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

async function* bounded(body: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes)
      throw new SourceProblem(
        'too_large',
        `The store answers with more than the ${(maxBytes / 1_000_000).toFixed(1)} MB that are read at once. Split the state, or leave it out with a narrower prefix.`,
      );
    yield chunk;
  }
}

/** Limits the bytes that a client reads of any answer: an untrusted endpoint may send one without end. */
export function boundAnswers(client: S3Client, maxObjectBytes: number): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as { body?: unknown };
        const maxBytes = commandName === 'GetObjectCommand' ? maxObjectBytes : MAX_BYTES;
        if (response.body instanceof Readable)
          response.body = Readable.from(bounded(response.body, maxBytes), { objectMode: false });
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}
