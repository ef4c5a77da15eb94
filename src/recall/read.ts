import { createHash } from 'node:crypto';
import type { Recall } from './embed.ts';
import { readIntents } from './intents.ts';
import { parseModel } from './model.ts';

/** Changes whenever the same table and phrase books make other vectors. */
const VERSION = 1;

/**
 * Reads the built-in embedding: the table (`parseModel`) and the phrase books (`parsePhrases`). Its id is the table's,
 * with a hash of all else that vectors depend on. Throws an error where one of them is wrong.
 */
export function readRecall(bytes: Uint8Array, books: readonly string[]): Recall {
  const table = parseModel(bytes);
  const rest = createHash('sha256')
    .update(JSON.stringify([VERSION, books]))
    .digest('hex');
  return { id: `${table.id}+${rest.slice(0, 8)}`, table, intents: readIntents(table, books) };
}
