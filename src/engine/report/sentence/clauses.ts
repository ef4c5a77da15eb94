import type { Json } from '../../../base/json.ts';
import type { Finding } from '../../model/analysis.ts';
import { rankAt } from '../severity/severity.ts';
import { factOf, leavesOf, listOf, readDocument, type Fact } from './fact.ts';
import { cut, plain } from '../wording/clean.ts';
import { join } from '../wording/words.ts';
import { valueClause } from './clause.ts';
import { genericClause, genericFacts } from './generic.ts';
import { sayPhrase } from './say-phrase.ts';
import type { Phrase } from '../../../clouds/contract/phrases.ts';
import { phraseFor } from '../wording/phrases.ts';

/** A part of the sentence. `rank` is its position among the severity rules: smaller is worse. */
export type Clause = { text: string; rank: number; phrase?: Phrase };

/** The rank of the worst attribute in a fact. */
function rankOf(type: string, fact: Fact): number {
  const inside = leavesOf(fact);
  const all = inside.some(({ name }) => name === fact.name) ? inside : [fact, ...inside];
  const ranks = all.map(({ name, before, after, masked }) => {
    const sides = { before: listOf(before), live: listOf(after) };
    return rankAt({ name, place: `${type}:${name}`, sensitive: masked, ...sides }, type);
  });
  return ranks.reduce((worst, one) => Math.min(worst, one));
}

/** The clauses from phrases for a fact: of the whole fact if it has a phrase, else of the attributes inside it. */
function phrased(finding: Finding, fact: Fact): Clause[] {
  const clause = (one: Fact): Clause[] => {
    const phrase = phraseFor(finding.type, one.name);
    const text = phrase && sayPhrase(phrase, one, finding);
    return phrase === undefined || text === undefined ? [] : [{ text, rank: rankOf(finding.type, one), phrase }];
  };
  const whole = clause(fact);
  if (whole.length > 0 || fact.cut) return whole;
  return leavesOf(readDocument(fact) ?? fact).flatMap((leaf) => (leaf.name === fact.name ? [] : clause(leaf)));
}

function clausesOf(finding: Finding, fact: Fact): Clause[] {
  const clauses = phrased(finding, fact);
  if (clauses.length > 0) return clauses;
  return genericFacts(fact).map((one) => ({ text: genericClause(one), rank: rankOf(finding.type, one) }));
}

/**
 * Joins facts of alternative attributes, of which one was emptied and another one filled, to one change: a route that
 * leads to a NAT gateway instead of an internet gateway.
 */
function merged(type: string, facts: readonly Fact[]): Fact[] {
  const isEmpty = (value: Json) => listOf(value).length === 0;
  const partOf = (fact: Fact, side: 'before' | 'after') => {
    const phrase = phraseFor(type, fact.name);
    if (phrase?.kind !== 'value' || phrase.at.length === 1 || !isEmpty(fact[side])) return undefined;
    return facts.find(
      (other) =>
        other !== fact && phrase.at.includes(other.name) && isEmpty(other[side === 'after' ? 'before' : 'after']),
    );
  };
  return facts.flatMap((fact) => {
    if (partOf(fact, 'before')) return [];
    const filled = partOf(fact, 'after');
    return [filled ? { ...fact, after: filled.after, masked: fact.masked || filled.masked } : fact];
  });
}

const TAGS = /^(tags|tags_all|labels)(\.|$)/;
const MAX_KEY = 40;

const isTag = ({ name }: Fact): boolean => TAGS.test(name);

const keyed = (fact: Fact): Fact[] =>
  fact.key === undefined ? leavesOf(fact).map((leaf) => ({ ...leaf, key: leaf.name.replace(TAGS, '') })) : [fact];

const becameOf = ({ before, after }: Fact) => (before === null ? 'added' : after === null ? 'removed' : 'changed');

/** One clause for all tags: `the tag owner was changed from network to platform`, `the tags a and b were added`. */
function tagsClause(facts: readonly Fact[]): string {
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

/** All clauses of a change, without duplicates, the most serious first. */
export function clausesFor(finding: Finding): Clause[] {
  const facts = merged(finding.type, finding.attributes.map(factOf));
  const tags = facts.filter(isTag);
  const clauses = facts.filter((fact) => !isTag(fact)).flatMap((fact) => clausesOf(finding, fact));
  if (tags.length > 0) clauses.push({ text: tagsClause(tags), rank: Number.POSITIVE_INFINITY });
  const once = new Map<string, Clause>();
  for (const clause of clauses) {
    const earlier = once.get(clause.text);
    if (!earlier || clause.rank < earlier.rank) once.set(clause.text, clause);
  }
  return [...once.values()].toSorted((a, b) => a.rank - b.rank);
}
