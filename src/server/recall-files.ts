import { readdir, readFile } from 'node:fs/promises';
import type { Recall } from '../recall/embed.ts';
import { readRecall } from '../recall/read.ts';

const TABLE = new URL('../../assets/recall/recall.bin', import.meta.url);
const PHRASES = new URL('../../assets/recall/phrases/', import.meta.url);

/** Reads the table and the phrase books that come with Plumbline. */
export async function loadRecall(): Promise<Recall> {
  const files = (await readdir(PHRASES)).filter((name) => name.endsWith('.txt')).sort();
  const books = await Promise.all(files.map((name) => readFile(new URL(name, PHRASES), 'utf8')));
  return readRecall(await readFile(TABLE), books);
}
