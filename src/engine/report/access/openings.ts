import { isObject } from '../../../base/json.ts';
import type { Value } from '../../../base/value.ts';
import { fields } from '../../value/canonical.ts';
import { numberOf } from '../../value/scalars.ts';
import { openingsOfNetworkPolicy } from './kubernetes.ts';
import { octets, type Opening } from './opening.ts';

const SOURCES =
  /^(cidr_blocks?|ipv6_cidr_blocks?|cidr_ipv[46]|cidrs|source_ranges?|source_address_prefix(es)?|prefix_list_ids?|security_groups?|referenced_security_group_id|source_security_group_id|self|public_access_cidrs|allowed_cidrs?|allowed_ip_ranges?|authorized_ip_ranges?)$/;

/** IANA's names of the protocols that providers write as numbers. */
const PROTOCOLS: Readonly<Record<string, string>> = {
  '-1': 'all',
  '*': 'all',
  '1': 'icmp',
  '6': 'tcp',
  '17': 'udp',
  '47': 'gre',
  '50': 'esp',
  '51': 'ah',
  '58': 'icmpv6',
  '132': 'sctp',
};
export const protocolName = (protocol: string): string => PROTOCOLS[protocol] ?? protocol;

function protocolOf(rule: Record<string, Value>): string {
  const named = rule.protocol ?? rule.ip_protocol;
  return typeof named === 'string' || typeof named === 'number' ? protocolName(String(named).toLowerCase()) : 'all';
}

/** Parses `80`, `8000-8100` or `*` (all ports). */
function rangeOfText(text: string): [number, number] {
  const [from, to = from] = text.split('-').map(Number);
  return from === undefined || to === undefined || Number.isNaN(from + to) ? [0, 65_535] : [from, to];
}

function portsOf(rule: Record<string, Value>, protocol: string): [number, number][] {
  const [from, to] = [numberOf(rule.from_port), numberOf(rule.to_port)];
  if (protocol === 'all' || from === -1) return [[0, 65_535]];
  if (from !== undefined) return [[from, to ?? from]];
  const named = ['destination_port_range', 'destination_port_ranges', 'port_range'];
  const ranges = named.flatMap((name) => texts(rule[name] ?? null)).map(rangeOfText);
  return ranges.length > 0 ? ranges : [[0, 65_535]];
}

const texts = (value: Value): string[] => {
  if (value === true) return ['itself'];
  if (typeof value === 'string' && value !== '') return [value];
  return Array.isArray(value) ? value.flatMap(texts) : [];
};

/** True if a rule denies traffic. */
export const denies = ({ action, rule_action, access, deny }: Record<string, Value>): boolean =>
  [action, rule_action, access].some((one) => typeof one === 'string' && /^deny$/i.test(one)) ||
  (Array.isArray(deny) && deny.length > 0);

/**
 * The source for a range from one address to another, as in the firewalls of Azure's databases. There, 0.0.0.0 alone
 * means all services inside Azure.
 */
function sourceBetween(start: Value | undefined, end: Value | undefined): string[] {
  if (typeof start !== 'string' || typeof end !== 'string') return [];
  const [first, last] = [octets(start), octets(end)];
  if (first === undefined || last === undefined) return [];
  if (last - first >= 2 ** 28) return ['0.0.0.0/0'];
  if (first === last) return [first === 0 ? 'AzureServices' : `${start}/32`];
  return [`${start}-${end}`];
}

/** The traffic that one rule of a group, a list or a firewall allows. A rule that denies or is disabled allows none. */
function openingsOfRule(rule: Record<string, Value>): Opening[] {
  if (denies(rule) || rule.disabled === true) return [];
  const protocol = protocolOf(rule);
  const out = typeof rule.direction === 'string' && /^(out|outbound|egress)$/i.test(rule.direction);
  const sources = [
    ...Object.entries(rule).flatMap(([name, value]) => (SOURCES.test(name) ? texts(value) : [])),
    ...sourceBetween(rule.start_ip_address, rule.end_ip_address),
  ];
  const allowed = Array.isArray(rule.allow) ? rule.allow : [];
  const passed = allowed.map(fields).flatMap((inner) => {
    const ports = texts(inner.ports ?? null);
    const ranges = ports.length === 0 ? [rangeOfText('*')] : ports.map(rangeOfText);
    return ranges.map((range) => ({ range, protocol: protocolOf(inner) }));
  });
  const all = allowed.length > 0 ? passed : portsOf(rule, protocol).map((range) => ({ range, protocol }));
  return sources.flatMap((source) =>
    all.map(({ range: [from, to], protocol: by }) => ({ source, protocol: by, from, to, out })),
  );
}

/** All traffic that a value allows: a rule, a set of rules, a NetworkPolicy, or a plain list of sources. */
export function openingsOf(value: Value): Opening[] {
  if (Array.isArray(value))
    return value.flatMap((one) =>
      typeof one === 'string' ? [{ source: one, protocol: 'all', from: 0, to: 65_535 }] : openingsOf(one),
    );
  const rule = fields(value);
  const [spec] = Array.isArray(rule.spec) ? rule.spec.map(fields) : [];
  if (spec?.pod_selector !== undefined) return openingsOfNetworkPolicy(spec);
  return isObject(value) ? openingsOfRule(rule) : [];
}
