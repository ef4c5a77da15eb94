import { isObject } from '../../base/json.ts';
import { post, type Endpoint } from '../openai/post.ts';
import { parseResponse, unusable } from '../openai/problem.ts';

/** The largest dimension of a vector in the database. https://github.com/pgvector/pgvector#vector-type */
const MAX_DIMENSION = 16_000;

/** The vector scaled to length one; undefined for a zero vector, which is similar to nothing. */
function unit(numbers: readonly number[]): Float32Array | undefined {
  const largest = numbers.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  if (largest === 0) return undefined;
  // Divided first, so that no square overflows.
  const length = Math.sqrt(numbers.reduce((sum, value) => sum + (value / largest) ** 2, 0));
  return Float32Array.from(numbers, (value) => value / largest / length);
}

function numbersOf(value: unknown): number[] {
  if (!Array.isArray(value) || value.length === 0) throw unusable('a vector is missing');
  if (value.length > MAX_DIMENSION) throw unusable(`a vector has more than ${MAX_DIMENSION} dimensions`);
  if (!value.every((one): one is number => Number.isFinite(one))) throw unusable('a vector holds what is no number');
  return value;
}

/** Entries in the order of the texts: by their `index` if they have one. */
function inOrder(data: readonly unknown[]): unknown[] {
  const indexes = data.map((entry) => (isObject(entry) ? entry.index : undefined));
  if (indexes.every((index) => index === undefined)) return [...data];
  const ordered = data.map((_, at) => data[indexes.indexOf(at)]);
  if (ordered.includes(undefined)) throw unusable('it does not say which text each vector is of');
  return ordered;
}

/**
 * The vectors of `count` texts in order, scaled to length one. Throws `RequestFailed` unless the response has exactly
 * that many vectors of finite numbers and one dimension.
 * https://platform.openai.com/docs/api-reference/embeddings/create
 */
function readVectors(text: string, count: number) {
  const body = parseResponse(text);
  const data = isObject(body) ? body.data : undefined;
  if (!Array.isArray(data)) throw unusable('it has no list of vectors');
  if (data.length !== count) throw unusable(`it has ${data.length} vectors for ${count} texts`);
  const vectors = inOrder(data).map((entry) => numbersOf(isObject(entry) ? entry.embedding : undefined));
  const dimension = vectors[0]?.length ?? 0;
  if (vectors.some(({ length }) => length !== dimension)) throw unusable('its vectors differ in dimension');
  return { dimension, vectors: vectors.map(unit) };
}

/** Limits above any valid response: its frame, and for each text 16,000 numbers at full length with spaces. */
const AROUND_BYTES = 64 * 1024;
const TEXT_BYTES = 16_000 * 32;

/** Requests the vectors of texts once. Throws like `post`. */
export async function requestVectors(
  { model, ...endpoint }: Endpoint,
  texts: readonly string[],
  limits: { timeoutMs: number; signal: AbortSignal | undefined },
) {
  const maxBytes = AROUND_BYTES + texts.length * TEXT_BYTES;
  const body = { model, input: texts };
  const text = await post({ ...endpoint, prefix: 'EMBEDDINGS' }, '/embeddings', body, { ...limits, maxBytes });
  return readVectors(text, texts.length);
}
