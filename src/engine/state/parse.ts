import { isObject } from '../../base/json.ts';
import { asDouble, parseExact } from './exact-json.ts';
import { readHeader, readInstance, type StateInstance } from './instance.ts';
import { pieceAt, textOf, type Piece } from './pieces.ts';
import { endsEarly, InvalidState, otherThanJson, otherThanV4, problem, type StateProblem } from './problems.ts';

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
  // Go writes an empty list as null.
  if (value === null) return [];
  if (!Array.isArray(value)) throw new InvalidState(where, 'a list');
  return value;
}

/**
 * Reads instances from the pieces of a document. Pieces are parsed one after another, because parsing all at once takes
 * several times the memory of the state.
 */
function readInstances(text: Uint8Array, pieces: readonly Piece[]): StateInstance[] {
  return pieces.flatMap((piece, i) => {
    const where = `resources[${i}]`;
    const resource = parseExact(textOf(text, piece));
    if (!isObject(resource)) throw new InvalidState(where, 'an object');
    const header = readHeader(resource, where);
    if (!piece.list) readList(resource.instances, `${where}.instances`);
    return (piece.list?.pieces ?? []).map((one, k) =>
      readInstance(header, parseExact(textOf(text, one)), `${where}.instances[${k}]`),
    );
  });
}

function readV4(document: Record<string, unknown>, text: Uint8Array, pieces: readonly Piece[] | undefined): State {
  const { lineage, terraform_version: terraformVersion } = document;
  const serial = asDouble(document.serial);
  if (!pieces) readList(document.resources, 'resources');
  const instances = readInstances(text, pieces ?? []);
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

/** Rejects a state with duplicate objects, like Terraform. */
function refuseDoubles(instances: readonly StateInstance[]): void {
  const seen = new Set<string>();
  for (const { module, mode, type, name, key, deposed, address } of instances) {
    const identity = JSON.stringify([module, mode, type, name, typeof key, key, deposed]);
    if (seen.has(identity)) throw new InvalidState(address, 'there only once');
    seen.add(identity);
  }
}

/** Number of characters that identify other kinds of files. */
const HEAD = 1024;

/** The position after a byte order mark, if there is one. */
const startOf = (text: Uint8Array) => (text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0);

function parseText(text: Uint8Array): ParsedState {
  // A full disk or a crash during a write leaves an object of zero bytes.
  const start = startOf(text);
  if (text.subarray(start).every((byte) => byte <= 0x20)) return problem('empty');
  try {
    const whole = pieceAt(text, start, ['resources', 'instances']);
    // Up to the end of the text, because nothing may follow the document.
    const document = parseExact(textOf(text, { ...whole, to: text.length }));
    if (!isObject(document)) return problem('not_a_state');
    const other = otherThanV4({ ...document, version: asDouble(document.version) });
    return other ?? { ok: true, state: readV4(document, text, whole.list?.pieces) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const whole = new TextDecoder().decode(text);
    return otherThanJson(whole.slice(0, HEAD)) ?? problem(endsEarly(whole) ? 'truncated' : 'not_json');
  }
}

/**
 * Parses the bytes of a state object. Never throws: returns a code for anything but a complete version 4 state, and a
 * sentence that says what is wrong and what to do.
 */
export function parseState(bytes: Uint8Array): ParsedState {
  try {
    return parseText(bytes);
  } catch (error) {
    if (error instanceof InvalidState) return problem('invalid', error.message);
    // The remaining errors are limits of the runtime: texts beyond 512 MB, documents nested thousands deep.
    return problem('invalid', 'The state is larger or deeper nested than any that Terraform writes.');
  }
}
