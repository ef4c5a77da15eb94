import { AppError, messageOf } from '../base/errors.ts';

/** Advice for errors that keep Plumbline from preparing a database, by the server's message. */
const ADVICE: readonly [says: RegExp, advice: string][] = [
  [
    /\bextension\b/,
    'install pgvector on the server, and run "create extension vector" there as a superuser if the user of DATABASE_URL may not',
  ],
  [
    /^permission denied|^must be owner/,
    'the user of DATABASE_URL has to own the database, or be granted "create" on it and on its schema public',
  ],
  [
    /read-only transaction/,
    'DATABASE_URL has to name the primary server, and a user whose transactions are not read-only by default',
  ],
  [
    /too many (connections|clients)|remaining connection slots/,
    'allow this user and database more connections, or set PLUMBLINE_DATABASE_CONNECTIONS lower',
  ],
];

/** An error of the start in one line for the operator, with advice where there is any. Returns other errors unchanged. */
export function forOperator(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const why = messageOf(error);
  const advice = ADVICE.find(([says]) => says.test(why))?.[1];
  if (advice === undefined) return error;
  return new AppError('unavailable', `cannot set up the database (${why}): ${advice}`, { cause: error });
}
