import { createHash } from 'node:crypto';
import { glossaryFrom, type Glossary } from './glossary.ts';
import { isRecord, numbers, texts } from './header.ts';

/** A table of word pieces, with the statistics of words. */
export type RecallModel = {
  /**
   * The format and the start of the file's hash: `plumbline-recall-1@0f3c…`. Vectors of different models cannot be
   * compared.
   */
  id: string;
  /** Number of dimensions for the meaning, and length of a row of the table. */
  dense: number;
  /** Number of dimensions for the words. */
  lexical: number;
  /** The share of the meaning in a vector (0–1) for texts without random ids. */
  alpha: number;
  /** The rows of the table, one after another. Each has to be multiplied by its scale. */
  rows: Int8Array;
  scales: Float32Array;
  /** The row of each piece. Pieces inside a word begin with `##`. */
  pieces: ReadonlyMap<string, number>;
  glossary: Glossary;
  /** The inverse document frequency of a feature; 1 for features that are not listed. */
  idf: ReadonlyMap<string, number>;
  stop: ReadonlySet<string>;
};

const MAGIC = 'PLR1';

function damaged(why: string): Error {
  return new Error(`The recall model is damaged (${why}); install Plumbline anew.`);
}

const HALF_MIN = 2 ** -24;

/** Converts sixteen bits from an IEEE 754 half to a number. */
function half(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * HALF_MIN;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

type Header = Pick<RecallModel, 'dense' | 'lexical' | 'alpha' | 'glossary' | 'idf' | 'stop'> & {
  format: string;
  count: number;
};

function readHeader(json: string): Header {
  let head: unknown;
  try {
    head = JSON.parse(json);
  } catch {
    throw damaged('its header is not JSON');
  }
  const between = (value: unknown, min: number, max: number): value is number =>
    typeof value === 'number' && value >= min && value <= max;
  const size = (value: unknown, max: number): value is number => Number.isInteger(value) && between(value, 1, max);
  if (!isRecord(head)) throw damaged('its header is no object');
  const { format, rows, dim, lex, alpha } = head;
  if (typeof format !== 'string' || !/^[a-z0-9-]{1,40}$/.test(format)) throw damaged('its format has no name');
  if (!size(rows, 1_000_000) || !size(dim, 4096) || !size(lex, 4096)) throw damaged('its sizes make no sense');
  if (!between(alpha, 0, 1)) throw damaged('its alpha is not between 0 and 1');
  const [idf, types, ports, terms] = [numbers(head.idf), texts(head.types), texts(head.ports), texts(head.terms)];
  const stop = Array.isArray(head.stop) && head.stop.every((word) => typeof word === 'string') ? head.stop : undefined;
  if (!idf || !types || !ports || !terms || !stop) throw damaged('a word list is missing');
  return {
    format,
    count: rows,
    dense: dim,
    lexical: lex,
    alpha,
    glossary: glossaryFrom({ types, ports, terms }),
    idf,
    stop: new Set(stop),
  };
}

/**
 * Parses a model. Its file has these parts (numbers are little-endian): `PLR1`, the header's length (u32), the header
 * (JSON), the rows (int8), one scale per row (float16), and the pieces, one per line, in the order of the rows. Throws
 * if the bytes are not a complete model.
 */
export function parseModel(bytes: Uint8Array): RecallModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(from, to));
  if (bytes.length < 8 || String.fromCharCode(...bytes.subarray(0, 4)) !== MAGIC)
    throw damaged('it does not begin with PLR1');
  const rowsAt = 8 + view.getUint32(4, true);
  if (rowsAt > bytes.length) throw damaged('it ends within its header');
  const { format, count, ...header } = readHeader(decoded(() => text(8, rowsAt)));
  const scalesAt = rowsAt + count * header.dense;
  const piecesAt = scalesAt + count * 2;
  if (piecesAt > bytes.length) throw damaged('it ends within its table');
  const scales = Float32Array.from({ length: count }, (_, i) => half(view.getUint16(scalesAt + i * 2, true)));
  if (!scales.every(Number.isFinite)) throw damaged('a scale is no number');
  const pieces = new Map(
    decoded(() => text(piecesAt, bytes.length))
      .split('\n')
      .map((piece, i) => [piece, i]),
  );
  if (pieces.size !== count) throw damaged(`it has ${count} rows and ${pieces.size} pieces`);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + rowsAt, count * header.dense);
  return { ...header, id: `${format}@${hash}`, rows, scales, pieces };
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw damaged('its text is not UTF-8');
  }
}
