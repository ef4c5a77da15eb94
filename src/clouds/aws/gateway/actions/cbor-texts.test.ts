import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textsOfCbor } from './cbor-texts.ts';

/** The header of an item, in its shortest form. */
function head(kind: number, size: number): Buffer {
  const first = (low: number) => (kind << 5) | low;
  if (size < 24) return Buffer.from([first(size)]);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size));
  const low = size < 2 ** 8 ? 24 : size < 2 ** 16 ? 25 : size < 2 ** 32 ? 26 : 27;
  return Buffer.concat([Buffer.from([first(low)]), bytes.subarray(8 - 2 ** (low - 24))]);
}

type Value = number | boolean | null | string | Buffer | Value[] | { [name: string]: Value };

const float = (value: number): Buffer => {
  const bytes = Buffer.alloc(9, 0xfb);
  bytes.writeDoubleBE(value, 1);
  return bytes;
};
const simple = new Map<unknown, number>([
  [false, 0xf4],
  [true, 0xf5],
  [null, 0xf6],
]);

function encode(value: Value): Buffer {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? head(value < 0 ? 1 : 0, value < 0 ? -1 - value : value) : float(value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  if (typeof value !== 'object' || value === null) return Buffer.from([simple.get(value) ?? 0xf7]);
  const members = Object.entries(value).flatMap(([name, member]) => [encode(name), encode(member)]);
  return Buffer.concat([head(5, members.length / 2), ...members]);
}

function textsIn(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (Buffer.isBuffer(value)) return [value.toString('latin1')];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constant('x'.repeat(127)));
const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(0x7f, 0x5f, 0x7f7f7f7f, 0x5f7f5f7f5f7f),
    fc.double(),
    fc.constantFrom(true, false, null),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string({ maxLength: 10 }), tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('the texts of CBOR', () => {
  test('finds all texts, whatever stands between them', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(textsOfCbor(encode(value))).toEqual(textsIn(value));
      }),
    );
  });

  test('returns nothing where a text comes in pieces', () => {
    const [before, after] = [fc.array(values, { maxLength: 3 }), fc.array(values, { maxLength: 3 })];
    fc.assert(
      fc.property(before, after, fc.array(texts), fc.constantFrom(0x5f, 0x7f), (left, right, pieces, first) => {
        const text = Buffer.concat([Buffer.from([first]), ...pieces.map(encode), Buffer.from([0xff])]);
        const list = [...left.map(encode), text, ...right.map(encode)];
        expect(textsOfCbor(Buffer.concat([head(4, list.length), ...list]))).toBeUndefined();
        expect(textsOfCbor(Buffer.concat([Buffer.from([0x9f]), ...list, Buffer.from([0xff])]))).toBeUndefined();
      }),
    );
  });

  test('returns nothing where the input is truncated or no CBOR', () => {
    const whole = encode({ name: 'x'.repeat(127) });
    for (let length = 7; length < whole.length; length++)
      expect(textsOfCbor(whole.subarray(0, length))).toBeUndefined();
    for (const bytes of ['7c', '1f', 'df', '7bffffffffffffffff', '18', '61'])
      expect(textsOfCbor(Buffer.from(bytes, 'hex'))).toBeUndefined();
    expect(textsOfCbor(Buffer.from('9f6161bf6162f6ffff', 'hex'))).toEqual(['a', 'b']);
    expect(textsOfCbor(Buffer.alloc(0))).toEqual([]);
  });
});
