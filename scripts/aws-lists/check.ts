import { append } from '../../src/base/append.ts';
import { createAwsLister } from '../../src/clouds/aws/inventory/lister.ts';
import { eachCandidate, type InventoryLister, type ListParent } from '../../src/clouds/contract/inventory.ts';
import { parentsFirst } from '../../src/engine/inventory/families.ts';
import { ACCOUNT, createAsker } from './ask.ts';
import type { Managed } from './instances.ts';
import type { Applied } from './learn.ts';

/** The result of listing a type in an estate: how many of its instances were candidates, or why it was not listed. */
export type Checked = { type: string; found: number; of: number; notListed: string | undefined };

/** Lists each type of the table in an estate, parents first, as an inventory does. */
export async function check({ url, regions, instances }: Applied, table: string): Promise<Checked[]> {
  const asker = createAsker(url);
  try {
    const lister = createAwsLister({ gateway: asker.gateway, sessionFor: () => asker.session, table });
    const parents = new Map<string, ListParent[]>();
    for (const { type, importId, arn, name } of instances)
      append(parents, type, {
        type,
        ids: { importId, ...(arn !== undefined && { arn }), ...(name !== undefined && { name }) },
      });
    const checked: Checked[] = [];
    const types = await lister.types();
    for (const type of parentsFirst(types).flat()) {
      const own = instances.filter((one) => one.type === type);
      checked.push(await checkOne(lister, { type, regions, parents, own }));
    }
    return checked;
  } finally {
    await asker.close();
  }
}

type One = { type: string; regions: readonly string[]; parents: Map<string, ListParent[]>; own: readonly Managed[] };

async function checkOne(lister: InventoryLister, { type, regions, parents, own }: One): Promise<Checked> {
  const parent = (await lister.types()).get(type)?.parent;
  const ids = new Set<string>();
  let notListed: string | undefined;
  for (const region of regions) {
    const listing = lister.list({
      type,
      place: { account: ACCOUNT, region },
      withExpensive: true,
      ...(parent !== undefined && { parents: parents.get(parent) ?? [] }),
    });
    const outcome = await eachCandidate(listing, ({ ids: found }) => {
      for (const id of [found.importId, found.arn]) if (id !== undefined) ids.add(id);
      append(parents, type, { type, ids: found });
    });
    if (outcome.state === 'not_listed') notListed ??= `${outcome.reason}: ${outcome.detail}`;
  }
  const found = own.filter(({ importId, arn }) => ids.has(importId) || (arn !== undefined && ids.has(arn)));
  return { type, found: found.length, of: own.length, notListed };
}
