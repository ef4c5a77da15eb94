import type { Value } from '../src/base/value.ts';
import type { Observed } from '../src/engine/sift/sift.ts';
import { formatAddress } from '../src/engine/state/address.ts';
import type { LinkPlace } from '../src/engine/state/place.ts';
import { schemaOf, type SchemaSpec } from './drift-schema.ts';

/** An instance of the root module with its values in the state and in the cloud; `live` is null if it is deleted. */
export type ObservedSpec = {
  address: string;
  deposed?: string;
  before: object;
  live: object | null;
  sensitive?: (string | number)[][];
  place?: LinkPlace;
};

/** An observation as in an analysis. */
export function observedOf(spec: ObservedSpec, schemas: Record<string, SchemaSpec>): Observed {
  const [type = '', name = ''] = spec.address.split('.');
  const schema = schemas[type];
  if (!schema) throw new Error(`no schema for ${type}`);
  const deposed = spec.deposed === undefined ? {} : { deposed: spec.deposed };
  const before = spec.before as Value;
  return {
    schema: schemaOf(schema),
    ...(spec.place && { place: spec.place }),
    outcome: spec.live === null ? { status: 'deleted', before } : { status: 'read', before, live: spec.live as Value },
    instance: {
      address: formatAddress({ mode: 'managed', type, name, ...deposed }),
      mode: 'managed',
      type,
      name,
      provider: {
        source: 'registry.terraform.io/hashicorp/aws',
        text: 'provider["registry.terraform.io/hashicorp/aws"]',
      },
      ...deposed,
      tainted: false,
      schemaVersion: 0,
      attributes: { json: JSON.stringify(spec.before) },
      values: () => spec.before as Record<string, unknown>,
      sensitivePaths: spec.sensitive ?? [],
      private: new Uint8Array(),
      dependencies: [],
    },
  };
}
