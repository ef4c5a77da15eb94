import { visible } from '../base/visible.ts';
import { fit } from './width.ts';

/** Words and plain punctuation: nothing that Markdown, or a code host's autolinks and mentions, could make more of. */
const PLAIN = /^(?:[A-Za-z,'() ]|\.(?= |$))+$/;
/** A word that might be the name of a commit. */
const COMMIT = /\b[a-f]{7,}\b/i;

function longestBackticks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** What begins a comment of HTML is shown otherwise: by comments of our own we find what we wrote. */
const withoutComments = (text: string): string => text.replaceAll('<!--', String.raw`<\u{21}--`);

/**
 * Text from outside as a code span: no mention, link, reference or HTML in it is alive there. The fence is longer than
 * any run of backticks inside.
 */
export function codeSpan(text: string): string {
  const safe = withoutComments(visible(text));
  const fence = '`'.repeat(longestBackticks(safe) + 1);
  const pad = safe === '' || /^[` ]|[` ]$/.test(safe) ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** The same of a text that may be long: as much of it as fits into `width` columns. */
export const shortSpan = (text: string, width: number): string => codeSpan(fit(visible(text), width));

/** A sentence as it is when it is plain words, else as a code span. */
export function prose(text: string): string {
  return PLAIN.test(text) && !COMMIT.test(text) ? text : codeSpan(text);
}

/** Lines as a fenced block that nothing inside can close. */
export function block(lines: readonly string[], indent: string): string[] {
  const safe = lines.map(withoutComments);
  const fence = '`'.repeat(Math.max(3, longestBackticks(safe.join('\n')) + 1));
  return [`${fence}diff`, ...safe, fence].map((line) => indent + line);
}

/** A hidden HTML comment that identifies a text of ours. Nothing else in a report looks like one. */
export const marker = (name: string): string => `<!-- plumbline:${name} -->`;
