import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';

/** The first line of an export. */
export type Header = {
  plumbline: 'export';
  format: 1;
  /** Of the exporting Plumbline. */
  version: string;
  /** The steps that made the schema, in order. */
  migrations: string[];
  database: 'embedded' | 'postgres';
  exported_at: string;
};

/** The last line: the number of rows of each table, and the SHA-256 of everything before it. */
export type Trailer = { end: { tables: Record<string, number>; jobs: number }; sha256: string };

/** A line. Between the first and the last: each table's name and columns, then its rows; finally the queue's messages. */
export type Line = Header | { table: string; columns: string[] } | { jobs: true } | (string | null)[] | Trailer;

/** Passes lines to `write` and updates a checksum; `finish` adds the trailer. */
export function lineWriter(write: (text: string) => Promise<void>) {
  const hash = createHash('sha256');
  const put = async (...lines: Line[]): Promise<void> => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    hash.update(text);
    await write(text);
  };
  return {
    put,
    finish: (end: Trailer['end']) => write(`${JSON.stringify({ end, sha256: hash.digest('hex') })}\n`),
  };
}

const damaged = (what: string) =>
  new AppError('invalid_input', `the file is not a whole export: ${what}. Nothing was imported; export again`);

/**
 * The lines of an export without its trailer, which is checked before they end: a truncated or changed file throws then
 * at the latest. Splits at line feeds only, since JSON text may contain U+2028.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Exclude<Line, Trailer>> {
  const hash = createHash('sha256');
  let trailer: Trailer | undefined;
  for await (const bytes of splitLines(chunks)) {
    if (trailer) throw damaged('something stands behind its end');
    const line = parse(bytes);
    if (isTrailer(line)) trailer = line;
    else {
      hash.update(bytes).update('\n');
      yield line;
    }
  }
  if (!trailer) throw damaged('its end is missing');
  if (trailer.sha256 !== hash.digest('hex')) throw damaged('its checksum does not fit');
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let open: Buffer[] = [];
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      yield Buffer.concat([...open, rest.subarray(0, at)]);
      open = [];
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) open.push(Buffer.from(rest));
  }
  if (open.length > 0) throw damaged('its last line is cut off');
}

function parse(bytes: Buffer): Line {
  try {
    const line: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof line === 'object' && line !== null) return line as Line;
  } catch {
    // Reported below.
  }
  throw damaged('it holds something else than lines of JSON');
}

function isTrailer(line: Line): line is Trailer {
  return 'sha256' in line;
}
