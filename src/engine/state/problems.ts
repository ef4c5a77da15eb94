/** The reasons why an object is not a readable state. Stable; documented in docs/errors.md. */
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

const RESTORE = 'Restore it from an earlier version of the object or from its backup.';

/** Thrown inside the parser for an invalid state. `where` is a path in the document. */
export class InvalidState extends Error {
  constructor(where: string, expected: string) {
    super(`The state is not valid: ${where} should be ${expected}. ${RESTORE}`);
    this.name = 'InvalidState';
  }
}

const LEAVE_OUT = 'If it is no state at all, keep it out of the place that is scanned.';

const DETAILS: Record<StateProblemCode, string> = {
  empty: `The state object is empty; a write to it may have been interrupted. ${RESTORE}`,
  not_json: `The object is not JSON, so it is no Terraform state, or a damaged one. ${RESTORE} ${LEAVE_OUT}`,
  truncated: `The state ends in the middle; it was not written or copied whole. ${RESTORE}`,
  not_a_state: 'The object is JSON, but not a Terraform state. Keep it out of the place that is scanned.',
  old_version:
    'The state has a format older than version 4. Any apply with Terraform 0.12 or newer, or with OpenTofu, rewrites it.',
  newer_version:
    'The state has a format newer than version 4, which this version of Plumbline does not know. Update it.',
  encrypted:
    'The state is encrypted by OpenTofu, and Plumbline has no key for it; docs/opentofu.md says how to give it one.',
  invalid: `The state is not valid. ${RESTORE}`,
};

/** Builds the problem with this code. The default detail is the general one of the code. */
export function problem(code: StateProblemCode, detail: string = DETAILS[code]): StateProblem {
  return { ok: false, code, detail };
}

const INSTEAD =
  'Give the state: its file, the directory of its root module, or "terraform state pull | plumbline scan -".';

/**
 * Recognises other files than JSON by their first bytes, since people mistake plans and downloaded pages for states.
 */
export function otherThanJson(head: string): StateProblem | undefined {
  if (head.startsWith('PK\x03\x04'))
    return problem(
      'not_json',
      `This is a zip archive, such as a saved plan ("terraform plan -out"), and no state. ${INSTEAD}`,
    );
  if (/^\s*<(?:!doctype html|html)/i.test(head))
    return problem(
      'not_json',
      `This is an HTML page and no state: a page for signing in, perhaps. Download the file itself. ${INSTEAD}`,
    );
  return undefined;
}

/** Recognises JSON of Terraform that people mistake for a state. */
function otherJson(document: Record<string, unknown>): StateProblem | undefined {
  if (typeof document.format_version !== 'string') return undefined;
  if ('planned_values' in document || 'resource_changes' in document)
    return problem('not_a_state', `This is a plan as JSON ("terraform show -json PLAN") and no state. ${INSTEAD}`);
  return problem(
    'not_a_state',
    `This is the output of "terraform show -json" and no state: it lacks what a provider needs to read. ${INSTEAD}`,
  );
}

/** True if a JSON object is truncated: a bracket or a string is not closed. */
export function endsEarly(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (inText) {
      if (character === '\\') i += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return inText || depth > 0;
}

const WORDS_OF_A_STATE = ['serial', 'lineage', 'terraform_version', 'resources', 'modules'];

/** The problem of a document that is not a version 4 state; undefined for a version 4 state. */
export function otherThanV4(document: Record<string, unknown>): StateProblem | undefined {
  const { version } = document;
  if ('encrypted_data' in document) return problem('encrypted');
  const other = otherJson(document);
  if (other) return other;
  if (!Number.isInteger(version) || !WORDS_OF_A_STATE.some((word) => word in document)) return problem('not_a_state');
  if (Number(version) > 4) return problem('newer_version');
  if (version === 4) return undefined;
  return 'backend' in document
    ? problem(
        'not_a_state',
        'This is the record of a backend (.terraform/terraform.tfstate), not a state. The state lies in that backend.',
      )
    : problem('old_version');
}
