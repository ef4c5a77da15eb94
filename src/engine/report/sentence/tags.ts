import { plain, cut } from '../wording/clean.ts';
import { valueClause } from './clause.ts';
import { leavesOf, type Fact } from './fact.ts';
import { join } from '../wording/words.ts';

const TAGS = /^(tags|tags_all|labels)(\.|$)/;
const MAX_KEY = 40;

export const isTag = ({ name }: Fact): boolean => TAGS.test(name);

const keyed = (fact: Fact): Fact[] =>
  fact.key === undefined ? leavesOf(fact).map((leaf) => ({ ...leaf, key: leaf.name.replace(TAGS, '') })) : [fact];

const becameOf = ({ before, after }: Fact) => (before === null ? 'added' : after === null ? 'removed' : 'changed');

/** One clause for all tags: `the tag owner was changed from network to platform`, `the tags a and b were added`. */
export function tagsClause(facts: readonly Fact[]): string {
  const byKey = new Map(facts.flatMap(keyed).map((fact): [string, Fact] => [fact.key ?? '', fact]));
  byKey.delete('');
  byKey.delete('…');
  const nameOf = (fact: Fact) => {
    const name = cut(plain(fact.key ?? ''), MAX_KEY);
    return /\s/.test(name) ? `“${name}”` : name;
  };
  const all = [...byKey.values()];
  const [only] = all;
  if (only && all.length === 1) return valueClause(`the tag ${nameOf(only)}`, only, 'was');
  const verbs = ['added', 'removed', 'changed'] as const;
  const parts = verbs.flatMap((verb) => {
    const those = all.filter((fact) => becameOf(fact) === verb).map(nameOf);
    if (those.length === 0) return [];
    return [`the ${those.length > 1 ? 'tags' : 'tag'} ${join(those, 4)} ${those.length > 1 ? 'were' : 'was'} ${verb}`];
  });
  return parts.length === 0 ? 'the tags were changed' : join(parts);
}
