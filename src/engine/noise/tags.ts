import type { Path, Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { stepsAlong, valueAt } from '../value/diff.ts';
import type { Present, Stage } from '../compare/observed.ts';

const isReserved = (key: string) => key.startsWith('aws:');

/** The object with the tags that `path` goes through; undefined for other paths. */
export function tagHolder({ schema, outcome }: Present, path: Path) {
  // A map key that is named `tags` does not count.
  const at = stepsAlong(schema, path).findIndex(
    ({ step, member }) => member && (step === 'tags' || step === 'tags_all'),
  );
  if (at < 0) return undefined;
  const before = fields(valueAt(outcome.before, path.slice(0, at)));
  const live = fields(valueAt(outcome.live, path.slice(0, at)));
  return { which: path[at] as 'tags' | 'tags_all', key: path[at + 1], before, live };
}

const keysIn = (key: Path[number] | undefined, ...maps: Value[]): string[] =>
  key === undefined ? [...new Set(maps.flatMap((map) => Object.keys(fields(map))))] : [String(key)];

export type TagChange = { key: string; before: Value; live: Value };

/** The tags that differ at a path through `tags` or `tags_all`; undefined for other paths. */
export function changedTags(observed: Present, path: Path): TagChange[] | undefined {
  const holder = tagHolder(observed, path);
  if (!holder) return undefined;
  const before = fields(fieldOf(holder.before, holder.which));
  const live = fields(fieldOf(holder.live, holder.which));
  return keysIn(holder.key, before, live)
    .map((key): TagChange => ({ key, before: fieldOf(before, key), live: fieldOf(live, key) }))
    .filter((one) => one.before !== one.live);
}

/**
 * Compares `tags_all` in types that have it. A provider without the configuration's default tags returns them in
 * `tags`, while the state has them in `tags_all` only.
 */
export const tagsByTagsAll: Stage = {
  name: 'tags',
  suppress(observed, path) {
    const holder = tagHolder(observed, path);
    if (!holder || !('tags_all' in holder.live) || fieldOf(holder.before, 'tags_all') === null) return undefined;
    const { which, key, before, live } = holder;
    const [wasAll, isAll] = [fields(fieldOf(before, 'tags_all')), fields(fieldOf(live, 'tags_all'))];
    const [was, is] = [fields(fieldOf(before, 'tags')), fields(fieldOf(live, 'tags'))];
    const keys = keysIn(key, wasAll, isAll, was, is).filter((one) => !isReserved(one));
    const agree = (tags: Record<string, Value>, all: Record<string, Value>, one: string) =>
      fieldOf(tags, one) === null || fieldOf(tags, one) === fieldOf(all, one);
    // If `tags_all` does not contain all of `tags` with equal values, it decides nothing.
    if (which === 'tags' && !keys.every((one) => agree(was, wasAll, one) && agree(is, isAll, one))) return undefined;
    const changed = keys.filter((one) => fieldOf(wasAll, one) !== fieldOf(isAll, one));
    // The provider returned default tags in `tags`, which the state has in `tags_all` only: nothing was changed.
    if (changed.length === 0) return { why: 'tags_all, which includes the default tags, says that no tag changed' };
    const inTags = changed.some((one) => Object.hasOwn(was, one) || Object.hasOwn(isAll, one));
    // A changed tag is reported once: at `tags` if the configuration names it or the cloud has it, otherwise at
    // `tags_all`.
    return which === 'tags_all' || inTags ? undefined : { why: 'only a default tag changed; tags_all has it' };
  },
};
