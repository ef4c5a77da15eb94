import { isObject } from '../../base/json.ts';
import { parseExact } from './exact-json.ts';
import { readHeader, readInstance, type StateInstance } from './instance.ts';
import { InvalidState, type StateProblem, type StateProblemCode } from './problems.ts';

export type { StateInstance } from './instance.ts';

/** A Terraform or OpenTofu state, format version 4. */
export type State = {
  serial: number | null;
  lineage: string | null;
  terraformVersion: string | null;
  instances: StateInstance[];
};

export type ParsedState = { ok: true; state: State } | StateProblem;

function problem(code: StateProblemCode, detail: string): StateProblem {
  return { ok: false, code, detail };
}

function notJson(text: string): StateProblem {
  if (!text.trimStart().startsWith('{'))
    return problem('not_json', 'The object is not JSON, so it is not a Terraform state.');
  if (!text.trimEnd().endsWith('}'))
    return problem(
      'truncated',
      'The state ends in the middle; it was not written or copied whole. Restore it from its versions or backup.',
    );
  return problem('not_json', 'The state is damaged: it is not valid JSON. Restore it from its versions or backup.');
}

/** The documents that are no version 4 state, told apart for the person who has to do something about it. */
function otherThanV4(document: Record<string, unknown>): StateProblem | undefined {
  if ('encrypted_data' in document)
    return problem('encrypted', 'The state is encrypted by OpenTofu, and Plumbline has no key for it.');
  const { version } = document;
  if (version === 4) return undefined;
  if (
    typeof version !== 'number' ||
    !('serial' in document || 'lineage' in document || 'resources' in document || 'modules' in document)
  )
    return problem('not_a_state', 'The object is JSON, but not a Terraform state.');
  if (version > 4)
    return problem('newer_version', `The state has format version ${version}; this version of Plumbline knows 4.`);
  return problem(
    'old_version',
    `The state has the old format version ${version}. Any apply with Terraform 0.12 or newer rewrites it in version 4.`,
  );
}

function readV4(document: Record<string, unknown>): State {
  const { serial, lineage, terraform_version: terraformVersion, resources = [] } = document;
  if (resources !== null && !Array.isArray(resources)) throw new InvalidState('resources', 'a list');
  const instances = (resources ?? []).flatMap((resource: unknown, i) => {
    const where = `resources[${i}]`;
    if (!isObject(resource)) throw new InvalidState(where, 'an object');
    const { instances: list = [] } = resource;
    if (list !== null && !Array.isArray(list)) throw new InvalidState(`${where}.instances`, 'a list');
    const header = readHeader(resource, where);
    return (list ?? []).map((instance: unknown, k) => readInstance(header, instance, `${where}.instances[${k}]`));
  });
  return {
    serial: typeof serial === 'number' ? serial : null,
    lineage: typeof lineage === 'string' && lineage !== '' ? lineage : null,
    terraformVersion: typeof terraformVersion === 'string' ? terraformVersion : null,
    instances,
  };
}

/** Reads the bytes of a state object. Never throws: whatever is not a whole version 4 state is a problem with a code. */
export function parseState(bytes: Uint8Array): ParsedState {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return problem('empty', 'The state object is empty. Was a write to it interrupted?');
  let document: unknown;
  try {
    document = parseExact(text);
  } catch {
    return notJson(text);
  }
  if (!isObject(document)) return problem('not_a_state', 'The object is JSON, but not a Terraform state.');
  const other = otherThanV4(document);
  if (other) return other;
  try {
    return { ok: true, state: readV4(document) };
  } catch (error) {
    if (error instanceof InvalidState) return problem('invalid', error.message);
    throw error;
  }
}
