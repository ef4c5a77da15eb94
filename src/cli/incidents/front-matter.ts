import { parseDocument, type Document } from 'yaml';
import { isObject } from '../../base/json.ts';

/** A Markdown document: the YAML fields between two lines of dashes in front of it, and the rest. */
export type FrontMatter = { fields: Record<string, unknown>; body: string };

/** A YAML parser takes long for thousands of lines. */
const MAX_LENGTH = 16_000;

const FENCED = /^---[ \t]*\n([^]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

function valueOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new Error('aliases (*name) are not taken in front of it; write it out');
  }
}

/** Cuts the YAML in front off. Throws an `Error` that says what is wrong where it cannot be read. */
export function readFrontMatter(text: string): FrontMatter {
  const found = FENCED.exec(text);
  if (!found) return { fields: {}, body: text };
  if ((found[1] ?? '').length > MAX_LENGTH) throw new Error('what stands in front of it is longer than 16 kB');
  // A key that is a map is a field of an odd name; the library would repeat it in a warning on stderr.
  const how = { version: '1.2', schema: 'core', prettyErrors: false, logLevel: 'error' } as const;
  const document = parseDocument(found[1] ?? '', how);
  const [problem] = document.errors;
  if (problem) throw new Error(`the YAML in front of it cannot be read: ${problem.message}`);
  const fields: unknown = valueOf(document);
  if (fields !== null && !isObject(fields)) throw new Error('the YAML in front of it is no list of "field: value"');
  return { fields: fields ?? {}, body: text.slice(found[0].length) };
}
