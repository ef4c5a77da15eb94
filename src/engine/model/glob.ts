/**
 * A pattern in which `*` matches any text, the empty one, dots and slashes included; everything else matches literally. Nothing
 * needs escaping: a `*` in a text is matched by a `*` too.
 */
export type Glob = { parts: readonly Part[] };

/** The text between two stars, with the failure table of Knuth, Morris and Pratt. */
type Part = { text: string; restarts: readonly number[] };

function partOf(text: string): Part {
  const restarts = [0];
  let length = 0;
  for (let i = 1; i < text.length; i += 1) {
    while (length > 0 && text[i] !== text[length]) length = restarts[length - 1] ?? 0;
    if (text[i] === text[length]) length += 1;
    restarts.push(length);
  }
  return { text, restarts };
}

/** Makes a pattern ready for many matches. */
export function compileGlob(pattern: string): Glob {
  return { parts: pattern.split(/\*+/).map(partOf) };
}

/** Where the first occurrence from `from` on ends whose end is accepted; -1 where there is none. */
function endOf(part: Part, text: string, from: number, accepts: (end: number) => boolean): number {
  if (part.text === '') return accepts(from) ? from : -1;
  let length = 0;
  for (let i = from; i < text.length; i += 1) {
    while (length > 0 && (length === part.text.length || text[i] !== part.text[length]))
      length = part.restarts[length - 1] ?? 0;
    if (text[i] === part.text[length]) length += 1;
    if (length === part.text.length && accepts(i + 1)) return i + 1;
  }
  return -1;
}

const anywhere = () => true;
const NO_STOPS: ReadonlySet<number> = new Set();

/**
 * Whether the glob matches `text`, or the beginning of it up to one of `stops`. Takes time in proportion to both lengths,
 * whatever the pattern: patterns come from users, and texts from states.
 */
export function matchesGlob({ parts }: Glob, text: string, stops: ReadonlySet<number> = NO_STOPS): boolean {
  const [head, ...rest] = parts;
  const last = rest.pop();
  const isEnd = (end: number) => end === text.length || stops.has(end);
  if (!head || !text.startsWith(head.text)) return false;
  let at = head.text.length;
  if (!last) return isEnd(at);
  // The earliest place for each part leaves the most room for those that follow.
  for (const part of rest) {
    at = endOf(part, text, at, anywhere);
    if (at < 0) return false;
  }
  return last.text === '' || endOf(last, text, at, isEnd) >= 0;
}
