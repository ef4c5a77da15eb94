import type { Value } from '../../base/value.ts';
import { fields } from '../compare/canonical.ts';
import { canonicalJson } from './json-documents.ts';

/**
 * An atom is one indivisible thing in a parent's aggregate (one peer of one rule, one route, one attached policy), as a
 * text that is the same whether the parent or the child tells it.
 */
export type Atoms = (value: Value) => string[];

const items = (value: Value | undefined): Value[] => (Array.isArray(value) ? value : []);
/** A scalar as text; nothing for null and for what is no scalar. */
const text = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
const texts = (value: Value | undefined): string[] => items(value).map(text);

/** Ports of protocol "-1" (all) come as 0 or null. */
const port = (protocol: Value | undefined, value: Value | undefined) => (protocol === '-1' ? '0' : text(value) || '0');

const ruleAtom = (protocol: Value | undefined, rule: Record<string, Value>, peer: string) =>
  [text(protocol), port(protocol, rule.from_port), port(protocol, rule.to_port), peer, text(rule.description)].join(
    '|',
  );

function peersOf(rule: Record<string, Value>): string[] {
  const self = rule.self === true ? ['self'] : [];
  const lists = ['cidr_blocks', 'ipv6_cidr_blocks', 'prefix_list_ids', 'security_groups'];
  return [...lists.flatMap((name) => texts(rule[name])), ...self];
}

/** `ingress` or `egress` of a security group. */
export const groupRules: Atoms = (value) =>
  items(value)
    .map(fields)
    .flatMap((rule) => peersOf(rule).map((peer) => ruleAtom(rule.protocol, rule, peer)));

/** One rule resource, of either generation. */
export const ruleResource: Atoms = (value) => {
  const rule = fields(value);
  if (!('ip_protocol' in rule)) {
    const source = text(rule.source_security_group_id);
    const peers = peersOf({ ...rule, security_groups: source === '' ? [] : [source] });
    return peers.map((peer) => ruleAtom(rule.protocol, rule, peer));
  }
  const group = text(rule.referenced_security_group_id);
  const peers = ['cidr_ipv4', 'cidr_ipv6', 'prefix_list_id'].map((name) => text(rule[name]));
  return [...peers, group !== '' && group === text(rule.security_group_id) ? 'self' : group]
    .filter((peer) => peer !== '')
    .map((peer) => ruleAtom(rule.ip_protocol, rule, peer));
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

/** A route, of a table's `route` or as a resource of its own. */
export const routeResource: Atoms = (value) => {
  const route = fields(value);
  const destination = DESTINATIONS.map((name) => text(route[name])).find((found) => found !== '');
  const targets = TARGETS.map((name) => text(route[name])).filter((found) => found !== '');
  return destination === undefined ? [] : [`${destination}|${targets.join(',')}`];
};
export const routes: Atoms = (value) => items(value).flatMap(routeResource);

/** A list of texts, and the resource that stands for one of them in its field `name`. */
export const listed: Atoms = texts;
export const field =
  (name: string): Atoms =>
  (value) => {
    const found = text(fields(value)[name]);
    return found === '' ? [] : [found];
  };

/** A role's inline policies, and the resource for one. */
export const inlinePolicyResource: Atoms = (value) => {
  const { name, policy } = fields(value);
  return text(name) === '' ? [] : [`${text(name)}|${canonicalJson(text(policy))}`];
};
export const inlinePolicies: Atoms = (value) => items(value).flatMap(inlinePolicyResource);
