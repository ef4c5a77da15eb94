import { entryOf, isGlobal } from '../clouds/clouds.ts';
import { notListed, type InventoryLister, type ListableType } from '../clouds/contract/inventory.ts';
import type { ProviderSession } from './contract/types.ts';

/**
 * Lists objects by the provider's own lists (`ListResource`, protocol 5.10 and 6.10), for any cloud, in the account and
 * region of its configuration; a request's `place` only names these. A type is expensive if its list reads each object
 * and such a read takes many calls (hashicorp/terraform-provider-aws#46697).
 */
export function createProviderLister(session: Pick<ProviderSession, 'listedTypes' | 'list'>): InventoryLister {
  const ask = async () =>
    new Map([...(await session.listedTypes())].map((type): [string, ListableType] => [type, listableOf(type)]));
  let types: ReturnType<typeof ask> | undefined;
  return {
    types: () => (types ??= ask()),
    async *list(request, signal) {
      const { type, place } = request;
      const listable = (await (types ??= ask())).get(type);
      if (listable === undefined) return notListed(request, 'no_list');
      if (listable.isExpensive && request.withExpensive !== true) return notListed(request, 'expensive');
      const { objects, problem } = await session.list(type, signal);
      for (const { name, identity } of objects)
        yield { type, ...place, ids: { name, ...(identity && { identity }) }, element: identity ?? {} };
      if (problem !== undefined) return notListed(request, 'failed', problem);
      return { type, ...place, calls: 0, state: 'listed' };
    },
  };
}

const listableOf = (type: string): ListableType => ({
  type,
  by: 'provider',
  scope: isGlobal(type) ? 'global' : 'regional',
  isExpensive: entryOf(type)?.isSlow === true,
});
