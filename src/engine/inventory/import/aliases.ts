import type { Expression, Item } from '../../model/configuration.ts';
import { quote } from './hcl.ts';
import type { Importable } from './importable.ts';
import { labelOf } from './labels.ts';

const attribute = (name: string, value: Expression): Item => ({ kind: 'attribute', name, value });

/** The account or region of most objects. It becomes the provider's own, which needs no alias. */
function mainOf(objects: readonly Importable[], name: 'account_id' | 'region'): string | undefined {
  const counts = new Map<string, number>();
  for (const { object } of objects) {
    const one = object[name];
    if (one !== undefined) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * The aliases of the AWS provider for objects in further regions and accounts. An alias for another account allows this
 * account alone, so that a plan without its credentials fails instead of looking into the wrong one.
 * @param region the provider's own region; by default the region of most objects
 */
export function createAliases(all: readonly Importable[], region = mainOf(all, 'region')) {
  const account = mainOf(all, 'account_id');
  const blocks = new Map<string, Item>();
  return {
    /** The alias for an object (`aws.eu_west_1`); undefined if it needs none. */
    of({ object, written }: Importable): string | undefined {
      if (!object.type.startsWith('aws_')) return undefined;
      const isElsewhere = object.account_id !== undefined && object.account_id !== account;
      const isFar = object.region !== undefined && object.region !== region && !written.hasRegion;
      if (!isElsewhere && !isFar) return undefined;
      const name = labelOf(
        [isElsewhere ? `account_${object.account_id}` : '', object.region ?? '']
          .filter((part) => part !== '')
          .join('_'),
      );
      const body = [
        attribute('alias', [quote(name)]),
        ...(object.region === undefined ? [] : [attribute('region', [quote(object.region)])]),
        ...(isElsewhere ? [attribute('allowed_account_ids', [`[${quote(object.account_id ?? '')}]`])] : []),
      ];
      blocks.set(name, { kind: 'block', type: 'provider', labels: ['aws'], body });
      return `aws.${name}`;
    },
    /** The `provider` blocks of all aliases that were given. */
    blocks: (): Item[] => [...blocks.values()],
  };
}
