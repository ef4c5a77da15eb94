import type { Path } from '../../base/value.ts';
import { fields } from '../value/canonical.ts';
import type { Present, Stage } from '../compare/observed.ts';
import { autoscaled, scalerLinks } from './autoscaled.ts';
import type { ChildLink } from '../../clouds/contract/overlaps.ts';
import { namesFor, type Child, type FindChildren } from './match/children.ts';
import { overlapStage, overlapLinks } from './overlaps.ts';
import { tagLinks, tagResources } from './tag-resources.ts';

/** The stages that need more than one instance, in the order of application. */
export const relatedStages = (childrenOf: FindChildren): Stage[] => [
  overlapStage(childrenOf),
  tagResources(childrenOf),
  autoscaled(childrenOf),
];

const linksAt = (one: Present, path: Path): ChildLink[] => [
  ...overlapLinks(one, path),
  ...tagLinks(one, path),
  ...scalerLinks(one, path),
];

/** The names by which resources of any state, if they explain a difference, refer to this instance. */
export function relatedNames(one: Present, path: Path): string[] {
  const parent = fields(one.outcome.before);
  return linksAt(one, path).flatMap((link) => namesFor(link, parent));
}

/** The children that may explain a difference. */
export function relatedChildren(one: Present, path: Path, childrenOf: FindChildren): Child[] {
  const parent = fields(one.outcome.before);
  return linksAt(one, path).flatMap((link) => childrenOf(link, parent, one.place));
}
