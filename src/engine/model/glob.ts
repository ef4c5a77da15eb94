/**
 * A pattern in which `*` matches any text: also empty text, dots and slashes. Everything else matches literally.
 * Nothing needs escaping, since `*` also matches a `*`.
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

export function compileGlob(pattern: string): Glob {
  return { parts: pattern.split(/\*+/).map(partOf) };
}

/** Where the first occurrence after `from` ends that has an accepted end; -1 if there is none. */
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
 * True if the glob matches `text`, or its beginning up to one of `stops`. Takes time in proportion to both lengths,
 * for every pattern: patterns come from users, texts from states.
 */
export function matchesGlob({ parts }: Glob, text: string, stops: ReadonlySet<number> = NO_STOPS): boolean {
  const [head, ...rest] = parts;
  const last = rest.pop();
  const isEnd = (end: number) => end === text.length || stops.has(end);
  if (!head || !text.startsWith(head.text)) return false;
  let at = head.text.length;
  if (!last) return isEnd(at);
  // The earliest match of each part leaves the most room for the next parts.
  for (const part of rest) {
    at = endOf(part, text, at, anywhere);
    if (at < 0) return false;
  }
  return last.text === '' || endOf(last, text, at, isEnd) >= 0;
}
