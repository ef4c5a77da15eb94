import { SELECTORS, type IgnoreRule } from './ignore.ts';
import { VALUE_TESTS, type ValueTest } from './value-test.ts';

/** A rule needs one of these selectors; a location alone is not enough. */
const NAMING = ['address', 'type', 'attribute', 'state'] as const;
/** The same for a rule about unmanaged objects, which have no address and no state. */
const NAMING_UNMANAGED = ['type', 'name', 'tag', 'account'] as const;

/** Returns why the fields of a rule do not go together, or undefined. */
function refuseFields(rule: Omit<IgnoreRule, 'id'>): string | undefined {
  const isUnmanaged = rule.kind === 'unmanaged';
  const wrong = (
    isUnmanaged ? (['address', 'attribute', 'state', 'before', 'after'] as const) : (['name', 'tag'] as const)
  ).find((name) => rule[name] !== undefined);
  if (wrong === undefined) return undefined;
  return isUnmanaged
    ? `is about unmanaged objects, which have no ${wrong}; use ${NAMING_UNMANAGED.join(', ')}`
    : `has a ${wrong}, which only rules about unmanaged objects may have; add "kind": "unmanaged"`;
}

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
  const fields = refuseFields(rule);
  if (fields !== undefined) return fields;
  const naming = rule.kind === 'unmanaged' ? NAMING_UNMANAGED : NAMING;
  if (naming.every((name) => rule[name] === undefined))
    return `must have at least one of ${naming.slice(0, -1).join(', ')} and ${naming.at(-1)}`;
  const selectors = SELECTORS.filter((name) =>
    rule.kind === 'unmanaged' ? !['address', 'attribute', 'state'].includes(name) : !['name', 'tag'].includes(name),
  );
  if (!selectors.some((name) => /[\p{L}\p{N}]/u.test((rule[name] ?? '').replaceAll(new RegExp(CLASS, 'g'), ''))))
    return `would ignore everything; name something in one of ${selectors.slice(0, -1).join(', ')} and ${selectors.at(-1)}`;
  const classed = (['address', 'type', 'region', 'account', 'name', 'tag'] as const).find((name) =>
    CLASS.test(rule[name] ?? ''),
  );
  if (classed !== undefined) return `has a character class in ${classed}, which matches literally; only * is special`;
  const { before, after, attribute } = rule;
  if ((before ?? after) !== undefined && attribute === undefined)
    return 'tests a value (before, after) without an attribute; add attribute';
  return (before && refuseValueTest('before', before)) ?? (after && refuseValueTest('after', after));
}
