import { isObject } from '../../../base/json.ts';
import type { conditionComparer } from './conditions.ts';
import { conditionOf, matcher, principalsOf, textsOf, type Policy } from './grant.ts';

/** What a statement is about in one respect: these, or all but these. */
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

/** Whether each of these texts is meant by one of those patterns. */
const areMeant = (texts: readonly string[], patterns: readonly string[]): boolean => {
  const all = patterns.map(matcher);
  return texts.every((one) => all.some((means) => means(one)));
};

/** Whether whatever the narrow part is about is what the wide one is about, too. */
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

/** Statements that are compared each with each. */
const MAX_STATEMENTS = 30;

/**
 * Which way statements went that say what they are not about (`NotAction`): an exception more allows less, and denies less.
 * @returns `wider` also where it cannot be told; undefined where they come to the same
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
