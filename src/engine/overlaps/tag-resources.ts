import type { Path } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { stable } from '../value/stable.ts';
import type { Present, Stage } from '../compare/observed.ts';
import { TYPES } from '../../clouds/clouds.ts';
import type { ChildLink } from '../../clouds/contract/overlaps.ts';
import type { FindChildren } from './match/children.ts';
import { changedTags } from '../noise/tags.ts';

/** Resources that manage one tag of another resource, often in another state. */
export const TAG_RESOURCES: readonly ChildLink[] = [...TYPES].flatMap(([type, { tags }]) =>
  typeof tags === 'object' ? [{ type, ...tags }] : [],
);

/** Suppresses differences of tags that a tag resource manages. */
export function tagResources(childrenOf: FindChildren): Stage {
  return {
    name: 'tag-resource',
    suppress(one, path) {
      const changes = changedTags(one, path);
      if (!changes || changes.length === 0) return undefined;
      const parent = fields(one.outcome.before);
      const tags = TAG_RESOURCES.flatMap((link) => childrenOf(link, parent, one.place));
      const managed = changes.flatMap(({ key, live }) =>
        tags.filter(({ before, live: tag }) => fields(before).key === key && fieldOf(fields(tag), 'value') === live),
      );
      const keys = new Set(managed.map(({ before }) => fields(before).key));
      if (!changes.every(({ key }) => keys.has(key))) return undefined;
      return {
        why: 'a tag resource manages the tag',
        children: managed.filter(({ before, live }) => stable(before) !== stable(live)),
      };
    },
  };
}

/** The links to tag resources if a tag differs. */
export const tagLinks = (one: Present, path: Path): readonly ChildLink[] =>
  (changedTags(one, path) ?? []).length === 0 ? [] : TAG_RESOURCES;
