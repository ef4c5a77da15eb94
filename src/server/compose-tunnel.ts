import { isLoopback } from '../base/this-machine.ts';
import { DEFAULT_REACH, localPorts, readReach, type ReachRule } from '../gateway/tunnel/reach.ts';
import { openTunnel } from '../gateway/tunnel/tunnel.ts';
import type { ProxyEnv } from '../gateway/transport/outbound-agents.ts';
import type { ProviderProxy } from '../gateway/call/types.ts';
import { createReach } from '../integrations/http/addresses.ts';
import type { ProviderNeed } from '../provider/contract/types.ts';
import { isAws } from '../engine/state/provider-address.ts';
import { ConfigError, type Config } from './config.ts';

/** Where services of a company live that are not on the internet. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

/** A port of this machine that AWS's provider is sent to by the operator: an emulator. */
function emulatorPort({ awsEndpoint }: Config): ReachRule[] {
  if (awsEndpoint === undefined) return [];
  const { hostname, port, protocol } = new URL(awsEndpoint);
  return isLoopback(hostname) ? [{ kind: 'local', port: Number(port || (protocol === 'https:' ? 443 : 80)) }] : [];
}

/**
 * Opens the way out for providers that speak with their services by themselves. Throws `ConfigError` where the settings of
 * one lead to this server itself.
 */
export function composeTunnel(
  config: Config,
  env: ProxyEnv,
): (need: Pick<ProviderNeed, 'source' | 'reach'>) => Promise<ProviderProxy> {
  for (const { reach = [] } of config.providerSettings ?? [])
    if (localPorts(readReach(reach)).includes(config.port))
      throw new ConfigError('PLUMBLINE_PROVIDER_SETTINGS', "names this server's own port in reach; take it out");
  const reach = createReach(PRIVATE_NETWORKS);
  const isAllowed = (address: string): boolean => reach(address) !== 'refused';
  return ({ source, reach: listed }) => {
    const rules = listed === undefined ? DEFAULT_REACH : readReach(listed);
    return openTunnel({ rules: isAws(source) ? [...rules, ...emulatorPort(config)] : rules, isAllowed, env });
  };
}
