import { visible } from '../base/visible.ts';
import { fit } from './width.ts';

/** Words and plain punctuation that neither Markdown nor a code host's autolinks and mentions interpret. */
const PLAIN = /^(?:[A-Za-z,'() ]|\.(?= |$))+$/;
/** Matches a word that may be the id of a commit. */
const COMMIT = /\b[a-f]{7,}\b/i;

function longestBackticks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Escapes the start of HTML comments, because Plumbline finds its own texts by such comments. */
const withoutComments = (text: string): string => text.replaceAll('<!--', String.raw`<\u{21}--`);

/**
 * Formats foreign text as a code span, in which mentions, links, references and HTML are not interpreted. The fence is
 * longer than any run of backticks inside.
 */
export function codeSpan(text: string): string {
  const safe = withoutComments(visible(text));
  const fence = '`'.repeat(longestBackticks(safe) + 1);
  const pad = safe === '' || /^[` ]|[` ]$/.test(safe) ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** Formats a text as a code span of at most `width` columns. */
export const shortSpan = (text: string, width: number): string => codeSpan(fit(visible(text), width));

/** Returns a sentence of plain words unchanged. Other text becomes a code span. */
export function prose(text: string): string {
  return PLAIN.test(text) && !COMMIT.test(text) ? text : codeSpan(text);
}

/** Formats lines as a fenced block that no line inside can close. */
export function block(lines: readonly string[], indent: string): string[] {
  const safe = lines.map(withoutComments);
  const fence = '`'.repeat(Math.max(3, longestBackticks(safe.join('\n')) + 1));
  return [`${fence}diff`, ...safe, fence].map((line) => indent + line);
}

/** A hidden HTML comment that identifies a text of Plumbline. No other part of a report looks like one. */
export const marker = (name: string): string => `<!-- plumbline:${name} -->`;
