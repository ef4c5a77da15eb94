import type { Path } from '../../base/value.ts';

/** A value that does not match the schema. The message names the path and the expected type, never the value. */
export class SchemaMismatch extends Error {
  constructor(path: Path, problem: string) {
    super(`${path.length === 0 ? 'the value' : path.join('.')} ${problem}`);
    this.name = 'SchemaMismatch';
  }
}
