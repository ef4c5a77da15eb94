import { join } from 'node:path';
import { SourceProblem } from '../base/state-source.ts';
import type { SourceKindName } from '../sources/contract/names.ts';
import { SOURCE_KINDS } from '../sources/open.ts';
import { createWays, type WaysOptions } from '../sources/ways.ts';
import { createVault, type Vault } from '../services/secrets/vault.ts';
import { createIdentity, type Identity } from '../services/identity/identity.ts';
import type { WithStateSources } from '../services/state-sources/port.ts';
import type { Config } from './config/config.ts';
import { keptKey } from './data-directory.ts';
import { readPodAccount } from './pod-account.ts';

/** The vault for organizations' secrets, with the operator's keys, else with a key in the data directory. */
export const composeVault = (config: Pick<Config, 'secretsKeys'>, dataDir: string): Vault =>
  createVault(config.secretsKeys ?? [keptKey(join(dataDir, 'secrets.key'), 'a key for secrets').key]);

/** This instance's identity towards clouds; undefined where they could not reach it to verify tokens. */
export const composeIdentity = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  services: Parameters<typeof createIdentity>[0],
): Identity | undefined =>
  publicUrl?.startsWith('https:') ? createIdentity(services, publicUrl.replace(/\/+$/, '')) : undefined;

/** The kinds of state sources. Addresses that organizations name follow the rules of their webhooks. */
export function composeSources(
  {
    webhookNetworks: networks,
    webhookHttp: http,
    resolve,
  }: Pick<Config, 'webhookNetworks' | 'webhookHttp'> & Pick<WaysOptions, 'resolve'>,
  identity?: Identity,
): WithStateSources['openSource'] {
  const ways = createWays({ networks, http, ...(resolve && { resolve }) });
  return (orgId, kind, given) => {
    if (!Object.hasOwn(SOURCE_KINDS, kind))
      throw new SourceProblem('invalid', `This version reads no sources of the kind ${kind}.`);
    const own = identity && ((audience: string) => identity.tokenFor(orgId, audience));
    return SOURCE_KINDS[kind as SourceKindName].open(given, {
      ...ways,
      identity: own,
      serviceAccount: () => readPodAccount(),
    });
  };
}
