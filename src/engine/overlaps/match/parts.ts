import type { Value } from '../../../base/value.ts';
import { elements, fields } from '../../value/canonical.ts';
import { valuesAt } from './children.ts';
import { canonicalJson } from '../../value/json-documents.ts';
import type { DocumentKind } from '../../value/json-table.ts';
import { canonicalProtocol } from '../../noise/protocols.ts';

/**
 * Splits a value into parts. A part is one indivisible element of a parent's inline attribute (one peer of one rule, one route, one
 * attached policy), as a text that is equal for parent and child.
 */
export type ToParts = (value: Value) => string[];

/** A scalar as text; empty for null and other values. */
export const text = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
const texts = (value: Value | undefined): string[] => elements(value).map(text);
const isFilled = (value: string): boolean => value !== '';

/** Ports of all protocols come as 0 or null. */
const port = (protocol: string, value: Value | undefined) => (protocol === '-1' ? '0' : text(value) || '0');

function rulePart(protocolValue: Value | undefined, rule: Record<string, Value>, peer: string): string {
  const protocol = canonicalProtocol(protocolValue);
  return [protocol, port(protocol, rule.from_port), port(protocol, rule.to_port), peer, text(rule.description)].join(
    '|',
  );
}

/** Gives a rule without peers, which is still a rule, one empty peer. */
const orNobody = (peers: string[]): string[] => (peers.length > 0 ? peers : ['']);

function peersOf(rule: Record<string, Value>): string[] {
  const self = rule.self === true ? ['self'] : [];
  const lists = ['cidr_blocks', 'ipv6_cidr_blocks', 'prefix_list_ids', 'security_groups'];
  return orNobody([...lists.flatMap((name) => texts(rule[name])), ...self]);
}

/** `ingress` or `egress` of a security group. */
export const groupRules: ToParts = (value) =>
  elements(value)
    .map(fields)
    .flatMap((rule) => peersOf(rule).map((peer) => rulePart(rule.protocol, rule, peer)));

/** One rule resource, of either generation. */
export const ruleResource: ToParts = (value) => {
  const rule = fields(value);
  if (Object.keys(rule).length === 0) return [];
  if (!('ip_protocol' in rule)) {
    const source = text(rule.source_security_group_id);
    const peers = peersOf({ ...rule, security_groups: source === '' ? [] : [source] });
    return peers.map((peer) => rulePart(rule.protocol, rule, peer));
  }
  const group = text(rule.referenced_security_group_id);
  const named = ['cidr_ipv4', 'cidr_ipv6', 'prefix_list_id'].map((name) => text(rule[name]));
  const peers = [...named, group !== '' && group === text(rule.security_group_id) ? 'self' : group].filter(isFilled);
  return orNobody(peers).map((peer) => rulePart(rule.ip_protocol, rule, peer));
};

/** One entry of a network ACL, whose number and action have other names in the standalone resource. */
function aclPart(entry: Record<string, Value>, number: Value | undefined, action: Value | undefined): string {
  const protocol = canonicalProtocol(entry.protocol);
  const block = text(entry.cidr_block) || text(entry.ipv6_cidr_block);
  const icmp = [text(entry.icmp_type) || '0', text(entry.icmp_code) || '0'];
  const ports = [port(protocol, entry.from_port), port(protocol, entry.to_port)];
  return [text(number), text(action).toLowerCase(), protocol, block, ...ports, ...icmp].join('|');
}

/** `ingress` or `egress` of a network ACL. */
export const aclEntries: ToParts = (value) =>
  elements(value)
    .map(fields)
    .map((entry) => aclPart(entry, entry.rule_no, entry.action));
export const aclRuleResource: ToParts = (value) => {
  const entry = fields(value);
  return Object.keys(entry).length === 0 ? [] : [aclPart(entry, entry.rule_number, entry.rule_action)];
};

