const ZERO = /^[\p{Mn}\p{Me}\u{fe00}-\u{fe0f}]$/u;
/** East Asian wide and full-width characters, and emoji: two columns each (UAX #11, the common ranges). */
const WIDE =
  /^[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/**
 * Maximum marks on one character in real writing systems. Each further mark takes a column, so that no text is endless.
 */
const MAX_MARKS = 4;

/**
 * The number of columns of a text, and its longest start that fits into `width`. Reads no more of the text than needed.
 */
function measure(text: string, width = Number.POSITIVE_INFINITY): { columns: number; start: string } {
  let [columns, marks, end] = [0, 0, 0];
  for (const character of text) {
    marks = ZERO.test(character) ? marks + 1 : 0;
    columns += marks > MAX_MARKS ? 1 : marks > 0 ? 0 : WIDE.test(character) ? 2 : 1;
    if (columns > width) break;
    end += character.length;
  }
  return { columns, start: text.slice(0, end) };
}

/** The number of terminal columns of `text`, which must contain no escapes: see `visible`. */
export const columns = (text: string): number => measure(text).columns;

export const fits = (text: string, width: number): boolean => measure(text, width).columns <= width;

/** The longest start of `text` with at most `width` columns. At least one character, so that callers make progress. */
function head(text: string, width: number): string {
  const [first = ''] = text;
  return measure(text, width).start || first;
}

/** Cuts `text` to `width` columns. If it is cut, the last column is `…`. */
export function fit(text: string, width: number): string {
  return fits(text, width) ? text : `${head(text, width - 1)}…`;
}

/** Breaks `text` into lines of at most `width` columns, at blanks or, in longer words, inside. Leading blanks stay. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    let rest = word;
    if (line !== undefined && !fits(`${line} ${rest}`, width)) {
      lines.push(line);
      line = undefined;
    }
    while (!fits(rest, width)) {
      const start = head(rest, width);
      lines.push(start);
      rest = rest.slice(start.length);
    }
    line = line === undefined ? rest : `${line} ${rest}`;
  }
  return line === undefined ? lines : [...lines, line];
}
