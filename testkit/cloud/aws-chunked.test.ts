import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAwsChunked } from './aws-chunked.ts';

function encoded(chunks: readonly Uint8Array[], trailers: readonly string[]): Buffer {
  const parts = chunks.flatMap((chunk) => [`${chunk.length.toString(16)};chunk-signature=00\r\n`, chunk, '\r\n']);
  const whole = [...parts, '0\r\n', ...trailers.map((line) => `${line}\r\n`), '\r\n'];
  return Buffer.concat(whole.map((part) => Buffer.from(part)));
}

test('decodes a body and its trailers from any chunks', () => {
  const chunk = fc.uint8Array({ minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.array(chunk), (chunks) => {
      const { data, trailers } = decodeAwsChunked(encoded(chunks, ['x-amz-checksum-crc32:AAAA==']));
      expect(data).toEqual(Buffer.concat(chunks));
      expect([...trailers]).toEqual([['x-amz-checksum-crc32', 'AAAA==']]);
    }),
  );
});

test('rejects a truncated body', () => {
  const whole = encoded([Buffer.from('0123456789')], []);
  expect(() => decodeAwsChunked(whole.subarray(0, 30))).toThrow('terminated unexpectedly');
  expect(() => decodeAwsChunked(Buffer.from('not chunked at all'))).toThrow('terminated unexpectedly');
});