const TARGETS = [
  'carrier_gateway_id',
  'core_network_arn',
  'egress_only_gateway_id',
  'gateway_id',
  'local_gateway_id',
  'nat_gateway_id',
  'network_interface_id',
  'transit_gateway_id',
  'vpc_endpoint_id',
  'vpc_peering_connection_id',
];
const DESTINATIONS = [
  'cidr_block',
  'destination_cidr_block',
  'ipv6_cidr_block',
  'destination_ipv6_cidr_block',
  'destination_prefix_list_id',
];

/** A route, of a table's `route` or a standalone one. */
export const routeResource: ToParts = (value) => {
  const route = fields(value);
  const destination = DESTINATIONS.map((name) => text(route[name])).find(isFilled);
  const targets = TARGETS.map((name) => text(route[name])).filter(isFilled);
  return destination === undefined ? [] : [`${destination}|${targets.join(',')}`];
};
export const routes: ToParts = (value) => elements(value).flatMap(routeResource);

const inlinePolicy = (name: Value | undefined, policy: Value | undefined) =>
  `${text(name)}|${canonicalJson(text(policy))}`;
/** `inline_policy` of a role; the provider shows an empty one where there is none. */
export const inlinePolicies: ToParts = (value) =>
  elements(value)
    .map(fields)
    .filter(({ name }) => text(name) !== '')
    .map(({ name, policy }) => inlinePolicy(name, policy));
export const inlinePolicyResource: ToParts = (value) => {
  const { name, policy } = fields(value);
  return text(name) === '' ? [] : [inlinePolicy(name, policy)];
};

/** A list or set of texts; one text is a list of one. */
export const listed: ToParts = (value) => (Array.isArray(value) ? texts(value) : [text(value)]).filter(isFilled);
/** Fields of a child, which may lie in blocks: each itself, or each of its elements. */
export const field =
  (...names: string[]): ToParts =>
  (value) =>
    listed(names.flatMap((name) => valuesAt(value, name)));

/** A document as a whole, compared by its meaning. */
export const document =
  (kind: DocumentKind): ToParts =>
  (value) =>
    listed(value).map((one) => canonicalJson(one, kind));
/** The same of a child's field. */
export const documentField =
  (name: string, kind: DocumentKind): ToParts =>
  (value) =>
    document(kind)(fields(value)[name] ?? null);

/** One part per element from some of its fields. */
const together = (names: readonly string[], value: Value | undefined): string[] =>
  elements(value)
    .map(fields)
    .map((one) => names.map((name) => (one[name] === true ? 'true' : text(one[name]))).join('|'));
/** Blocks of a parent, compared by some of their fields. */
export const blocks =
  (...names: string[]): ToParts =>
  (value) =>
    together(names, value);
/** A child that is one such block. */
export const asBlock =
  (...names: string[]): ToParts =>
  (value) =>
    Object.keys(fields(value)).length === 0 ? [] : together(names, [value]);
export const blocksIn =
  (name: string, ...names: string[]): ToParts =>
  (value) =>
    together(names, fields(value)[name]);

/** A value as text that ignores the order of lists; empty for an empty value. */
function filled(value: Value | undefined): string {
  if (Array.isArray(value)) return value.map(filled).filter(isFilled).sort().join(',');
  if (typeof value !== 'object' || value === null) return value === true ? 'true' : text(value);
  const members = Object.entries(value).map(([name, one]) => [name, filled(one)] as const);
  return members
    .filter(([, one]) => isFilled(one))
    .map(([name, one]) => `${name}:${one}`)
    .sort()
    .join(';');
}
/** Blocks of a parent, compared by these fields with all nested values. */
export const wholes =
  (...names: string[]): ToParts =>
  (value) =>
    elements(value)
      .map(fields)
      .map((one) => filled(Object.fromEntries(names.map((name) => [name, one[name] ?? null]))))
      .filter(isFilled);
/** A child that is one such block. */
export const asWhole =
  (...names: string[]): ToParts =>
  (value) =>
    wholes(...names)([value]);
/** Only the last segment of names that may be paths: `disk-1` of `projects/p/zones/z/disks/disk-1`. */
export const lastPart =
  (toParts: ToParts): ToParts =>
  (value) =>
    toParts(value).map((one) => one.split('/').at(-1) ?? one);
