const ZERO = /^[\p{Mn}\p{Me}\u{fe00}-\u{fe0f}]$/u;
/** East Asian wide and full-width characters, and emoji: two columns each (UAX #11, in ranges that matter). */
const WIDE =
  /^[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** Marks on one character that writing systems know; whoever piles up more has each of these take a column, so that no text is endless. */
const MAX_MARKS = 4;

/** Says of the characters of a text, one after another, how many columns each takes. */
function ruler(): (character: string) => number {
  let marks = 0;
  return (character) => {
    marks = ZERO.test(character) ? marks + 1 : 0;
    if (marks > 0) return marks > MAX_MARKS ? 1 : 0;
    return WIDE.test(character) ? 2 : 1;
  };
}

/** How many terminal columns `text` takes (it holds no escapes: see `visible`). */
export function columns(text: string): number {
  const columnsOf = ruler();
  let sum = 0;
  for (const character of text) sum += columnsOf(character);
  return sum;
}

/** Whether `text` takes no more than `width` columns: reads no more of it than needed. */
export function fits(text: string, width: number): boolean {
  const columnsOf = ruler();
  let sum = 0;
  for (const character of text) {
    sum += columnsOf(character);
    if (sum > width) return false;
  }
  return true;
}

/** The longest start of `text` that takes at most `width` columns; at least one character, so that callers get on. */
function head(text: string, width: number): string {
  const columnsOf = ruler();
  let out = '';
  let used = 0;
  for (const character of text) {
    used += columnsOf(character);
    if (used > width && out !== '') break;
    out += character;
  }
  return out;
}

/** As much of the start of `text` as fits into `width` columns, with `…` as the last where something was cut. */
export function fit(text: string, width: number): string {
  return fits(text, width) ? text : `${head(text, width - 1)}…`;
}

/** `text` in lines of at most `width` columns, broken at blanks; a longer word is broken inside. Leading blanks stay. */
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
