import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseModel } from './model.ts';
import { textVector } from './text-vector.ts';

const whole = readFileSync(new URL('../../assets/recall/recall.bin', import.meta.url));

const HEAD = {
  format: 'tiny-1',
  rows: 3,
  dim: 2,
  lex: 64,
  alpha: 0.5,
  types: { s3_bucket: 'bucket' },
  ports: {},
  terms: {},
  idf: { wbucket: 0.5 },
  stop: ['the'],
};

/** A model with three pieces, in the format of the real model. */
function tiny(head: object = HEAD, pieces = 'bucket\nopen\n##s'): Uint8Array {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const rows = Buffer.from(Int8Array.from([127, 0, 0, 127, 0, 0]));
  const scales = Buffer.from(Uint16Array.from([0x3c00, 0x3800, 0x0001]).buffer);
  return Buffer.concat([Buffer.from('PLR1'), length, json, rows, scales, Buffer.from(pieces)]);
}

test('loads the shipped table, with its hash in the id', () => {
  const model = parseModel(whole);
  expect(model.id).toBe('plumbline-recall-1@a9e3ebcfb8990446');
  expect([model.dense, model.lexical, model.pieces.size, model.scales.length]).toEqual([256, 256, 27_558, 27_558]);
  expect(model.glossary.types.get('security_group')).toBe('security group firewall');
});

test('reads a table as the format says', () => {
  const model = parseModel(tiny());
  expect([...model.scales]).toEqual([1, 0.5, 2 ** -24]);
  const [x, y, ...words] = textVector(model, 'open the buckets');
  expect([x! > y!, y! > 0, words.filter((value) => value !== 0).length]).toEqual([true, true, 2]);
  expect(parseModel(tiny({ ...HEAD, alpha: 0.6 })).id).not.toBe(model.id);
});

const DAMAGED: [what: string, bytes: Uint8Array, why: string][] = [
  ['nothing', new Uint8Array(), 'does not begin with PLR1'],
  ['another file', Buffer.from('version https://git-lfs.github.com/spec/v1'), 'does not begin with PLR1'],
  ['half a header', tiny().subarray(0, 50), 'ends within its header'],
  ['half a table', tiny().subarray(0, tiny().length - 20), 'ends within its table'],
  ['missing pieces', tiny(HEAD, 'bucket\nopen'), '3 rows and 2 pieces'],
  ['a piece twice', tiny(HEAD, 'open\nopen\n##s'), '3 rows and 2 pieces'],
  ['text that is not UTF-8', Buffer.concat([tiny(), Buffer.from([0xff])]), 'not UTF-8'],
  ['sizes beyond reason', tiny({ ...HEAD, rows: 1e12 }), 'sizes make no sense'],
  ['no alpha', tiny({ ...HEAD, alpha: null }), 'alpha'],
  ['no name', tiny({ ...HEAD, format: 'Plumbline recall' }), 'format has no name'],
  ['no glossary', tiny({ ...HEAD, types: [] }), 'word list is missing'],
  ['weights that are texts', tiny({ ...HEAD, idf: { w: '1' } }), 'word list is missing'],
  ['no header', Buffer.concat([Buffer.from('PLR1'), Buffer.from([2, 0, 0, 0]), Buffer.from('{]')]), 'not JSON'],
];

test.each(DAMAGED)('rejects %s with the reason', (_what, bytes, why) => {
  expect(() => parseModel(bytes)).toThrow(why);
  expect(() => parseModel(bytes)).toThrow(/^The recall model is damaged/);
});

test('rejects any cut and any flipped bit with that error only', () => {
  const bytes = tiny();
  fc.assert(
    fc.property(fc.nat(bytes.length), fc.nat(bytes.length - 1), fc.nat(255), (cut, at, bits) => {
      const changed = Uint8Array.from(bytes.subarray(0, cut));
      if (at < changed.length) changed[at]! ^= bits;
      try {
        textVector(parseModel(changed), 'open the bucket aws_s3_bucket.a');
      } catch (error) {
        expect(String(error)).toMatch(/^Error: The recall model is damaged/);
      }
    }),
    { numRuns: 2000 },
  );
});
