import { readdirSync, readFileSync } from 'node:fs';
import type { Recall } from '../src/recall/embed.ts';
import { readRecall } from '../src/recall/read.ts';

const ASSETS = new URL('../assets/recall/', import.meta.url);
const BOOKS = new URL('phrases/', ASSETS);

/** The built-in embedding as it comes with Plumbline. */
export function shippedRecall(): Recall {
  const books = readdirSync(BOOKS).sort();
  return readRecall(
    readFileSync(new URL('recall.bin', ASSETS)),
    books.map((name) => readFileSync(new URL(name, BOOKS), 'utf8')),
  );
}
