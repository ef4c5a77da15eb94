/** The limit of code hosts for a comment, and for each text of a check, in characters. */
export const MAX_CHARACTERS = 65_535;

/**
 * A text that is shown completely or not at all. A smaller rank is more important. `text` is called only if there may
 * be room.
 */
export type Part = { rank: number; text: () => string };

/**
 * Parts under a heading, in the order in which they are shown. The first `open` parts are visible, the others are
 * folded. `left` returns the text for the number of omitted parts. `beyond` counts further omissions that have no part.
 */
export type Section = {
  head: string;
  parts: readonly Part[];
  open: number;
  left: (parts: number) => string;
  beyond?: number;
};

/** In bytes, so that the limit holds for any way to count characters. */
const sizeOf = (text: string): number => Buffer.byteLength(text);

/** Separates two blocks of Markdown. */
const GAP = '\n\n';
const folded = (parts: number) => `<details><summary>${parts} more</summary>`;
const FOLD_END = '</details>';

/**
 * A part that takes at least this share of the limit is skipped if it does not fit. A smaller one that does not fit
 * ends the list.
 */
const OVERSIZE = 1 / 8;

const isSection = (block: string | Section): block is Section => typeof block !== 'string';

/** The size of a section without its parts. */
function frameOf({ head, parts, left, beyond = 0 }: Section): number {
  const around = [head, folded(parts.length), FOLD_END, left(parts.length + beyond)];
  return around.reduce((sum, text) => sum + sizeOf(text) + GAP.length, 0);
}

function sectionText({ head, parts, open, left, beyond = 0 }: Section, kept: ReadonlyMap<Part, string>): string {
  const shown = parts.flatMap((part) => kept.get(part) ?? []);
  const [first, rest] = [shown.slice(0, open), shown.slice(open)];
  const missing = parts.length - shown.length + beyond;
  return [
    head,
    ...first,
    ...(rest.length > 0 ? [folded(rest.length), ...rest, FOLD_END] : []),
    ...(missing > 0 ? [left(missing)] : []),
  ].join(GAP);
}

/**
 * Joins blocks of Markdown to at most `limit` characters. Parts of sections that do not fit are omitted as a whole, the
 * least important first, and counted. Texts and headings always stay.
 */
export function bounded(blocks: readonly (string | Section)[], limit = MAX_CHARACTERS): string {
  const fixed = blocks.reduce((sum, one) => sum + (isSection(one) ? frameOf(one) : sizeOf(one) + GAP.length), 0);
  const byRank = blocks.flatMap((one) => (isSection(one) ? one.parts : [])).toSorted((a, b) => a.rank - b.rank);
  const kept = new Map<Part, string>();
  let room = limit - fixed;
  for (const part of byRank) {
    const text = part.text();
    const size = sizeOf(text) + GAP.length;
    if (size <= room) {
      kept.set(part, text);
      room -= size;
    } else if (size < limit * OVERSIZE) break;
  }
  return blocks.map((one) => (isSection(one) ? sectionText(one, kept) : one)).join(GAP);
}
