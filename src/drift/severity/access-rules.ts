import { fields } from '../compare/canonical.ts';
import type { Value } from '../../base/value.ts';
import { sayAll, type Change, type Leaf, type Rule, type Weighed } from './change.ts';
import { isWorld, openedAndClosed, portsText, type Opening } from './network.ts';
import { comparePolicies, grantText, isAdmin, isForAnybody, readPolicy, type PolicyChange } from './policy.ts';

const NETWORK = /security_group|network_acl|firewall|network_security_rule/;
const ROUTES = /_route(_table)?$|_transit_gateway_route|_vpc_peering_connection/;
const SOURCE_LISTS =
  /(^|\.)(public_access_cidrs|allowed_cidrs?|allowed_ip_ranges?|authorized_ip_ranges?|cidr_blocks|ipv6_cidr_blocks)$/;

const isOut = ({ type, live }: Weighed, [step]: Change['path']) => {
  const { type: kind, egress, direction } = fields(live);
  return (
    /egress/.test(type) ||
    step === 'egress' ||
    kind === 'egress' ||
    egress === true ||
    (typeof direction === 'string' && /^(outbound|egress)$/i.test(direction))
  );
};

/** Whether a difference is about addresses alone, whose ports stand beside it. */
const hasPlainValues = ({ before, live }: Change) =>
  [before, live].flat().every((one) => typeof one !== 'object' || one === null);

/** What opened and closed: a whole rule where the resource is one, else what differs. */
function movedBy(change: Change, weighed: Weighed): ReturnType<typeof openedAndClosed> | undefined {
  if (!NETWORK.test(weighed.type)) return undefined;
  const own = openedAndClosed(change.before, change.live);
  if (own.opened.length + own.closed.length > 0 && !hasPlainValues(change)) return own;
  return openedAndClosed(weighed.before, weighed.live);
}

const told = (openings: readonly Opening[], sensitive: boolean, how: (first: Opening, more: string) => string) => {
  const [first] = openings;
  if (!first) return undefined;
  if (sensitive) return 'what can reach it has changed';
  return how(first, openings.length > 1 ? `, and ${openings.length - 1} more` : '');
};

const worldly = (openings: readonly Opening[]) => openings.filter(({ source, out }) => isWorld(source) && out !== true);
const openSentence = (first: Opening, more: string) => `${portsText(first)} is open to ${first.source} now${more}`;

const leafMoves = (leaf: Leaf) =>
  SOURCE_LISTS.test(leaf.name) ? openedAndClosed([...leaf.before], [...leaf.live]) : undefined;

const policyOf = (change: PolicyChange | undefined, test: (change: PolicyChange) => string | undefined) =>
  change && test(change);

/** How the policies that differ at a leaf differ; undefined where there is none. */
function policyChange({ before, live }: Leaf): PolicyChange | undefined {
  const [was, is] = [before, live].map((values) => values.flatMap((value) => readPolicy(value) ?? []));
  if (!was || !is || was.length + is.length === 0) return undefined;
  const joined = (all: typeof was) => ({
    grants: all.flatMap((one) => one.grants),
    negated: all.flatMap((one) => one.negated),
  });
  return comparePolicies(joined(was), joined(is));
}

const grants = (list: PolicyChange['granted'], sensitive: boolean, how: (text: string) => string, without: string) => {
  const [first] = list;
  if (!first) return undefined;
  return sensitive ? without : how(`${grantText(first)}${list.length > 1 ? `, and ${list.length - 1} more` : ''}`);
};

const ADMIN = /:policy\/(?:job-function\/)?(AdministratorAccess|IAMFullAccess|PowerUserAccess)$/;
const ATTACHED = /(^|\.)(managed_policy_arns|policy_arns?)$|:aws_iam_\w+:(groups|users|roles)$/;
const isAttached = ({ name, place }: Leaf) => ATTACHED.test(name) || /^aws_iam_\w+:(groups|users|roles)$/.test(place);
const added = ({ before, live }: Leaf): Value[] => live.filter((one) => !before.includes(one));
const removed = ({ before, live }: Leaf): Value[] => before.filter((one) => !live.includes(one));

