import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { canonical, type Emptiness } from '../value/canonical.ts';
import { diff, valueAt } from '../value/diff.ts';
import { isLegacyType } from '../value/empty.ts';
import { stable } from '../value/stable.ts';
import type { InstanceRef, Present, Suppressed } from './observed.ts';

/**
 * A path whose values differ: both values as the provider returned them, and in the canonical form that was compared.
 */
export type Difference = {
  path: Path;
  before: Value;
  live: Value;
  compared: { before: Value; live: Value };
  /** True if reverting it would replace the resource. Comes from the provider's plan. */
  replaces?: boolean;
  /**
   * One value is empty and the other null, which the legacy SDK does not distinguish. It is not known yet whether the
   * type uses that SDK.
   */
  perhapsNone?: true;
  /**
   * The provider cannot plan a revert: a value has appeared in the cloud, and no configuration can say that it should
   * be absent.
   */
  unspoken?: true;
  /** Set for a side effect: the instance whose drift caused it. */
  cause?: InstanceRef;
};

const NO_ELEMENTS = 'an empty collection equals null';
const NOTHING = 'types of the legacy SDK do not distinguish null from empty';

/** Suppresses a difference between null and empty. */
export const emptied = (path: Path): Suppressed => ({ path, stage: 'empty', why: NOTHING });

type Forms = { before: Value; live: Value; sameAt: (path: Path) => boolean };

/**
 * Finds all differences between the canonical forms of state and cloud. Null against empty is suppressed: for
 * collections always, for strings, numbers and booleans only in types that use the legacy SDK.
 * @param legacy whether the type uses the legacy SDK; undefined until the provider's plan shows it
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
 * Suppresses differences between null and empty without an answer of the provider: the schema shows whether the type
 * uses the legacy SDK.
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
