import { isObject } from '../../../base/json.ts';
import type { conditionComparer } from './conditions.ts';
import { conditionOf, matcher, principalsOf, textsOf, type Policy } from './grant.ts';

/** The principals, actions or resources of a statement: only these texts or, if `not`, all others. */
type Part = { not: boolean; texts: string[] };
type Statement = { effect: string; parts: Part[]; condition: string };

function readStatement(text: string): Statement | undefined {
  const statement: unknown = JSON.parse(text);
  if (!isObject(statement)) return undefined;
  const part = (name: string, read: (value: unknown) => string[], none: string[]): Part => {
    const not = `Not${name}` in statement;
    const value = statement[not ? `Not${name}` : name];
    return { not, texts: value === undefined ? none : read(value) };
  };
  const actions = part('Action', textsOf, ['*']);
  return {
    effect: statement.Effect === 'Deny' ? 'Deny' : 'Allow',
    parts: [
      part('Principal', principalsOf, principalsOf(undefined)),
      { ...actions, texts: actions.texts.map((one) => one.toLowerCase()) },
      part('Resource', textsOf, ['*']),
    ],
    condition: conditionOf(statement.Condition),
  };
}

/** True if each of these texts matches one of the patterns. */
const areMeant = (texts: readonly string[], patterns: readonly string[]): boolean => {
  const all = patterns.map(matcher);
  return texts.every((one) => all.some((means) => means(one)));
};

/** True if the wide part includes everything that the narrow part includes. */
function includes(wide: Part, narrow: Part): boolean {
  if (wide.not && narrow.not) return areMeant(wide.texts, narrow.texts);
  if (!wide.not && !narrow.not) return areMeant(narrow.texts, wide.texts);
  return !wide.not && wide.texts.includes('*');
}

const ofGrant = ({ effect, principal, action, resource, condition }: Policy['grants'][number]): Statement => ({
  effect,
  parts: [principal, action.toLowerCase(), resource].map((text) => ({ not: false, texts: [text] })),
  condition,
});

/** Maximum statements with exceptions that are compared. */
const MAX_STATEMENTS = 30;

/**
 * Tells whether changed statements with exceptions (`NotAction`) allow more or less. One more exception allows less, or
 * denies less.
 * @returns `wider` also if the direction is unknown; undefined if both sides are equivalent
 */
export function exceptionsMoved(
  before: Policy,
  live: Policy,
  passes: ReturnType<typeof conditionComparer>,
): 'wider' | 'narrower' | undefined {
  const [had, has] = [new Set(before.negated), new Set(live.negated)];
  const [came, went] = [[...has.difference(had)], [...had.difference(has)]];
  if (came.length + went.length === 0) return undefined;
  if (before.negated.length + live.negated.length > MAX_STATEMENTS) return 'wider';
  const uncovered = (texts: readonly string[], those: Policy): Statement[] => {
    const all = [...those.negated.flatMap((text) => readStatement(text) ?? []), ...those.grants.map(ofGrant)];
    const isCovered = (one: Statement) =>
      all.some(
        ({ effect, parts, condition }) =>
          effect === one.effect &&
          passes(condition, one.condition) &&
          parts.every((part, i) => includes(part, one.parts[i] ?? part)),
      );
    return texts.flatMap((text) => readStatement(text) ?? []).filter((one) => !isCovered(one));
  };
  const [more, less] = [uncovered(came, before), uncovered(went, live)];
  if (more.some(({ effect }) => effect === 'Allow') || less.some(({ effect }) => effect === 'Deny')) return 'wider';
  return more.length + less.length > 0 ? 'narrower' : undefined;
}
