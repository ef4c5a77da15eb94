import { SELECTORS, type IgnoreRule } from './ignore.ts';
import { VALUE_TESTS, type ValueTest } from './value-test.ts';

/** A rule needs one of these selectors; a location alone is not enough. */
const NAMING = ['address', 'type', 'attribute', 'state'] as const;

/** Matches character classes of other glob dialects (`[a-z]`, `[!0-9]`), not keys and positions in brackets. */
const CLASS = /\[(?!\*|\d+\]|")[^\]]*\]/;

function refuseValueTest(name: string, test: ValueTest): string | undefined {
  if (!VALUE_TESTS.some((one) => test[one] !== undefined))
    return `has an empty ${name}; use at least one of ${VALUE_TESTS.join(', ')}`;
  const { at_least, at_most } = test;
  if (at_least !== undefined && at_most !== undefined && at_least > at_most)
    return `has a ${name} that matches no value: at_least is more than at_most`;
  return undefined;
}

/**
 * Returns why a rule is invalid, or undefined. A rule must select something specific: a selector without a letter or
 * digit (`*`, `*.*`, `*?*`) selects everything. A character class would match literally.
 */
export function refuseRule(rule: Omit<IgnoreRule, 'id'>): string | undefined {
  if (NAMING.every((name) => rule[name] === undefined))
    return `must have at least one of ${NAMING.slice(0, -1).join(', ')} and ${NAMING.at(-1)}`;
  if (!SELECTORS.some((name) => /[\p{L}\p{N}]/u.test((rule[name] ?? '').replaceAll(new RegExp(CLASS, 'g'), ''))))
    return `would ignore everything; name something in one of ${SELECTORS.slice(0, -1).join(', ')} and ${SELECTORS.at(-1)}`;
  const classed = (['address', 'type', 'region', 'account'] as const).find((name) => CLASS.test(rule[name] ?? ''));
  if (classed !== undefined) return `has a character class in ${classed}, which matches literally; only * is special`;
  const { before, after, attribute } = rule;
  if ((before ?? after) !== undefined && attribute === undefined)
    return 'tests a value (before, after) without an attribute; add attribute';
  return (before && refuseValueTest('before', before)) ?? (after && refuseValueTest('after', after));
}
