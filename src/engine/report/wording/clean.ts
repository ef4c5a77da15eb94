import { stripVTControlCharacters } from 'node:util';

/**
 * Characters that control a terminal, hide text or change its direction: control and format characters, line ends,
 * private use, and unpaired surrogates.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]+/gu;

/** Puts a foreign text on one line, without hidden and control characters. Runs of blanks become one blank. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .toWellFormed()
    .replace(/[\t\n\r]+/g, ' ')
    .replace(HIDDEN, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Limits a text to `most` characters without splitting any. A mark replaces the omitted rest. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

/** Like `cut`, but omits the middle, because the end of a name matters as much as its beginning. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(text.length - Math.floor(most / 2)).replace(/^[\uDC00-\uDFFF]/, '');
  return cut(text.slice(0, most - end.length), most - end.length - 1) + end;
}
