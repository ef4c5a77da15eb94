/**
 * Inner products of one vector of whole numbers with many, in WebAssembly, whose 128 bits at once make it many times as fast as
 * the same loop in JavaScript. Numbers of opcodes are those of the WebAssembly specification (3.0, sections 5.4.2 to 5.4.8).
 *
 * The many lie in tiles of sixteen, two dimensions at a time: of the first vector the first two numbers, of the second the first
 * two, and so on. So a pair in which the one is zero costs nothing, and no sum is ever taken across.
 */

type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number };
/** As far as it is used here; Node's types leave it out. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number }) => Memory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

/** Bytes that WebAssembly's memory grows by. */
export const PAGE = 65_536;
/** Vectors that lie beside each other. */
export const TILE = 16;
/** Bytes that a pair of numbers of 16 bits takes in a tile, and one number of 32 bits in tiles of those. */
export const STRIDE = TILE * 4;

/**
 * Writes the inner products of the vector in [`terms`, `termsEnd`) and of those in the tiles in [`tiles`, `tilesEnd`),
 * each of `tileBytes`, to `out` as numbers of 32 bits. A term is the offset of a pair within a tile (u32) and the two numbers
 * there (i16). Neither range may be empty. All are addresses in the memory; sums go round at 32 bits, so that what comes out is
 * right whenever it fits, whatever it was in between.
 */
export type Scan = (
  tiles: number,
  tilesEnd: number,
  tileBytes: number,
  terms: number,
  termsEnd: number,
  out: number,
) => void;

export type Kernel = { memory: Memory; scan: Scan };

/** Its own memory, of one page at first and `maxPages` at most. */
export function openKernel(maxPages: number): Kernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maxPages });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes(maxPages)), { host: { memory } });
  return { memory, scan: instance.exports.scan as Scan };
}

function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 64) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
    if (rest < 128) return [...bytes, 0];
  }
}

const count = (items: readonly unknown[]) => leb(items.length);
const vec = (...items: number[][]) => [...count(items), ...items.flat()];
const sized = (bytes: number[]) => [...count(bytes), ...bytes];
const name = (text: string) => sized([...Buffer.from(text)]);
const section = (id: number, body: number[]) => [id, ...sized(body)];

const [I32, V128, FUNCTION, MEMORY] = [0x7f, 0x7b, 0x60, 0x02];
const END = [0x0b];
const LOOP = [0x03, 0x40];
const AGAIN_IF_BELOW = [0x49, 0x0d, 0];
const ADD = [0x6a];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, ...leb(value)];
const loadI32 = (offset: number) => [0x28, 2, ...leb(offset)];
const simd = (op: number) => [0xfd, ...leb(op)];
const load = (offset: number) => [...simd(0), 4, ...leb(offset)];
const load32Splat = (offset: number) => [...simd(9), 2, ...leb(offset)];
const store = (offset: number) => [...simd(11), 4, ...leb(offset)];
const ZERO = [...simd(12), ...Array.from({ length: 16 }, () => 0)];
const [I32X4_ADD, I32X4_DOT_I16X8] = [simd(0xae), simd(0xba)];

function moduleBytes(maxPages: number): Uint8Array {
  const [tiles, tilesEnd, tileBytes, terms, termsEnd, out, term, at, factor] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
  const sums = [9, 10, 11, 12];
  const oneTerm = [
    [get(tiles), get(term), loadI32(0), ADD, set(at)],
    [get(term), load32Splat(4), set(factor)],
    ...sums.map((sum, i) => [get(sum), get(at), load(16 * i), get(factor), I32X4_DOT_I16X8, I32X4_ADD, set(sum)]),
  ];
  const oneTile = [
    ...sums.map((sum) => [ZERO, set(sum)]),
    [get(terms), set(term)],
    [LOOP, ...oneTerm.flat()],
    [get(term), constant(8), ADD, tee(term), get(termsEnd), AGAIN_IF_BELOW, END],
    ...sums.map((sum, i) => [get(out), get(sum), store(16 * i)]),
    [get(out), constant(STRIDE), ADD, set(out)],
  ];
  const body = [
    [LOOP, ...oneTile.flat()],
    [get(tiles), get(tileBytes), ADD, tee(tiles), get(tilesEnd), AGAIN_IF_BELOW, END],
    [END],
  ];
  const locals = vec([2, I32], [5, V128]);
  const parameters = vec(...Array.from({ length: 6 }, () => [I32]));
  const parts = [
    [0, ...Buffer.from('asm'), 1, 0, 0, 0],
    section(1, vec([FUNCTION, ...parameters, ...vec()])),
    section(2, vec([...name('host'), ...name('memory'), MEMORY, 1, 1, ...leb(maxPages)])),
    section(3, vec([0])),
    section(7, vec([...name('scan'), 0, 0])),
    section(10, vec(sized([...locals, ...body.flat(2)]))),
  ];
  return Uint8Array.from(parts.flat());
}
