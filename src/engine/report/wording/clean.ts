import { stripVTControlCharacters } from 'node:util';

/** What steers a terminal, hides or turns text round: control and format characters, line ends, private and lone halves. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]+/gu;

/** A text of somebody else's on one line, without what hides or steers; blanks are one blank. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .toWellFormed()
    .replace(/[\t\n\r]+/g, ' ')
    .replace(HIDDEN, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most so many characters, whole ones; a mark says that there was more. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

/** As `cut`, but in the middle: the end of a name matters as much as its beginning. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(text.length - Math.floor(most / 2)).replace(/^[\uDC00-\uDFFF]/, '');
  return cut(text.slice(0, most - end.length), most - end.length - 1) + end;
}
