import { Readable } from 'node:stream';
import type { CloudAnswer, Protocol } from '../gateway/call/types.ts';
import { kids, parseXml, textOf, type Xml } from '../gateway/batch/xml.ts';

/** The maximum size of a page. AWS's pages are smaller, so a larger answer is no list. */
const MAX_PAGE_BYTES = 64 * 1024 ** 2;

/** Names that AWS's XML protocols give to the elements of a list. */
const OF_LIST = new Set(['item', 'member']);

/**
 * Converts XML to plain values. Children that are all `item` or `member` become a list, and so do several children of
 * one name. An element without children becomes text.
 */
function plain(xml: Xml): unknown {
  const inside = kids(xml);
  if (inside.length === 0) return textOf(xml);
  if (inside.every(({ name }) => OF_LIST.has(name))) return inside.map(plain);
  const members = [...Map.groupBy(inside, ({ name }) => name)].map(([name, same]) => {
    const values = same.map(plain);
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  return { __proto__: null, ...Object.fromEntries(members) };
}

/** The output element of an XML answer: the query protocol wraps it in `<…Response><…Result>`. */
function outputOf(root: Xml): Xml {
  return kids(root).find(({ name }) => name.endsWith('Result') && root.name.endsWith('Response')) ?? root;
}

async function bytesOf({ body }: CloudAnswer): Promise<Buffer> {
  if (!(body instanceof Readable)) return body;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_PAGE_BYTES) throw new RangeError('a page is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses an operation's output in any of the protocols. Throws if the body is malformed, compressed or too large. */
export async function outputIn(answer: CloudAnswer, protocol: Protocol): Promise<unknown> {
  const coded = answer.headers['content-encoding'] ?? 'identity';
  if (coded !== 'identity') throw new TypeError('the answer is packed');
  const text = (await bytesOf(answer)).toString('utf8');
  if (protocol === 'json' || protocol === 'rest-json') return JSON.parse(text === '' ? '{}' : text) as unknown;
  return plain(outputOf(parseXml(text)));
}
