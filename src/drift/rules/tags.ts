import type { Path } from '../../base/value.ts';
import { fieldOf, fields } from '../compare/canonical.ts';
import { valueAt } from '../compare/diff.ts';
import type { Present, Stage } from '../compare/stage.ts';

/** Tags that AWS itself sets; nobody can manage them. */
const isReserved = (key: string) => key.startsWith('aws:');

/** The tag maps beside each other at `path`'s place, if it goes through one of them. */
function tagMaps({ outcome }: Present, path: Path) {
  const at = path.findIndex((step) => step === 'tags' || step === 'tags_all');
  if (at < 0) return undefined;
  const before = fields(valueAt(outcome.before, path.slice(0, at)));
  const live = fields(valueAt(outcome.live, path.slice(0, at)));
  if (!('tags_all' in live) || (before.tags_all ?? null) === null) return undefined;
  return {
    which: path[at],
    key: path[at + 1],
    tags: fields(before.tags),
    before: fields(before.tags_all),
    live: fields(live.tags_all),
  };
}

/**
 * `tags_all` decides. A provider that does not know the configuration's default tags reports them in `tags` of every
 * resource, where state has them in `tags_all` only.
 */
export const tagsByTagsAll: Stage = {
  name: 'tags',
  suppress(observed, path) {
    const maps = tagMaps(observed, path);
    if (!maps) return undefined;
    const keys =
      maps.key === undefined
        ? [...new Set([...Object.keys(maps.before), ...Object.keys(maps.live)])]
        : [String(maps.key)];
    const changed = keys.filter((key) => !isReserved(key) && fieldOf(maps.before, key) !== fieldOf(maps.live, key));
    if (changed.length === 0) return 'tags_all, which includes the default tags, says that no tag changed';
    const inTags = changed.some((key) => Object.hasOwn(maps.tags, key) || Object.hasOwn(maps.live, key));
    return maps.which === 'tags_all' || inTags ? undefined : 'only a default tag changed; tags_all has it';
  },
};
