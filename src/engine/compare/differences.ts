import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { canonical, type Emptiness } from '../value/canonical.ts';
import { diff, valueAt } from '../value/diff.ts';
import { isLegacyType } from '../value/empty.ts';
import { stable } from '../value/stable.ts';
import type { InstanceRef, Present, Suppressed } from './observed.ts';

/** One place that differs: both values as the provider gave them, and as they were compared, in canonical form. */
export type Difference = {
  path: Path;
  before: Value;
  live: Value;
  compared: { before: Value; live: Value };
  /** Putting it back would replace the resource; the provider says so when it is asked. */
  replaces?: boolean;
  /** One side is empty and the other null, which is one for types of the legacy SDK; whether this is one is not known yet. */
  perhapsNone?: true;
  /** The provider could not say anything of it: something has appeared where no configuration can say "none". */
  unspoken?: true;
  /** What it follows from, where it is no drift of its own. */
  cause?: InstanceRef;
};

const NO_ELEMENTS = 'a collection without elements is as good as none';
const NOTHING = 'for a type of the legacy SDK, null and empty are one';

/** What the difference at a path comes to when it is one of nothing against nothing. */
export const emptied = (path: Path): Suppressed => ({ path, stage: 'empty', why: NOTHING });

type Forms = { before: Value; live: Value; sameAt: (path: Path) => boolean };

/**
 * Every place that differs, in canonical form. Where there is nothing on either side, null or empty, it is taken out: collections
 * always, texts, numbers and switches only of types of the legacy SDK.
 * @param legacy whether the type is one; undefined where no provider has said it yet
 */
export function differencesOf(
  { schema, outcome }: Present,
  legacy: boolean | undefined,
): { differences: Difference[]; suppressed: Suppressed[] } {
  const node: SchemaNode = schema;
  const forms = (empty: Emptiness): Forms => {
    const before: Value = canonical(node, outcome.before, empty);
    const live: Value = canonical(node, outcome.live, empty);
    const sameAt = (path: Path): boolean => {
      const [was, is]: [Value, Value] = [valueAt(before, path), valueAt(live, path)];
      return was === is || (!(typeof was === 'string' && typeof is === 'string') && stable(was) === stable(is));
    };
    return { before, live, sameAt };
  };
  const plain = forms(false);
  const paths = diff(node, plain.before, plain.live);
  if (paths.length === 0) return { differences: [], suppressed: [] };
  const [collections, all] = [forms('collections'), forms(true)];
  const { before, live } = (legacy ?? isLegacyType(schema)) ? all : collections;
  const suppressed: Suppressed[] = [];
  const differences: Difference[] = [];
  for (const path of paths) {
    const nothing = all.sameAt(path);
    if (collections.sameAt(path)) suppressed.push({ path, stage: 'empty', why: NO_ELEMENTS });
    else if (legacy === true && nothing) suppressed.push(emptied(path));
    else
      differences.push({
        path,
        before: valueAt(outcome.before, path),
        live: valueAt(outcome.live, path),
        compared: { before: valueAt(before, path), live: valueAt(live, path) },
        ...(legacy === undefined && nothing && { perhapsNone: true }),
      });
  }
  return { differences, suppressed };
}

/**
 * Without a word from the provider the schema has to tell whether null and empty are one: differences that this takes away are
 * taken out, and the others stay.
 */
export function withGuess(
  observed: Present,
  differences: readonly Difference[],
): { differences: Difference[]; suppressed: Suppressed[] } {
  const legacy = isLegacyType(observed.schema);
  return {
    differences: differences.filter(({ perhapsNone }) => !(legacy && perhapsNone)),
    suppressed: differences.filter(({ perhapsNone }) => legacy && perhapsNone).map(({ path }) => emptied(path)),
  };
}
