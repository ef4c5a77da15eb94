import { widestFirst } from '../../value/width.ts';
import { testsIn } from '../access/conditions.ts';
import { say, type Change, type Leaf, type Rule, type Weighed } from './change.ts';
import {
  comparePolicies,
  isAdmin,
  isForAnybody,
  isLockout,
  readPolicy,
  joinPolicies,
  variantsIn,
  type PolicyChange,
} from '../access/policy.ts';
import { HOLDER, type Grant, type Policy } from '../access/grant.ts';
import { readRoleRules } from '../access/kubernetes.ts';

/** Maximum values of a test that are named. */
const MAX_VALUES = 3;

function valuesText(values: readonly string[], last: string): string {
  const more = values.length - MAX_VALUES;
  const named = more > 1 ? [...values.slice(0, MAX_VALUES).map(say), `${more} others`] : values.map(say);
  return named.length < 2 ? (named[0] ?? 'nothing') : `${named.slice(0, -1).join(', ')} ${last} ${named.at(-1)}`;
}

const LIMITS: readonly (readonly [operator: RegExp, words: string])[] = [
  [/LessThanEquals$/, 'at most '],
  [/GreaterThanEquals$/, 'at least '],
  [/LessThan$/, 'less than '],
  [/GreaterThan$/, 'more than '],
];

/**
 * The text of a condition: ` where aws:SourceVpc is vpc-1 or vpc-2 and aws:PrincipalTag/team is not ops`. Empty without
 * a condition.
 */
function whereText(condition: string): string {
  if (condition === '') return '';
  const tests = testsIn(condition).map(({ operator, key, values, negated }) => {
    const limit = LIMITS.find(([form]) => form.test(operator))?.[1] ?? '';
    return `${say(key)} is ${negated ? 'not ' : ''}${limit}${valuesText(values, negated ? 'nor' : 'or')}`;
  });
  const more = tests.length > MAX_VALUES ? [`${tests.length - MAX_VALUES} more`] : [];
  return ` where ${[...tests.slice(0, MAX_VALUES), ...more].join(' and ')}`;
}

/** The text of a grant: `s3:GetObject on arn:aws:s3:::b/*`. */
function grantText({ action, resource, principal }: Grant): string {
  const who = principal === HOLDER ? '' : ` for ${principal === '*' ? 'anybody' : principal}`;
  return `${action}${resource === '*' ? '' : ` on ${resource}`}${who}`;
}

/** The differences between two policies, with both policies. */
type Moved = PolicyChange & { before: Policy; live: Policy; sensitive: boolean };

function moved(before: Policy, live: Policy, sensitive: boolean): Moved {
  return { ...comparePolicies(before, live), before, live, sensitive };
}

function movedAt({ before, live, sensitive }: Leaf): Moved | undefined {
  const [was = [], is = []] = [before, live].map((values) => values.flatMap((value) => readPolicy(value) ?? []));
  if (was.length + is.length === 0) return undefined;
  return moved(joinPolicies(was), joinPolicies(is), sensitive);
}

/** The rules of a Kubernetes role are a policy that is written in blocks. */
function movedIn({ path, sensitive }: Change, { type, before, live }: Weighed): Moved | undefined {
  const [was, is] = [readRoleRules(type, before), readRoleRules(type, live)];
  return path[0] === 'rule' && was && is ? moved(was, is, sensitive) : undefined;
}

const first = (
  grants: readonly Grant[],
  { sensitive }: Moved,
  how: (grant: Grant, more: string) => string,
  without: string,
) => {
  const [grant] = widestFirst(grants, ({ action }) => action);
  if (!grant) return undefined;
  return sensitive ? without : how(grant, grants.length > 1 ? `, and ${grants.length - 1} more` : '');
};

/** The same permission in the other policy, under another condition. */
const otherOf = (grant: Grant, policy: Policy) =>
  variantsIn(policy)(grant).find(({ condition }) => condition !== grant.condition);

/** The text of a changed condition: ` where …; the state says only where …`. */
function underText(grant: Grant, other: Grant | undefined): string {
  if (!other) return whereText(grant.condition);
  const was = other.condition === '' ? 'without a condition' : whereText(other.condition).trim();
  return `${grant.condition === '' ? ' without a condition' : whereText(grant.condition)}; the state says ${was}`;
}

/**
 * The sentence for a new grant or denial, with the condition that it had: `its policy also allows …`, `its policy
 * denies … now`.
 */
const cameText = (grants: readonly Grant[], all: Moved, says: (what: string) => string, without: string) =>
  first(
    grants,
    all,
    (grant, more) => `${says(`${grantText(grant)}${underText(grant, otherOf(grant, all.before))}`)}${more}`,
    without,
  );

/**
 * The sentence for a removed grant or denial. If it still exists under a narrower condition, the sentence names the
 * rest instead.
 */
const wentText = (grants: readonly Grant[], all: Moved, verb: 'allow' | 'deny', without: string) =>
  first(
    grants,
    all,
    (grant, more) => {
      const left = otherOf(grant, all.live);
      if (left)
        return `its policy ${verb === 'allow' ? 'allows' : 'denies'} ${grantText(left)} only${underText(left, grant)}${more}`;
      const where = verb === 'deny' ? whereText(grant.condition) : '';
      return `its policy no longer ${verb === 'allow' ? 'allows' : 'denies'} ${grantText(grant)}${where}${more}`;
    },
    without,
  );

type Reading = { id: string; severity: Rule['severity']; says: (moved: Moved) => string | undefined };

const READINGS: readonly Reading[] = [
  {
    id: 'public-policy',
    severity: 'critical',
    says: (all) =>
      first(
        all.granted.filter(isForAnybody),
        all,
        (grant, more) => `its policy allows ${grantText(grant)} now${more}`,
        'its policy lets anybody in now',
      ),
  },
  {
    id: 'admin-granted',
    severity: 'critical',
    says: (all) =>
      first(
        all.granted.filter(isAdmin),
        all,
        (grant, more) => `it allows everything now: ${grantText(grant)}${more}`,
        'it allows everything now',
      ),
  },
  {
    id: 'everything-denied',
    severity: 'critical',
    says: ({ denied }) =>
      denied.some(isLockout) ? 'it denies everything now: what relied on it no longer works' : undefined,
  },
  {
    id: 'iam-widened',
    severity: 'high',
    says: (all) =>
      cameText(all.granted, all, (what) => `its policy also allows ${what}`, 'its policy allows more now') ??
      wentText(all.lifted, all, 'deny', 'its policy denies less now') ??
      (all.exceptions === 'wider'
        ? 'exceptions of its policy (NotAction, NotResource, NotPrincipal) changed: it allows more, or cannot be compared'
        : undefined),
  },
  {
    id: 'iam-narrowed',
    severity: 'medium',
    says: (all) =>
      wentText(all.revoked, all, 'allow', 'its policy allows less now') ??
      cameText(all.denied, all, (what) => `its policy denies ${what} now`, 'its policy denies more now') ??
      (all.exceptions === 'narrower'
        ? 'exceptions of its policy (NotAction, NotResource, NotPrincipal) changed: it allows less'
        : undefined),
  },
];

/** Rules for policies: those of IAM and Google, which are texts, and the rules of Kubernetes roles. */
export const POLICY_RULES: readonly Rule[] = READINGS.map(({ id, severity, says }) => ({
  id,
  severity,
  change(change, weighed) {
    const found = movedIn(change, weighed);
    return found && says(found);
  },
  leaf(leaf) {
    const found = movedAt(leaf);
    return found && says(found);
  },
}));
