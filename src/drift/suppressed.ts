import type { SuppressedDifference } from './analysis.ts';
import type { DriftResult } from './compare/find-drift.ts';
import { pathText } from './path-text.ts';
import { secretsOfObserved, withoutSecrets } from './redact.ts';

/** Differences of one instance that are told one by one; the rest is counted. */
const MOST = 50;

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
    .map(({ path, stage, why }) => ({ path: withoutSecrets(pathText(schema, path), secrets), stage, why }));
  const more = suppressed.length - told.length;
  return more > 0 ? [...told, { path: '…', stage: 'more', why: `${more} more differences were taken out` }] : told;
}