/** Who may reach what, and who may do what: from worst to best. */
export const ACCESS_RULES: readonly Rule[] = [
  {
    id: 'open-to-world',
    severity: 'critical',
    change: (change, weighed) =>
      isOut(weighed, change.path)
        ? undefined
        : told(worldly(movedBy(change, weighed)?.opened ?? []), change.sensitive, openSentence),
    leaf: (leaf) =>
      told(worldly(leafMoves(leaf)?.opened ?? []), leaf.sensitive, ({ source }) => `${source} may reach it now`),
  },
  {
    id: 'public-policy',
    severity: 'critical',
    leaf: (leaf) =>
      policyOf(policyChange(leaf), ({ granted }) =>
        grants(
          granted.filter(isForAnybody),
          leaf.sensitive,
          (text) => `its policy allows ${text} now`,
          'its policy lets anybody in now',
        ),
      ),
  },
  {
    id: 'admin-granted',
    severity: 'critical',
    leaf: (leaf) =>
      policyOf(policyChange(leaf), ({ granted }) =>
        grants(
          granted.filter(isAdmin),
          leaf.sensitive,
          (text) => `it allows everything now: ${text}`,
          'it allows everything now',
        ),
      ) ??
      (isAttached(leaf) && added(leaf).some((arn) => typeof arn === 'string' && ADMIN.test(arn))
        ? `it has administrator rights now: ${sayAll(leaf, added(leaf))}`
        : undefined),
  },
  {
    id: 'network-widened',
    severity: 'high',
    change: (change, weighed) =>
      told(movedBy(change, weighed)?.opened ?? [], change.sensitive, (first, more) =>
        isOut(weighed, change.path)
          ? `it may reach ${first.source} at ${portsText(first)} now${more}`
          : openSentence(first, more),
      ),
    leaf: (leaf) => told(leafMoves(leaf)?.opened ?? [], leaf.sensitive, ({ source }) => `${source} may reach it now`),
  },
  {
    id: 'iam-widened',
    severity: 'high',
    leaf: (leaf) =>
      policyOf(
        policyChange(leaf),
        ({ granted, lifted, unclear }) =>
          grants(granted, leaf.sensitive, (text) => `its policy also allows ${text}`, 'its policy allows more now') ??
          grants(
            lifted,
            leaf.sensitive,
            (text) => `its policy does not deny ${text} any more`,
            'its policy denies less now',
          ) ??
          (unclear ? 'its policy has changed where it says what it is not about' : undefined),
      ) ??
      (isAttached(leaf) && added(leaf).length > 0 ? `it also has ${sayAll(leaf, added(leaf))}` : undefined) ??
      (/(^|\.)permissions_boundary$/.test(leaf.name) && leaf.live.length === 0
        ? 'no boundary limits its permissions any more'
        : undefined),
  },
  {
    id: 'network-narrowed',
    severity: 'medium',
    change: (change, weighed) =>
      told(
        movedBy(change, weighed)?.closed ?? [],
        change.sensitive,
        (first, more) => `${portsText(first)} is not open to ${first.source} any more${more}`,
      ),
    leaf: (leaf) =>
      told(leafMoves(leaf)?.closed ?? [], leaf.sensitive, ({ source }) => `${source} may not reach it any more`),
  },
  {
    id: 'iam-narrowed',
    severity: 'medium',
    leaf: (leaf) =>
      policyOf(
        policyChange(leaf),
        ({ revoked, denied }) =>
          grants(
            revoked,
            leaf.sensitive,
            (text) => `its policy does not allow ${text} any more`,
            'its policy allows less now',
          ) ?? grants(denied, leaf.sensitive, (text) => `its policy denies ${text} now`, 'its policy denies more now'),
      ) ??
      (isAttached(leaf) && removed(leaf).length > 0
        ? `it does not have ${sayAll(leaf, removed(leaf))} any more`
        : undefined),
  },
];

/** What is about access without being understood any further. */
export const ACCESS_LEFT: readonly Rule[] = [
  {
    id: 'routes-changed',
    severity: 'high',
    leaf: (_, { type }) => (ROUTES.test(type) ? 'where traffic goes has changed' : undefined),
  },
  {
    id: 'network-changed',
    severity: 'high',
    leaf: (_, { type }) => (NETWORK.test(type) ? 'what can reach it may have changed' : undefined),
  },
  {
    id: 'iam-changed',
    severity: 'high',
    leaf: ({ name }, { type }) =>
      /_iam_|_role$|_user$/.test(type) || /(^|_)polic(y|ies)(_document)?$|principal/.test(name)
        ? 'who may do what may have changed'
        : undefined,
  },
];
