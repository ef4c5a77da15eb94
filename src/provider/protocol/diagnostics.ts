import type { Diagnostic } from './messages.ts';

/** Makes text from a provider fit to be shown: secrets that the caller knows of are taken out. */
export type Redact = (text: string) => string;

const MAX_DETAIL = 500;

/** The errors among diagnostics as one text, `undefined` when there is none. */
export function errorsOf(diagnostics: readonly Diagnostic[]): string | undefined {
  const errors = diagnostics.filter((one) => one.severity === 'ERROR');
  if (errors.length === 0) return undefined;
  return errors.map(({ summary, detail }) => (detail ? `${summary}: ${detail}` : summary)).join('; ');
}

/** Text of a provider as one line for people: redacted while it is whole, then freed of control characters and cut. */
export function presentable(text: string, redact: Redact): string {
  const line = redact(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length <= MAX_DETAIL
    ? line
    : `${line
        .slice(0, MAX_DETAIL - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}
