import type { RuleRef, SuppressedDifference } from './analysis.ts';
import type { DriftResult } from './compare/find-drift.ts';
import { pathText } from './path-text.ts';
import { secretsOfObserved, withoutSecrets } from './redact.ts';

/** Differences of one instance that are told one by one; the rest is counted. */
const MOST = 50;

/** The ignore rules that took something of one instance out, each once. */
export function rulesThatTook({ suppressed }: DriftResult): RuleRef[] {
  const rules = suppressed.flatMap(({ rule }) => rule ?? []);
  return rules.filter(({ id, source }, i) => rules.findIndex((one) => one.id === id && one.source === source) === i);
}

/**
 * The differences that a rule or stage took out, as they may be shown: where, which stage, and why; no values. What has
 * a secret for its key is told without it.
 */
export function toldSuppressed({ suppressed, observed }: DriftResult): SuppressedDifference[] {
  if (suppressed.length === 0) return [];
  const { schema } = observed;
  const secrets = secretsOfObserved(observed);
  const told = suppressed
    .slice(0, MOST)
    .map(({ path, ...taken }) => ({ path: withoutSecrets(pathText(schema, path), secrets), ...taken }));
  const more = suppressed.length - told.length;
  return more > 0 ? [...told, { path: '…', stage: 'more', why: `${more} more differences were taken out` }] : told;
}
