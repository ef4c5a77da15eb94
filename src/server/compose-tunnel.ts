import { isLoopback } from '../base/this-machine.ts';
import { isAwsProvider } from '../clouds/aws/catalog/provider.ts';
import type { ProviderProxy } from '../clouds/tunnel/provider-proxy.ts';
import { DEFAULT_REACH, localPorts, readReach, type ReachRule } from '../clouds/tunnel/reach.ts';
import { openTunnel, type TunnelOptions } from '../clouds/tunnel/tunnel.ts';
import { createReach } from '../integrations/http/addresses.ts';
import type { ProviderNeed } from '../provider/contract/types.ts';
import { ConfigError, type Config } from './config/config.ts';

/** Private networks, where a company's own services run. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

/** The emulator's port on this machine, if the operator directs AWS's provider there. */
function emulatorPort({ awsEndpoint }: Pick<Config, 'awsEndpoint'>): ReachRule[] {
  if (awsEndpoint === undefined) return [];
  const { hostname, port, protocol } = new URL(awsEndpoint);
  return isLoopback(hostname) ? [{ kind: 'local', port: Number(port || (protocol === 'https:' ? 443 : 80)) }] : [];
}

/**
 * Opens a tunnel for providers that call their services themselves. Throws `ConfigError` where a provider's settings
 * lead to this server.
 */
export function composeTunnel(
  config: Pick<Config, 'providerSettings' | 'port' | 'webhookNetworks' | 'awsEndpoint'>,
  { env, resolve }: Pick<TunnelOptions, 'env' | 'resolve'>,
): (need: Pick<ProviderNeed, 'source' | 'reach' | 'isTenants'>) => Promise<ProviderProxy> {
  for (const { reach = [] } of config.providerSettings ?? [])
    if (localPorts(readReach(reach)).includes(config.port))
      throw new ConfigError('PLUMBLINE_PROVIDER_SETTINGS', "names this server's own port in reach; take it out");
  const reach = createReach(PRIVATE_NETWORKS);
  const isAllowed = (address: string): boolean => reach(address) !== 'refused';
  // Settings of organizations reach only the private networks that their webhooks may reach.
  const reachOfTenants = createReach(config.webhookNetworks ?? []);
  const isAllowedToTenants = (address: string): boolean => reachOfTenants(address) !== 'refused';
  return ({ source, reach: listed, isTenants = false }) => {
    const named = listed === undefined ? DEFAULT_REACH : readReach(listed);
    const rules = isAwsProvider(source) ? [...named, ...emulatorPort(config)] : named;
    return openTunnel({ rules, isAllowed: isTenants ? isAllowedToTenants : isAllowed, env, resolve });
  };
}
