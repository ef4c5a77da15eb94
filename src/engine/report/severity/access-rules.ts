import type { Value } from '../../../base/value.ts';
import { fields } from '../../value/canonical.ts';
import { added, anyOf, bothWays, removed, sayAll, type Change, type Leaf, type Rule, type Weighed } from './change.ts';
import { movementOf, type Movement } from '../access/movement.ts';
import { isWorld, type Opening } from '../access/opening.ts';
import { openingsOf } from '../access/openings.ts';
import { portsText } from './opening-text.ts';

const NETWORK = /security_group|network_acl|firewall|network_security_rule|^kubernetes_network_policy/;
const ROUTES = /_route(_table)?$|_transit_gateway_route|_vpc_peering_connection/;
const SOURCE_LISTS =
  /(^|\.)(public_access_cidrs|allowed_cidrs?|allowed_ip_ranges?|allowed_ip_cidr_ranges|authorized_ip_ranges?|cidr_blocks|ipv6_cidr_blocks|load_balancer_source_ranges|ip_rules|authorized_networks\.value|master_authorized_networks_config\.cidr_blocks\.cidr_block)$/;
/** Lists that allow everybody while they are empty. */
const OPEN_IF_EMPTY =
  /(^|\.)(authorized_ip_ranges|load_balancer_source_ranges|master_authorized_networks_config\.cidr_blocks\.cidr_block)$/;

const isOut = ({ type, live }: Weighed, [step]: Change['path'], { out }: Partial<Opening> = {}) => {
  const { type: kind, egress, direction } = fields(live);
  return (
    out === true ||
    /egress/.test(type) ||
    step === 'egress' ||
    kind === 'egress' ||
    egress === true ||
    (typeof direction === 'string' && /^(outbound|egress)$/i.test(direction))
  );
};

/** True if both sides of a difference are only addresses, whose ports are in sibling attributes. */
const hasPlainValues = ({ before, live }: Change) =>
  [before, live].flat().every((one) => typeof one !== 'object' || one === null);

/**
 * The traffic that a change opened and closed: of the whole rule if the resource is one, else of the differing value.
 */
function movedBy(change: Change, weighed: Weighed): Movement | undefined {
  if (!NETWORK.test(weighed.type)) return undefined;
  const own = movementOf(change.before, change.live);
  if (own.opened.length + own.closed.length > 0 && !hasPlainValues(change)) return own;
  return movementOf(weighed.before, weighed.live);
}

const sentenceOn = (
  openings: readonly Opening[],
  sensitive: boolean,
  how: (first: Opening, more: string) => string,
) => {
  const [first] = openings;
  if (!first) return undefined;
  if (sensitive) return 'what can reach it has changed';
  return how(first, openings.length > 1 ? `, and ${openings.length - 1} more` : '');
};

const nameOf = (source: string) => (/^(\*|any|internet)$/i.test(source) ? 'everybody' : source);
const worldly = (openings: readonly Opening[]) => openings.filter(({ source, out }) => isWorld(source) && out !== true);
const openSentence = (first: Opening, more: string) =>
  `${portsText(first)} is open to ${nameOf(first.source)} now${more}`;
const reachSentence = ({ source }: Opening) => `${nameOf(source)} may reach it now`;

const lostSentence = ({ source }: Opening) =>
  nameOf(source) === 'everybody' ? 'it can no longer be reached by everybody' : `${source} may no longer reach it`;

function leafMoves({ name, before, live }: Leaf): Movement | undefined {
  if (!SOURCE_LISTS.test(name)) return undefined;
  const sources = (values: readonly Value[]) =>
    values.length === 0 && OPEN_IF_EMPTY.test(name) ? ['everybody'] : [...values];
  return movementOf(sources(before), sources(live));
}

/** Rules for network access. */
export const NETWORK_RULES: readonly Rule[] = [
  {
    id: 'open-to-world',
    severity: 'critical',
    change: (change, weighed) =>
      isOut(weighed, change.path)
        ? undefined
        : sentenceOn(worldly(movedBy(change, weighed)?.opened ?? []), change.sensitive, openSentence),
    leaf: (leaf) => sentenceOn(worldly(leafMoves(leaf)?.opened ?? []), leaf.sensitive, reachSentence),
  },
  {
    id: 'network-widened',
    severity: 'high',
    change: (change, weighed) =>
      sentenceOn(movedBy(change, weighed)?.opened ?? [], change.sensitive, (first, more) =>
        isOut(weighed, change.path, first)
          ? `it may reach ${nameOf(first.source)} at ${portsText(first)} now${more}`
          : openSentence(first, more),
      ),
    leaf: (leaf) => sentenceOn(leafMoves(leaf)?.opened ?? [], leaf.sensitive, reachSentence),
  },
  {
    id: 'network-narrowed',
    severity: 'medium',
    change: (change, weighed) =>
      sentenceOn(movedBy(change, weighed)?.closed ?? [], change.sensitive, (first, more) => {
        const isPart = openingsOf(weighed.live).some(({ source }) => source.startsWith(`${first.source} except `));
        return `${portsText(first)} is no longer open to ${isPart ? 'all of ' : ''}${nameOf(first.source)}${more}`;
      }),
    leaf: (leaf) => sentenceOn(leafMoves(leaf)?.closed ?? [], leaf.sensitive, lostSentence),
  },
];

