import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plumbline } from '../testkit/cli.ts';
import { applyManaged, makeByHand, makeOwned, type MadeByHand } from '../testkit/estate/inventory/world.ts';
import { terraform, type Workspace } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import type { Inventory, UnmanagedObject } from '../src/engine/model/inventory.ts';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let moto: Moto;
let workspace: Workspace;
let made: MadeByHand[];
let before: Inventory;
let after: Inventory;

async function run(command: string, ...more: string[]) {
  const options = ['--min-age', '0', '--quiet', '--allow-unlisted', '--provider-mirror', workspace.mirror];
  const env = { ...workspace.env, AWS_REGION: 'us-east-1', XDG_CACHE_HOME: join(dir.path, 'cache') };
  const ended = await plumbline([command, ...more, ...options, workspace.dir], env).ended;
  if (ended.code === null || (ended.code !== 0 && ended.code !== 2)) throw new Error(ended.err);
  return ended;
}

const inventory = async () => JSON.parse((await run('inventory', '--json')).out) as Inventory;

const OWN = new Set(['owned', 'provided']);
/** Objects that somebody has to decide about, and their parts. */
const undecided = ({ objects }: Inventory) => objects.filter(({ class: kind }) => !OWN.has(kind));

/** What a made object is imported by. */
const idsOf = ({ values: { id, arn, role, user, group, policy_arn: policy } }: MadeByHand): unknown[] =>
  typeof policy === 'string' ? [[role, user, group, policy].filter(Boolean).join('/')] : [id, arn];
const isOf = (one: MadeByHand, { type, cloud_id: id, import: by }: UnmanagedObject) =>
  type === one.type && idsOf(one).some((own) => own === id || ('id' in by && own === by.id));
const classOf = ({ name }: MadeByHand) =>
  name.startsWith('added') ? 'added' : name.startsWith('part') ? 'follows' : 'unmanaged';

describe.skipIf(await missing('moto', 'aws-provider', 'terraform'))('an inventory, on moto', () => {
  beforeAll(async () => {
    dir = await temporaryDirectory();
    moto = await startMoto();
    const world = await applyManaged(moto.url, join(dir.path, 'managed'));
    workspace = world.workspace;
    before = await inventory();
    made = await makeByHand(moto.url, world, join(dir.path, 'by-hand'));
    await makeOwned(world.cloud);
    after = await inventory();
  });

  afterAll(async () => {
    await moto.stop();
    await dir[Symbol.asyncDispose]();
  });

  test('reports nothing unmanaged for an estate alone, and classifies what the cloud provides', () => {
    expect(before.objects.length).toBeGreaterThan(20);
    expect(before.objects.filter((one) => one.class !== 'provided')).toEqual([]);
    expect(before.unproven).toEqual([]);
    expect(before.listings.filter(({ reason }) => reason === 'incomplete' || reason === 'no_list')).toEqual([]);
    expect(before.listings.filter(({ state }) => state === 'listed').length).toBeGreaterThan(200);
  });

  test('finds each of 80 objects of 40 types that were made by hand, and nothing else', () => {
    expect(made.length).toBeGreaterThanOrEqual(80);
    expect(new Set(made.map(({ type }) => type)).size).toBeGreaterThanOrEqual(40);
    expect(made.filter((one) => classOf(one) === 'added').length).toBeGreaterThanOrEqual(20);
    const found = undecided(after).map((one) => {
      const own = made.find((each) => isOf(each, one));
      return `${one.class} ${one.type} ${own?.name ?? one.name ?? ''}`;
    });
    const more = [
      // A rule that a group has inline.
      'follows aws_vpc_security_group_ingress_rule ',
      'unmanaged aws_autoscaling_group fleet',
      'unmanaged aws_cloudformation_stack web',
      'unmanaged aws_launch_configuration fleet',
    ];
    const wanted = made.map((one) => `${classOf(one)} ${one.type} ${one.name}`);
    expect(found.toSorted()).toEqual([...wanted, ...more].toSorted());
    expect(after.unproven).toEqual([]);
  });

  test('names the owner of what CloudFormation, Auto Scaling and Kubernetes have made', () => {
    const owned = after.objects.filter(({ class: kind, parent }) => kind === 'owned' && parent === undefined);
    const names = Map.groupBy(owned, ({ owner = '' }) => owner);
    expect([...names].map(([owner, all]) => `${owner}: ${all.length}`).toSorted()).toEqual([
      'Auto Scaling group fleet: 3',
      'CloudFormation stack web: 6',
      'Kubernetes cluster prod: 1',
    ]);
  });

  test('gives the reason for each type that is not listed', () => {
    const silent = after.listings.filter(({ state, reason, detail }) => state === 'not_listed' && !(reason && detail));
    expect(silent).toEqual([]);
  });

  test('writes an import whose plan changes nothing, and names the objects left out', async () => {
    const root = join(dir.path, 'imported');
    const { err } = await run('import', '--all', '-o', root);
    const files = await Promise.all((await readdir(root)).map((name) => readFile(join(root, name), 'utf8')));
    const text = files.join('\n');
    expect(text).not.toMatch(/hunter2/);
    const importable = undecided(after).filter(
      ({ import: by }) => 'id' in by && text.includes(`= ${JSON.stringify(by.id)}\n`),
    );
    const leftOut = err.split('\n').filter((line) => line.startsWith('Left out: '));
    const own = made.filter((one) => importable.some((each) => isOf(one, each)));
    expect(own.length / made.length).toBeGreaterThanOrEqual(0.75);

    const values = made.flatMap(({ type, values: { name, value } }) =>
      type === 'aws_ssm_parameter' ? [[`${String(name).slice(1).replace('/', '_')}_value`, value]] : [],
    );
    await writeFile(join(root, 'terraform.tfvars.json'), JSON.stringify(Object.fromEntries(values)));
    const there = { ...workspace, dir: root, env: { ...workspace.env, AWS_REGION: 'us-east-1' } };
    await terraform(there, ['init', '-input=false']);
    await terraform(there, ['fmt', '-check']);
    const plan = await terraform(there, ['plan', '-input=false', '-parallelism=20']);
    const n = (text.match(/^import \{$/gm) ?? []).length;
    expect(/^Plan: .*/m.exec(plan)?.[0]).toBe(`Plan: ${n} to import, 0 to add, 0 to change, 0 to destroy.`);
    // The inline rule and the attachment stand in the configuration of their parents.
    expect(n + leftOut.length).toBe(undecided(after).length - 2);
  });
});
