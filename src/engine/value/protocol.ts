import type { Value } from '../../base/value.ts';

/** IANA's numbers of the protocols that EC2 accepts by name. -1 means all protocols. */
const NUMBERS: Readonly<Record<string, string>> = { all: '-1', icmp: '1', tcp: '6', udp: '17', icmpv6: '58' };

/**
 * Converts a protocol to one spelling: EC2 accepts `tcp`, `TCP` and `6` for the same protocol, and returns any of them.
 */
export function canonicalProtocol(value: Value | undefined): string {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value).trim() : '';
  const name = text.toLowerCase();
  return Object.hasOwn(NUMBERS, name) ? (NUMBERS[name] ?? name) : name;
}