const ROLES_HELD = anyOf(
  /[:.](managed_policy_arns|policy_arns?)$/,
  /_iam_\w+:(groups|users|roles|members?|policy_name)$/,
  /^postgresql_(role:roles|(grant|default_privileges):privileges)$/,
  /^kubernetes_(cluster_)?role_binding(_v1)?:subject\.name$/,
  /^rabbitmq_user:tags$/,
  /^(datadog_(user|service_account)|cloudflare_account_member):roles$/,
  /^datadog_role:permission\.id$/,
  /^datadog_restriction_policy:bindings\.principals$/,
  /^github_team_members:members\.username$|^github_repository_collaborators:(user\.username|team\.team_id)$/,
  /^github_branch_protection(_v3)?:(.*\.)?(\w*bypassers|push_allowances|bypass_pull_request_allowances\.\w+)$/,
  /^azurerm_key_vault(_access_policy)?:(access_policy\.)?\w+_permissions$/,
);
/** Rules for roles, policies and members: one more in a list is more access. */
export const HOLDING_RULES: readonly Rule[] = bothWays(
  { id: 'iam-widened', severity: 'high', better: 'medium' },
  (way, leaf) => {
    const [more, less] = ROLES_HELD.test(leaf.place) ? [added(leaf), removed(leaf)] : [[], []];
    if (way === 'better') return less.length > 0 ? `it no longer has ${sayAll(leaf, less)}` : undefined;
    if (more.length > 0) return `it also has ${sayAll(leaf, more)}`;
    return /(^|\.)permissions_boundary$/.test(leaf.name) && leaf.live.length === 0
      ? 'its permissions are no longer limited by a boundary'
      : undefined;
  },
);

/**
 * Attributes that define permissions, without a known direction of the change. Policies of other kinds (for retries,
 * filters, traffic, TLS) do not match.
 */
const PERMISSIONS = anyOf(
  /^\w+_iam_\w+:/,
  /[:.](assume_role_|access_|resource_|key_|repository_|inline_)?polic(y|ies)_(document|data|json)$/,
  /[:.](assume_role_policy|access_polic(y|ies)|resource_policy|key_policy|inline_policy(\.policy)?)$/,
  /^(aws_(?!\w*(lifecycle|scaling|dlm)_)|minio_)\w+:policy$/,
  /[:.]\w*principals?(_\w+)?$/,
  /^rabbitmq_(topic_)?permissions:/,
  /^kubernetes_(cluster_)?role(_binding)?(_v1)?:(rule|role_ref|aggregation_rule)/,
  /^postgresql_(grant|default_privileges|grant_role):/,
  /^(github|datadog)_\w*(membership|collaborator|team_repository|restriction)\w*:/,
  /^cloudflare_(account_member:(roles|policies)|zero_trust_access_(policy|group):(include|exclude|require|decision))/,
);

/** A subject's kind and namespace say something of their own only if no subject was added or removed. */
const SUBJECT = /^kubernetes_\w+_binding(_v1)?:subject\.(kind|namespace)$/;

/** Rules for other attributes that concern access. */
export const ACCESS_LEFT: readonly Rule[] = [
  {
    id: 'routes-changed',
    severity: 'high',
    leaf: (_, { type }) => (ROUTES.test(type) ? 'where traffic goes has changed' : undefined),
  },
  {
    id: 'network-changed',
    severity: 'high',
    leaf: ({ place }, { type }) =>
      NETWORK.test(type) || /^google_compute_instance(_template)?:tags$/.test(place)
        ? 'what can reach it may have changed'
        : undefined,
  },
  {
    id: 'network-changed',
    severity: 'high',
    leaf: ({ place }) =>
      place === 'aws_opensearchserverless_security_policy:policy'
        ? 'how collections are encrypted, or what can reach them, may have changed'
        : undefined,
  },
  {
    id: 'iam-changed',
    severity: 'high',
    leaf: ({ place, before, live }) =>
      PERMISSIONS.test(place) || (SUBJECT.test(place) && before.length === live.length)
        ? 'who may do what may have changed'
        : undefined,
  },
];
