import type { StateInstance } from '../src/engine/state/instance.ts';

/** A state instance with these attributes: `aws_vpc.one`. */
export function instanceOf(type: string, values: Readonly<Record<string, unknown>>): StateInstance {
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
