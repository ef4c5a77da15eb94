import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { pieceAt, textOf, type Piece } from './pieces.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const NAMES = ['resources', 'instances'];

/** What the pieces are together. */
function assembled(text: Uint8Array, piece: Piece, [name = '', ...inner]: readonly string[] = NAMES): Json {
  const value = JSON.parse(textOf(text, piece)) as Json;
  if (!piece.list) return value;
  const list = piece.list.pieces.map((one) => assembled(text, one, inner));
  return { ...(value as { [key: string]: Json }), [name]: list };
}

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<Json>(null, true, -1.5e-7, 12345678901234, '', '"', '\\', '\\"', '}{][,:', '\u2028 ü\n'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('resources', 'instances', 'a', '"', '\\"'), tie('json'), { maxKeys: 4 }),
  ),
}));

test('a document cut to pieces is the document, however it is written', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, '\t'), (document, indent) => {
      const text = bytes(JSON.stringify(document, null, indent));
      const piece = pieceAt(text, 0, NAMES);
      expect(piece.to).toBe(text.length);
      expect(assembled(text, piece)).toEqual(document);
    }),
  );
});

test('a member that is there twice counts as it does in JSON, and a name may be written with escapes', () => {
  for (const text of [
    '{"resources":[1,2],"resources":[{"instances":[3]}]}',
    '{"resources":[1,2],"resources":null}',
    '{"resources":{},"r\\u0065sources":[1]}',
  ])
    expect(assembled(bytes(text), pieceAt(bytes(text), 0, NAMES))).toEqual(JSON.parse(text));
});

test('what is cut off or torn is no JSON', () => {
  const whole = '{"version": 4, "resources": [{"mode": "managed", "instances": [{"a": "b\\""}, 1]}]}';
  for (let end = 1; end < whole.length; end += 1)
    expect(() => pieceAt(bytes(whole.slice(0, end)), 0, NAMES)).toThrow(SyntaxError);
  for (const torn of ['{"a" 1}', '{"a":1 "b":2}', '{a:1}', '{"resources":[1 2]}', '{"resources":[,]}', '{"a":}'])
    expect(() => pieceAt(bytes(torn), 0, NAMES)).toThrow(SyntaxError);
});
