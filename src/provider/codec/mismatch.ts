import type { Path } from '../../base/value.ts';

/** A value that is not what the schema says. The message names the place and what was expected there, never the value. */
export class SchemaMismatch extends Error {
  constructor(path: Path, problem: string) {
    super(`${path.length === 0 ? 'the value' : path.join('.')} ${problem}`);
    this.name = 'SchemaMismatch';
  }
}
