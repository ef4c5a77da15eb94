import { isObject } from '../../base/json.ts';
import { asDouble, parseExact } from './exact-json.ts';
import { readHeader, readInstance, type StateInstance } from './instance.ts';
import { endsEarly, InvalidState, otherThanV4, problem, type StateProblem } from './problems.ts';

export type { StateInstance } from './instance.ts';

/** A Terraform or OpenTofu state, format version 4. */
export type State = {
  serial: number | null;
  lineage: string | null;
  terraformVersion: string | null;
  instances: StateInstance[];
};

export type ParsedState = { ok: true; state: State } | StateProblem;

function readList(value: unknown, where: string): unknown[] {
  // Go writes a list without elements as null.
  if (value === null) return [];
  if (!Array.isArray(value)) throw new InvalidState(where, 'a list');
  return value;
}

function readV4(document: Record<string, unknown>): State {
  const { lineage, terraform_version: terraformVersion } = document;
  const serial = asDouble(document.serial);
  const instances = readList(document.resources, 'resources').flatMap((resource, i) => {
    const where = `resources[${i}]`;
    if (!isObject(resource)) throw new InvalidState(where, 'an object');
    const header = readHeader(resource, where);
    const list = readList(resource.instances, `${where}.instances`);
    return list.map((instance, k) => readInstance(header, instance, `${where}.instances[${k}]`));
  });
  refuseDoubles(instances);
  return {
    serial: typeof serial === 'number' ? serial : null,
    lineage: printable(lineage),
    terraformVersion: printable(terraformVersion),
    instances,
  };
}

const printable = (value: unknown) =>
  typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value) ? value.toWellFormed() : null;

/** An object stands in a state once; Terraform refuses a state in which it stands twice. */
function refuseDoubles(instances: readonly StateInstance[]): void {
  const seen = new Set<string>();
  for (const { module, mode, type, name, key, deposed, address } of instances) {
    const identity = JSON.stringify([module, mode, type, name, typeof key, key, deposed]);
    if (seen.has(identity)) throw new InvalidState(address, 'there only once');
    seen.add(identity);
  }
}

function parseText(text: string): ParsedState {
  // A disk that was full, or a machine that went down while it wrote, leaves an object of zero bytes.
  if (/^[\s\0]*$/.test(text)) return problem('empty');
  let document: unknown;
  try {
    document = parseExact(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problem(endsEarly(text) ? 'truncated' : 'not_json');
  }
  if (!isObject(document)) return problem('not_a_state');
  return otherThanV4({ ...document, version: asDouble(document.version) }) ?? { ok: true, state: readV4(document) };
}

/**
 * Reads the bytes of a state object. Never throws: whatever is not a whole version 4 state is a problem with a code, and
 * a sentence that says what is wrong and what to do.
 */
export function parseState(bytes: Uint8Array): ParsedState {
  try {
    // The decoder drops a byte order mark.
    return parseText(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof InvalidState) return problem('invalid', error.message);
    // What is left are the limits of the runtime: texts beyond 512 MB, documents nested thousands deep.
    return problem('invalid', 'The state is larger or deeper nested than any that Terraform writes.');
  }
}
