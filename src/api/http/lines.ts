import type { Static, TSchema } from 'typebox';
import { AppError } from '../../base/errors.ts';
import { JsonRefusal, readJson } from '../../base/strict-json.ts';
import { inSlices } from '../../services/base/in-slices.ts';
import { decodeBody } from './body.ts';
import { fieldsOf } from './errors.ts';
import { unstorableIn } from './texts.ts';
import type { App } from './types.ts';
import { bodyValidator } from './validation.ts';

/** The best-known media type of JSON Lines. All these names mean the same. */
export const JSON_LINES = 'application/x-ndjson';
const OTHER_NAMES = ['application/jsonl', 'application/jsonlines', 'application/x-jsonlines'];

/** The limits of one line; the size of the whole body is limited, too. */
const BOUNDS = { depth: 16, values: 10_000 };
export const MAX_LINES = 1000;

/** A line of a body: its number, starting at 1, and its value or problem. */
type ParsedLine<T> = { line: number; value: T } | { line: number; problem: string };

/** Adds routes with bodies of JSON Lines: their handlers get the bytes, and read them with a `lineReader`. */
export async function withJsonLines(app: App, add: (app: App) => void): Promise<void> {
  await app.register(async (scope: App) => {
    const compile = scope.validatorCompiler;
    scope.setValidatorCompiler((part) => (part.httpPart !== 'body' && compile ? compile(part) : () => true));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([JSON_LINES, ...OTHER_NAMES], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    add(scope);
  });
}

type NumberedLine = { text: string; line: number };

/**
 * Reads a body of lines that each must match a schema; an invalid line does not affect the others. Blank lines are
 * skipped. `split` throws 400 for invalid UTF-8 and 413 for too many lines; `read` yields to other work between lines.
 */
export function lineReader<Schema extends TSchema>(schema: Schema) {
  const fits = bodyValidator<Static<Schema>>(schema);

  function readOne({ text, line }: NumberedLine): ParsedLine<Static<Schema>> {
    let value: unknown;
    try {
      value = readJson(text, BOUNDS);
    } catch (error) {
      if (error instanceof JsonRefusal) return { line, problem: error.message };
      throw error;
    }
    const [problem] = unstorableIn(value);
    if (problem) return { line, problem: `${problem.path} ${problem.message}` };
    if (fits(value)) return { line, value };
    const problems = fieldsOf(fits.errors as Parameters<typeof fieldsOf>[0]).map(
      ({ path, message }) => `${path} ${message}`,
    );
    return { line, problem: problems.slice(0, 3).join('; ') };
  }

  return {
    split,
    readOne,
    async read(lines: readonly NumberedLine[]) {
      const out: ParsedLine<Static<Schema>>[] = [];
      await inSlices(lines, { leftMs: Infinity }, (line) => out.push(readOne(line)));
      return out;
    },
  };
}

function split(body: unknown): NumberedLine[] {
  const lines = (body instanceof Uint8Array ? decodeBody(body) : '')
    .split('\n')
    .map((text, at) => ({ text, line: at + 1 }))
    .filter(({ text }) => text.trim() !== '');
  if (lines.length > MAX_LINES)
    throw new AppError('payload_too_large', `These are ${lines.length} lines; send at most ${MAX_LINES} at once.`);
  return lines;
}
