import type { Value } from '../../../base/value.ts';
import { elements, fields } from '../../../engine/value/canonical.ts';
import { text } from '../../../engine/value/fields.ts';
import { canonicalProtocol } from '../../../engine/value/protocol.ts';
import type { ToParts } from '../../contract/parts.ts';

const texts = (value: Value | undefined): string[] => elements(value).map(text);
const isFilled = (value: string): boolean => value !== '';

/** The API gives 0 or null as the ports of a rule for all protocols. */
const port = (protocol: string, value: Value | undefined) => (protocol === '-1' ? '0' : text(value) || '0');

function rulePart(protocolValue: Value | undefined, rule: Record<string, Value>, peer: string): string {
  const protocol = canonicalProtocol(protocolValue);
  return [protocol, port(protocol, rule.from_port), port(protocol, rule.to_port), peer, text(rule.description)].join(
    '|',
  );
}

/** A rule without peers is still a rule: it gets one empty peer. */
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

/** A standalone rule: `aws_security_group_rule`, or its successors with `ip_protocol`. */
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

/** An entry of a network ACL; the standalone resource has other names for its number and action. */
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

/** A route, inline in a route table or standalone. */
export const routeResource: ToParts = (value) => {
  const route = fields(value);
  const destination = DESTINATIONS.map((name) => text(route[name])).find(isFilled);
  const targets = TARGETS.map((name) => text(route[name])).filter(isFilled);
  return destination === undefined ? [] : [`${destination}|${targets.join(',')}`];
};
export const routes: ToParts = (value) => elements(value).flatMap(routeResource);
