import type { Diagnostic } from './messages.ts';

/** The gRPC statuses that Plumbline distinguishes, by gRPC's names and numbers (doc/statuscodes.md of grpc). */
export const CALL_STATUS = {
  CANCELLED: 1,
  UNKNOWN: 2,
  DEADLINE_EXCEEDED: 4,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;

/** The error of a plugin's `call`: a gRPC status and its details. */
export type CallError = Error & { code: number; details: string };

export const callError = (code: number, details: string): CallError =>
  Object.assign(new Error(`${code}: ${details}`), { code, details });

/** True for the error of a plugin's `call`; with `code`, for that status only. */
export function isCallError(error: unknown, code?: number): error is CallError {
  return error instanceof Error && 'code' in error && 'details' in error && (code === undefined || error.code === code);
}

/** Masks the secrets that the caller knows in a provider's text. */
export type Redact = (text: string) => string;

const MAX_DETAIL = 500;

/** The errors among diagnostics as one text; undefined where there are none. */
export function errorsOf(diagnostics: readonly Diagnostic[]): string | undefined {
  const errors = diagnostics.filter((one) => one.severity === 'ERROR');
  if (errors.length === 0) return undefined;
  return errors.map(({ summary, detail }) => (detail ? `${summary}: ${detail}` : summary)).join('; ');
}

/** A provider's text as one line for people: redacted as a whole, then freed of control characters, then cut. */
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
