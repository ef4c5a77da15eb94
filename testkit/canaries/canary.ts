import { randomFrom, textOf } from './random.ts';
import { SHAPES, type Shape } from './shapes.ts';

/** A planted secret. A leak of it identifies its shape and its place. */
export type Canary = { shape: string; place: string; kind: Shape['kind']; key: string; text: string; core: string };

/** The base64 forms of the core at each of the three possible offsets. */
function inBase64(core: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('x'.repeat(before) + core).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + core.length) * 8) / 6));
  });
}

/** Texts that must not be found anywhere: the halves of the core, and its encoded forms. */
export function termsOf({ core, text }: Canary): string[] {
  const bytes = Buffer.from(core);
  const half = Math.min(14, core.length);
  const escaped = [...bytes].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
  const halves = [core.slice(0, half), core.slice(-half)];
  // A gzipped text does not contain the core; a part of the gzipped text itself must not be found.
  const packed = text.startsWith('H4sI') ? [text.slice(30, 60)] : [];
  return [...halves, ...inBase64(core.slice(0, half)), bytes.toString('hex').slice(0, 28), escaped, ...packed];
}

/** Creates the canaries of a run; the same seed yields the same canaries. */
export function canaryMaker(seed: number) {
  const random = randomFrom(seed);
  return (shape: Shape, place: string): Canary => {
    const core = textOf(shape.alphabet, shape.length, random);
    return { shape: shape.name, place, kind: shape.kind, key: shape.key ?? 'comment', text: shape.text(core), core };
  };
}

export const shapesOf = (...kinds: Shape['kind'][]): Shape[] => SHAPES.filter(({ kind }) => kinds.includes(kind));
