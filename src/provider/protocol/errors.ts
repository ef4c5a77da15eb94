import type { Diagnostic } from './messages.ts';

/** The gRPC statuses that are distinguished here, by the names and numbers of its specification (doc/statuscodes.md of grpc). */
export const CALL_STATUS = {
  CANCELLED: 1,
  UNKNOWN: 2,
  DEADLINE_EXCEEDED: 4,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;

/** The error of a plugin's `call`: a status of gRPC, and what is said of it. */
export type CallError = Error & { code: number; details: string };

export const callError = (code: number, details: string): CallError =>
  Object.assign(new Error(`${code}: ${details}`), { code, details });

/** True for the error of a plugin's `call`; narrowed to one status if there is one. */
export function isCallError(error: unknown, code?: number): error is CallError {
  return error instanceof Error && 'code' in error && 'details' in error && (code === undefined || error.code === code);
}

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
