import { createManagedIndex, type ManagedIndex } from '../src/engine/inventory/managed.ts';
import type { StateInstance } from '../src/engine/state/instance.ts';

/** A state instance with these attributes: `aws_vpc.one`. */
function instanceOf(type: string, values: Readonly<Record<string, unknown>>): StateInstance {
  const json = JSON.stringify(values);
  return {
    address: `${type}.one`,
    mode: 'managed',
    type,
    name: 'one',
    provider: {
      source: 'registry.terraform.io/hashicorp/aws',
      text: 'provider["registry.terraform.io/hashicorp/aws"]',
    },
    tainted: false,
    schemaVersion: 0,
    attributes: { json },
    values: () => JSON.parse(json) as Record<string, unknown>,
    sensitivePaths: [],
    private: new Uint8Array(),
    dependencies: [],
  };
}

/** The location of the managed instances of `managedIndexOf`. */
export const HERE = { account: '123456789012', region: 'us-east-1' };

/** An index of managed instances with these types and attributes, all of one state and known to exist. */
export function managedIndexOf(...all: readonly Readonly<Parameters<typeof instanceOf>>[]): ManagedIndex {
  const index = createManagedIndex();
  const place = { ...HERE, usual: HERE, regionBy: 'itself' } as const;
  for (const one of all) index.add(instanceOf(...one), { stateKey: 'prod', place, isThere: true });
  return index;
}
