import type { Opening } from '../access/opening.ts';
import { protocolName } from '../access/openings.ts';

/** The text of ports: `port 22 (tcp)`, `ports 8000-8100 (udp)`, `every port`. */
export function portsText({ protocol, from, to }: Opening): string {
  if (protocol === 'all' || (from === 0 && to === 65_535))
    return protocol === 'all' ? 'every port' : `every ${protocol} port`;
  return from === to ? `port ${from} (${protocol})` : `ports ${from}-${to} (${protocol})`;
}

const PORTS = /(?:(every) port|every (?<whole>\w+) port|ports? (?<from>\d+)(?:-(?<to>\d+))? \((?<protocol>\w+)\))/;
const OPENING =
  /^(?:(?<ports>.+) is (?:open to (?<opened>\S+) now|no longer open to (?<closed>\S+?))|it may reach (?<target>\S+) at (?<reached>.+) now)(?:, and \d+ more)?$/;

/**
 * Parses the first opening in a rule's sentence, and whether it was opened or closed. Undefined for other sentences.
 */
export function openingIn(sentence: string): { opening: Opening; opened: boolean } | undefined {
  const { ports, opened, closed, target, reached } = OPENING.exec(sentence)?.groups ?? {};
  const words = PORTS.exec(ports ?? reached ?? '')?.groups;
  if (!words) return undefined;
  const protocol = protocolName(words.protocol ?? words.whole ?? 'all');
  const from = Number(words.from ?? 0);
  const to = words.from === undefined ? 65_535 : Number(words.to ?? words.from);
  const opening = { source: opened ?? closed ?? target ?? '', protocol, from, to, out: target !== undefined };
  return { opening, opened: closed === undefined };
}
