/**
 * All characters that may control a terminal or are invisible: control characters (ANSI escapes begin with one), format
 * characters (bidi marks, zero-width ones, tags), other invisible ones (variation selectors, fillers), line and
 * paragraph separators, private use, lone surrogates.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes text from outside safe to show on one line: control and invisible characters become escapes (`\n`, `\u{1b}`),
 * the rest is unchanged. Applying it twice is the same as once.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (c) => SHORT[c] ?? `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Like `visible`, for a text of several lines, which stay lines. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visible).join('\n');
}

/** `text` made visible, in quotes, with its own quotes and backslashes escaped. */
export function quoted(text: string): string {
  return `"${visible(text.replaceAll(/["\\]/g, String.raw`\$&`))}"`;
}
