/** The statuses of gRPC that are told apart here, by the names and numbers of its specification (doc/statuscodes.md of grpc). */
export const CALL_STATUS = {
  CANCELLED: 1,
  UNKNOWN: 2,
  DEADLINE_EXCEEDED: 4,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;

/** What a plugin's `call` rejects with (grpc-js calls it `ServiceError`). */
export type CallError = Error & { code: number; details: string };

/** True for what a plugin's `call` rejects with; narrowed to one status when given. */
export function isCallError(error: unknown, code?: number): error is CallError {
  return error instanceof Error && 'code' in error && 'details' in error && (code === undefined || error.code === code);
}
