/** Why an object is not a state that can be read. Stable; docs/errors.md has them. */
export type StateProblemCode =
  | 'empty'
  | 'not_json'
  | 'truncated'
  | 'not_a_state'
  | 'old_version'
  | 'newer_version'
  | 'encrypted'
  | 'invalid';

export type StateProblem = { ok: false; code: StateProblemCode; detail: string };

/** Thrown inside the parser for a shape that no state has; `where` is a path into the document. */
export class InvalidState extends Error {
  constructor(where: string, expected: string) {
    super(`The state is not valid: ${where} should be ${expected}.`);
    this.name = 'InvalidState';
  }
}
