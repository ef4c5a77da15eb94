import { existsSync, readdirSync } from 'node:fs';
import { AppError, messageOf } from '../../base/errors.ts';

/** Errors of the file system (disk full, no permission) help the operator; the database engine's own errors do not. */
const FROM_THE_SYSTEM = /\b(EACCES|EPERM|ENOSPC|EROFS|EMFILE|EIO|EDQUOT)\b/;

/** The error for an embedded database that cannot be opened: one line that says what to do. */
export function damaged(directory: string, cause: unknown): AppError {
  const [why = ''] = messageOf(cause).split('\n');
  const reason = FROM_THE_SYSTEM.test(why) ? why : 'it is damaged, or another version made it';
  return new AppError(
    'unavailable',
    `the embedded database in ${directory} cannot be opened: ${reason}. Put a backup of PLUMBLINE_DATA_DIR in its place, or move that directory away to begin with an empty database`,
    { cause },
  );
}

/** Throws for a directory that has files but no database: the engine would create a new database over them. */
export function checkWhole(directory: string): void {
  const files = existsSync(directory) ? readdirSync(directory) : [];
  if (files.length > 0 && !files.includes('PG_VERSION')) throw new Error('there is no PG_VERSION');
}
