import type { Value } from '../../base/value.ts';
import { fields, fieldOf } from '../value/canonical.ts';
import { valueAt } from '../value/diff.ts';
import { stable } from '../value/stable.ts';
import type { Stage } from '../compare/observed.ts';
import { isIgnoredTag, type TagSettings } from '../code/provider-settings.ts';
import { changedTags, tagHolder, type TagChange } from './tags.ts';

/** The text of an autoscaling group's `tag` blocks, without ignored keys and order. */
function counting(blocks: Value, settings: TagSettings): string {
  const kept = Array.isArray(blocks)
    ? blocks.filter((block) => {
        const key = fieldOf(fields(block), 'key');
        return typeof key !== 'string' || !isIgnoredTag(settings, key);
      })
    : [];
  return stable(kept.toSorted((a, b) => (stable(a) < stable(b) ? -1 : 1)));
}

const IGNORED = { why: 'ignore_tags of the provider configuration leaves this tag out' };
const DEFAULT = { why: 'this is one of default_tags; the state has no tags_all' };

/**
 * Suppresses tags that the provider configuration ignores or adds by default. The settings come from the organization
 * or the code, since no state contains them. The provider does not read ignored tags, but a state that was written
 * earlier still contains them.
 */
export const ignoredTags: Stage = {
  name: 'ignore-tags',
  suppress(observed, path) {
    const settings = observed.tags;
    if (!settings) return undefined;
    const { before, live } = observed.outcome;
    if (path.length === 1 && path[0] === 'tag')
      return counting(valueAt(before, path), settings) === counting(valueAt(live, path), settings)
        ? IGNORED
        : undefined;
    const changed = changedTags(observed, path);
    if (!changed || changed.length === 0) return undefined;
    const left = changed.filter(({ key }) => !isIgnoredTag(settings, key));
    if (left.length === 0) return IGNORED;
    const holder = tagHolder(observed, path);
    const hasAll = (side: Value) => fieldOf(fields(side), 'tags_all') !== null;
    // If both sides have tags_all, an earlier stage has handled default tags.
    if (!holder || (hasAll(holder.before) && hasAll(holder.live))) return undefined;
    const known = fields(fieldOf(holder.before, 'tags'));
    const defaults = settings.default_tags ?? {};
    const isKnown = ({ key, live: now }: TagChange) =>
      now !== null && (fieldOf(known, key) === now || (!Object.hasOwn(known, key) && defaults[key] === now));
    return left.every(isKnown) ? DEFAULT : undefined;
  },
};
