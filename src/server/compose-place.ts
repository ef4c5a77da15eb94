import { lookup } from 'node:dns/promises';
import type { StateSource } from '../base/state-source.ts';
import { checkedSettings } from './targets/kinds.ts';
import type { Place } from './targets/contract.ts';

/**
 * Opens a source of states for the person at the terminal. They decide which addresses are reached: private ones too, by
 * any name that this machine resolves. Lists only states whose keys begin with `narrower`.
 */
export async function openPlace(place: Place, narrower: string): Promise<StateSource> {
  const settings = checkedSettings(place);
  const { SOURCE_KINDS } = await import('../sources/open.ts');
  const { createWays } = await import('../sources/ways.ts');
  const ways = createWays({
    networks: ['0.0.0.0/0', '::/0'],
    http: true,
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  });
  const { credentials: given } = place;
  const said = typeof given === 'function' ? await given(ways) : given;
  const credentials = Object.fromEntries(
    Object.entries(said).filter((one): one is [string, string] => one[1] !== undefined),
  );
  return SOURCE_KINDS[place.kind].open({ settings, credentials, narrower }, ways);
}
