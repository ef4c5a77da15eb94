import type { Rule, ValueTest } from './queries.ts';

/** The fields of a rule that are globs, each with its label and help. */
export const SELECTORS = [
  ['address', 'Address', 'module.legacy, and everything in it'],
  ['type', 'Resource type', 'aws_autoscaling_*'],
  ['attribute', 'Attribute', 'tags["team"]; blank = the whole resource'],
  ['state', 'State', 'sandbox/*'],
  ['region', 'Region', 'eu-*'],
  ['account', 'Account', '123456789012'],
  ['provider', 'Provider', '*/hashicorp/aws'],
  ['name', 'Name or id', 'sandbox-*'],
  ['tag', 'Tag', 'team=research'],
] as const;

export type Selector = (typeof SELECTORS)[number][0];

/** The subjects of rules: drift, or objects that no state has. */
export const KINDS = [
  ['', 'Drift'],
  ['unmanaged', 'Unmanaged objects'],
] as const;

type Kind = (typeof KINDS)[number][0];

const OF_DRIFT: readonly Selector[] = ['address', 'attribute', 'state'];
const OF_OBJECTS: readonly Selector[] = ['name', 'tag'];

/** The selectors of rules of a kind. */
export const selectorsOf = (kind: Kind) =>
  SELECTORS.filter(([name]) => !(kind === 'unmanaged' ? OF_DRIFT : OF_OBJECTS).includes(name));

/** Tests of a value, with their labels. */
export const TESTS = [
  ['', 'anything'],
  ['equals', 'exactly'],
  ['matches', 'a text like (* is any)'],
  ['at_least', 'at least'],
  ['at_most', 'at most'],
  ['is_empty', 'nothing'],
  ['is_set', 'something'],
] as const;

export type Test = (typeof TESTS)[number][0];

/** The first test of a value, which the form edits. `more` are further tests, which it keeps unchanged. */
export type DraftTest = { test: Test; value: string; more: ValueTest };

export type Draft = Record<Selector, string> & {
  kind: Kind;
  id: string | undefined;
  reason: string;
  /** A date, `2026-12-31`; empty if the rule never expires. */
  expires_at: string;
  before: DraftTest;
  after: DraftTest;
};

const isTest = (name: string): name is Test => TESTS.some(([one]) => one === name);

function draftOfTest(test: ValueTest | undefined): DraftTest {
  const [first, ...others] = Object.entries(test ?? {});
  const more = Object.fromEntries(others) as ValueTest;
  if (first === undefined) return { test: '', value: '', more: {} };
  const [name, value] = first;
  if (name === 'empty') return { test: value === true ? 'is_empty' : 'is_set', value: '', more };
  return { test: isTest(name) ? name : '', value: String(value), more };
}

/** @returns undefined if there is no test */
function testOf({ test, value, more }: DraftTest): ValueTest | undefined {
  if (test === '') return Object.keys(more).length > 0 ? more : undefined;
  if (test === 'is_empty' || test === 'is_set') return { ...more, empty: test === 'is_empty' };
  return { ...more, [test]: test === 'at_least' || test === 'at_most' ? Number(value) : value };
}

/** The draft of a new rule, or of a rule to change. */
export function draftOf(rule: Partial<Rule> = {}): Draft {
  const selectors = SELECTORS.map(([name]) => [name, rule[name] ?? '']);
  return {
    ...(Object.fromEntries(selectors) as Record<Selector, string>),
    kind: rule.kind ?? '',
    id: rule.id,
    reason: rule.reason ?? '',
    expires_at: rule.expires_at?.slice(0, 10) ?? '',
    before: draftOfTest(rule.before),
    after: draftOfTest(rule.after),
  };
}

/** The draft in the API's format, without empty fields. */
export function ruleOf(draft: Draft, old?: Rule): Rule {
  const { kind } = draft;
  const selectors = selectorsOf(kind).flatMap(([name]) =>
    draft[name].trim() === '' ? [] : [[name, draft[name].trim()]],
  );
  const [before, after] = kind === '' ? [testOf(draft.before), testOf(draft.after)] : [];
  // If the date is unchanged, the rule keeps its time of day.
  const same = old?.expires_at?.slice(0, 10) === draft.expires_at ? old.expires_at : undefined;
  return {
    ...(Object.fromEntries(selectors) as Partial<Rule>),
    ...(kind !== '' && { kind }),
    ...(draft.id !== undefined && { id: draft.id }),
    ...(before && { before }),
    ...(after && { after }),
    ...(draft.expires_at !== '' && { expires_at: same ?? `${draft.expires_at}T00:00:00.000Z` }),
    reason: draft.reason.trim(),
  };
}

/** A test of a value in words: `at least 2`. */
export function testText(test: ValueTest): string {
  return Object.entries(test)
    .map(([name, value]) => {
      if (name === 'empty') return value === true ? 'nothing' : 'something';
      const word = TESTS.find(([one]) => one === name)?.[1].replace(' (* is any)', '') ?? name;
      return `${word} ${String(value)}`;
    })
    .join(' and ');
}
