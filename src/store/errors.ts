type DatabaseError = Error & { code: string; constraint?: string };

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Whether `error` is a unique violation; with `constraint`, of that constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    isDatabaseError(error) && error.code === '23505' && (constraint === undefined || error.constraint === constraint)
  );
}

/** Whether the database aborted a transaction because of another one (deadlock, serialization): retry it unchanged. */
export function isTakenBack(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40P01' || error.code === '40001');
}

/**
 * Codes of an unavailable server: refused and broken connections, shutdown, too many clients, no disk space or memory, a
 * password or database that it does not know (any more), a server that became a replica. Also those of a busy one: a
 * statement, lock or transaction that took too long, a deadlock that it broke.
 */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|57P0[12345]|57014|53...|28...|3D000|25006|25P0[34]|55P03|40001|40P01)$/;

/** Whether `error` says that the database is unavailable now, so that a later try may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  if (isDatabaseError(error) && AWAY.test(error.code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|driver has already been destroyed/.test(
    error.message,
  );
}
