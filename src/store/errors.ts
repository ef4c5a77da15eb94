type DatabaseError = Error & { code: string; constraint?: string };

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Whether `error` says that a row with this unique value exists; with `constraint`, of that very constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    isDatabaseError(error) && error.code === '23505' && (constraint === undefined || error.constraint === constraint)
  );
}
