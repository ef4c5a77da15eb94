import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../src/base/json.ts';
import { ownPlace } from '../../src/clouds/aws/catalog/places.ts';
import { broadEstate } from '../../testkit/estate/broad/estate.ts';
import type { Estate } from '../../testkit/estate/estate.ts';
import { startFront } from '../../testkit/estate/front.ts';
import { guardEstate } from '../../testkit/estate/guard/estate.ts';
import { networkEstate } from '../../testkit/estate/network/estate.ts';
import { serverlessEstate } from '../../testkit/estate/serverless/estate.ts';
import { applyConfiguration } from '../../testkit/estate/terraform.ts';
import { wideEstate } from '../../testkit/estate/wide/estate.ts';
import { startMoto } from '../../testkit/moto.ts';
import { instancesIn } from './instances.ts';
import type { Applied } from './learn.ts';
import { whyNot } from './reviewed.ts';

export const ESTATES: readonly Estate[] = [wideEstate, networkEstate, serverlessEstate, broadEstate, guardEstate];

/** Applies an estate to its own emulator, which `stack` stops. */
export async function apply(estate: Estate, dir: string, stack: AsyncDisposableStack): Promise<Applied> {
  const moto = await startMoto();
  stack.defer(() => moto.stop());
  const front = await startFront(moto.url);
  stack.defer(() => front.close());
  const own = join(dir, estate.name);
  await mkdir(own);
  const { statePath } = await applyConfiguration(front.url, own, estate.source);
  return appliedIn(estate.name, front.url, statePath);
}

/** The contents of an emulator, according to the state of the configuration that was applied to it. */
export function appliedIn(name: string, url: string, statePath: string): Applied {
  const instances = instancesIn(statePath).filter(({ type }) => whyNot(type) === undefined);
  const regions = instances.flatMap(({ type, attributes }) => {
    const { region } = ownPlace({ mode: 'managed', type, values: () => (isObject(attributes) ? attributes : {}) });
    return region === undefined ? [] : [region];
  });
  return { name, url, regions: [...new Set(regions)], instances };
}
