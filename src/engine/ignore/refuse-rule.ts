import { SELECTORS, type IgnoreRule } from './ignore.ts';
import { VALUE_TESTS, type ValueTest } from './value-test.ts';

/** One of these has to say what a rule is about; where something lives is not enough. */
const NAMING = ['address', 'type', 'attribute', 'state'] as const;

/** A character class, which people know from other globs: `[a-z]`, `[!0-9]`. Keys and positions in brackets are none. */
const CLASS = /\[(?!\*|\d+\]|")[^\]]*\]/;

function refuseValueTest(name: string, test: ValueTest): string | undefined {
  if (!VALUE_TESTS.some((one) => test[one] !== undefined))
    return `has a ${name} that asks nothing; it takes ${VALUE_TESTS.join(', ')}`;
  const { at_least, at_most } = test;
  if (at_least !== undefined && at_most !== undefined && at_least > at_most)
    return `has a ${name} that no value fits: at_least is more than at_most`;
  return undefined;
}

/**
 * Why a rule cannot be taken, or undefined: it has to say what it is about, and to leave something. A selector without a
 * letter or digit (`*`, `*.*`, `*?*`) names nothing, and what looks like a character class would not do what it looks like.
 */
export function refuseRule(rule: Omit<IgnoreRule, 'id'>): string | undefined {
  if (NAMING.every((name) => rule[name] === undefined))
    return `must have at least one of ${NAMING.slice(0, -1).join(', ')} and ${NAMING.at(-1)}`;
  if (!SELECTORS.some((name) => /[\p{L}\p{N}]/u.test((rule[name] ?? '').replaceAll(new RegExp(CLASS, 'g'), ''))))
    return `would ignore everything; name something in one of ${SELECTORS.slice(0, -1).join(', ')} and ${SELECTORS.at(-1)}`;
  const classed = (['address', 'type', 'region', 'account'] as const).find((name) => CLASS.test(rule[name] ?? ''));
  if (classed !== undefined)
    return `has a character class in ${classed}, which would stand for itself; only * is special`;
  const { before, after, attribute } = rule;
  if ((before ?? after) !== undefined && attribute === undefined)
    return 'asks for a value (before, after), but not of which attribute';
  return (before && refuseValueTest('before', before)) ?? (after && refuseValueTest('after', after));
}
