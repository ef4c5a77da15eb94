import { widestFirst } from '../../value/width.ts';
import type { Change, Leaf, Rule, Weighed } from './change.ts';
import { whereText } from './conditions.ts';
import {
  comparePolicies,
  grantText,
  isAdmin,
  isForAnybody,
  isLockout,
  readPolicy,
  sameButCondition,
  type PolicyChange,
} from './policy.ts';
import type { Grant, Policy } from './statement.ts';
import { readRoleRules } from './role-rules.ts';

/** How policies differ, with what they said before and say now. */
type Moved = PolicyChange & { before: Policy; live: Policy; sensitive: boolean };

function moved(before: Policy, live: Policy, sensitive: boolean): Moved {
  return { ...comparePolicies(before, live), before, live, sensitive };
}

function movedAt({ before, live, sensitive }: Leaf): Moved | undefined {
  const [was = [], is = []] = [before, live].map((values) => values.flatMap((value) => readPolicy(value) ?? []));
  if (was.length + is.length === 0) return undefined;
  const joined = (all: readonly Policy[]): Policy => ({
    grants: all.flatMap(({ grants }) => grants),
    negated: all.flatMap(({ negated }) => negated),
  });
  return moved(joined(was), joined(is), sensitive);
}

/** The rules of a role are a policy that is written in blocks. */
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

/** The same permission on the other side, under another condition. */
const otherOf = (grant: Grant, { grants }: Policy) =>
  grants.find((one) => one.condition !== grant.condition && sameButCondition(one) === sameButCondition(grant));

/** ` where …; the state says only where …`: how the condition of a permission differs from what it was. */
function underText(grant: Grant, other: Grant | undefined): string {
  if (!other) return whereText(grant.condition);
  const was = other.condition === '' ? 'without a condition' : whereText(other.condition).trim();
  return `${grant.condition === '' ? ' without a condition' : whereText(grant.condition)}; the state says ${was}`;
}

/** Permissions that are still there under a condition that lets less through: what is left is told, not what is gone. */
const narrowedTo = (gone: Grant, { live }: Moved): Grant | undefined => otherOf(gone, live);

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
      denied.some(isLockout) ? 'it denies everything now: what relied on it does not work any more' : undefined,
  },
  {
    id: 'iam-widened',
    severity: 'high',
    says: (all) =>
      first(
        all.granted,
        all,
        (grant, more) =>
          `its policy also allows ${grantText(grant)}${underText(grant, otherOf(grant, all.before))}${more}`,
        'its policy allows more now',
      ) ??
      first(
        all.lifted,
        all,
        (grant, more) => {
          const left = narrowedTo(grant, all);
          return left
            ? `its policy denies ${grantText(left)} only${underText(left, grant)}${more}`
            : `its policy does not deny ${grantText(grant)}${whereText(grant.condition)} any more${more}`;
        },
        'its policy denies less now',
      ) ??
      (all.exceptions === 'wider' ? 'its policy has changed where it says what it is not about' : undefined),
  },
  {
    id: 'iam-narrowed',
    severity: 'medium',
    says: (all) =>
      first(
        all.revoked,
        all,
        (grant, more) => {
          const left = narrowedTo(grant, all);
          return left
            ? `its policy allows ${grantText(left)} only${underText(left, grant)}${more}`
            : `its policy does not allow ${grantText(grant)} any more${more}`;
        },
        'its policy allows less now',
      ) ??
      first(
        all.denied,
        all,
        (grant, more) =>
          `its policy denies ${grantText(grant)}${underText(grant, otherOf(grant, all.before))} now${more}`,
        'its policy denies more now',
      ) ??
      (all.exceptions === 'narrower' ? 'its policy says of more what it is not about' : undefined),
  },
];

/** What policies come to: those of IAM and of Google, which are texts, and the rules of roles. */
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
