import { BlockList, isIP, isIPv4 } from 'node:net';

/** A target that a process may connect to through its tunnel. */
export type ReachRule =
  | { kind: 'any'; port: number }
  | { kind: 'name'; name: string; below: boolean; port: number }
  | { kind: 'network'; list: BlockList; family: 'ipv4' | 'ipv6'; port: number }
  /** A port of this machine, reached without the tunnel. */
  | { kind: 'local'; port: number };

/** The default: any address but those of this machine and its link, by HTTPS. */
export const DEFAULT_REACH: readonly ReachRule[] = [{ kind: 'any', port: 443 }];

const ENTRY = /^(\[[0-9a-f:.]+\](?:\/\d{1,3})?|[^\s[\]]+?):(\d{1,5})$/i;
const NAME = /^(\*\.)?((?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

function ruleOf(entry: string): ReachRule {
  const wrong = new Error(
    'reach must be a list of "host:port": a name, *.name, an address or a network such as 10.0.0.0/8:6443',
  );
  const [, place = '', digits] = ENTRY.exec(entry.toLowerCase()) ?? [];
  const port = Number(digits);
  if (place === '' || port < 1 || port > 65_535) throw wrong;
  const [address = '', bits] = place.replace('[', '').replace(']', '').split('/');
  if (bits === undefined && LOOPBACK.test(address)) return { kind: 'local', port };
  if (isIP(address) !== 0) {
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const maxBits = family === 'ipv4' ? 32 : 128;
    const prefix = Number(bits ?? maxBits);
    if (prefix > maxBits) throw wrong;
    const list = new BlockList();
    list.addSubnet(address, prefix, family);
    return { kind: 'network', list, family, port };
  }
  const [, below, name] = NAME.exec(place) ?? [];
  if (name === undefined) throw wrong;
  return { kind: 'name', name, below: below !== undefined, port };
}

/** Reads the operator's list of targets. Throws an error that names the expected form, without the rejected text. */
export const readReach = (entries: readonly string[]): ReachRule[] => entries.map(ruleOf);

/** The ports of this machine that the rules allow. */
export const localPorts = (rules: readonly ReachRule[]): number[] => [
  ...new Set(rules.flatMap((rule) => (rule.kind === 'local' ? rule.port : []))),
];

/** True where a rule matches the port and the host's name or address; checks of the address itself are elsewhere. */
export function isMeant(rules: readonly ReachRule[], host: string, address: string | undefined, port: number): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return rules.some((rule) => {
    if (rule.port !== port || rule.kind === 'local') return false;
    if (rule.kind === 'any') return true;
    if (rule.kind === 'name') return rule.below ? name.endsWith(`.${rule.name}`) : name === rule.name;
    return (
      address !== undefined &&
      isIP(address) === (rule.family === 'ipv4' ? 4 : 6) &&
      rule.list.check(address, rule.family)
    );
  });
}
