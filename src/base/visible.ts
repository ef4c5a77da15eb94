/**
 * Everything that could steer a terminal or hide itself: control characters (ANSI escapes begin with one), format
 * characters (bidi marks, zero-width ones, tags), whatever else is shown as nothing (variation selectors, fillers), line
 * and paragraph separators, private use, lone surrogates.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text from outside, safe to show on one line: what steers or hides is shown as an escape (`\n`, `\u{1b}`), the rest
 * is untouched. Applying it twice is the same as once.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (c) => SHORT[c] ?? `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for a text of several lines, which stay lines. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visible).join('\n');
}

/** `text` in quotes, with quotes and backslashes of its own escaped, and made visible. */
export function quoted(text: string): string {
  return `"${visible(text.replaceAll(/["\\]/g, String.raw`\$&`))}"`;
}
