import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plumbline } from '../testkit/cli.ts';
import { applyManaged, makeByHand, makeOwned } from '../testkit/estate/inventory/world.ts';
import type { Workspace } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import type { Inventory } from '../src/engine/model/inventory.ts';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let moto: Moto;
let workspace: Workspace;
let after: Inventory;

const options = (...more: string[]) => [
  ...more,
  '--min-age',
  '0',
  '--quiet',
  '--provider-mirror',
  workspace.mirror,
  workspace.dir,
];
const env = () => ({ ...workspace.env, AWS_REGION: 'us-east-1', XDG_CACHE_HOME: join(dir.path, 'cache') });

async function inventory(): Promise<Inventory> {
  const { out, err, code } = await plumbline(['inventory', '--json', ...options()], env()).ended;
  if (code === null || code > 2) throw new Error(err);
  return JSON.parse(out) as Inventory;
}

describe.skipIf(await missing('moto', 'aws-provider', 'terraform'))('an inventory, on moto', () => {
  beforeAll(async () => {
    dir = await temporaryDirectory();
    moto = await startMoto();
    const world = await applyManaged(moto.url, join(dir.path, 'managed'));
    workspace = world.workspace;
    await makeByHand(moto.url, world, join(dir.path, 'by-hand'));
    await makeOwned(world.cloud);
    after = await inventory();
  });

  afterAll(async () => {
    await moto.stop();
    await dir[Symbol.asyncDispose]();
  });

  test('names the owner of what CloudFormation, Auto Scaling and Kubernetes have made', () => {
    const owned = after.objects.filter(
      (one) =>
        one.class === 'owned' &&
        /^aws_(?:instance|vpc|subnet|internet_gateway|route_table|security_group|ebs_volume)$/.test(one.type),
    );
    const names = Map.groupBy(owned, ({ owner = '' }) => owner);
    expect(names.get('CloudFormation stack web')).toHaveLength(6);
    expect(names.get('Auto Scaling group fleet')?.length).toBeGreaterThanOrEqual(3);
    expect(names.get('Kubernetes cluster prod')).toHaveLength(1);
  });

  test('gives the reason for each type that is not listed', () => {
    const silent = after.listings.filter(({ state, reason, detail }) => state === 'not_listed' && !(reason && detail));
    expect(silent).toEqual([]);
  });
});
