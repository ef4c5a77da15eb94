import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { runLocalScan, type LocalScanInput } from '../src/server/compose-scan.ts';
import { installFakeProvider } from '../testkit/plugin/install.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

type Instance = { type: string; name: string; attributes: Record<string, unknown>; alias?: string };
const [X, Y] = ['arn:aws:iam::aws:policy/X', 'arn:aws:iam::aws:policy/Y'];

function state(...instances: Instance[]): string {
  return JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial: 1,
    lineage: instances.map(({ name }) => name).join('-'),
    outputs: {},
    resources: instances.map(({ type, name, attributes, alias }) => ({
      mode: 'managed',
      type,
      name,
      ...(alias !== undefined && { module: `module.${alias}` }),
      provider: `provider["plumbline.dev/testkit/fake"]${alias === undefined ? '' : `.${alias}`}`,
      instances: [
        {
          schema_version: type === 'fake_thing' ? 2 : 0,
          attributes: { id: name, ...attributes },
          sensitive_attributes: [],
        },
      ],
    })),
  });
}

const role = (before: string[], live: string[], more: object = {}): Instance => ({
  type: 'aws_iam_role',
  name: 'app',
  attributes: {
    name: 'app',
    managed_policy_arns: before,
    live: JSON.stringify({ managed_policy_arns: live }),
    ...more,
  },
});
const attachment = (arn: string, more: object = {}): Instance => ({
  type: 'aws_iam_role_policy_attachment',
  name: arn.slice(-1).toLowerCase(),
  attributes: { role: 'app', policy_arn: arn, ...more },
});
const GONE = { on_read: ['deleted'] };
/** An existing resource, which proves that the provider can read at all. */
const CALM: Instance = { type: 'fake_thing', name: 'calm', attributes: { name: 'calm' } };

describe('cross-state correlation', () => {
  let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
  let mirror: string;
  let runs = 0;
  beforeAll(async () => {
    dir = await temporaryDirectory();
    mirror = join(dir.path, 'mirror');
    await installFakeProvider(mirror);
  });
  afterAll(() => dir[Symbol.asyncDispose]());

  const scan = (...states: string[]) => scanFor({}, ...states);
  /** Scans with these entries of PLUMBLINE_PROVIDER_SETTINGS. */
  const scanWith = (settings: object[], ...states: string[]) =>
    scanFor({ env: { ...env(), PLUMBLINE_PROVIDER_SETTINGS: JSON.stringify(settings) } }, ...states);
  const env = () => ({ HOME: dir.path, XDG_CACHE_HOME: join(dir.path, 'cache'), PLUMBLINE_SANDBOX: 'off' });
  async function scanFor(input: Partial<LocalScanInput>, ...states: string[]): Promise<Analysis> {
    const target = join(dir.path, `states-${(runs += 1)}`);
    await mkdir(target);
    for (const [i, text] of states.entries()) await writeFile(join(target, `s${i}.tfstate`), text);
    return runLocalScan({ target, providerMirror: mirror, env: env(), ...input });
  }
  const told = ({ findings }: Analysis) =>
    findings
      .map(({ resource, kind, attributes, caused_by: cause }) =>
        [resource, kind, attributes.map(({ path }) => path).join(), cause && `< ${cause.state_key} ${cause.resource}`]
          .filter(Boolean)
          .join(' '),
      )
      .sort();

  test('explains a parent by a child of another state, and by those of two', async () => {
    const one = await scan(state(role([], [X])), state(attachment(X)));
    expect(told(one)).toEqual([]);
    expect(one).toMatchObject({ status: 'completed', counts: { resources: 2, in_sync: 2, changed: 0 } });
    const suppressed = one.coverage.find(({ resource }) => resource === 'aws_iam_role.app')?.suppressed ?? [];
    expect(suppressed.map(({ path, stage }) => `${path} ${stage}`)).toContain('managed_policy_arns overlap');
    expect(told(await scan(state(role([], [X, Y])), state(attachment(X)), state(attachment(Y))))).toEqual([]);
    expect(told(await scan(state(role([], [X, Y]), attachment(X)), state(attachment(Y))))).toEqual([]);
  });

  test('reports drift that no state explains', async () => {
    const drift = ['aws_iam_role.app changed managed_policy_arns'];
    expect(told(await scan(state(role([], [X, Y])), state(attachment(X))))).toEqual(drift);
    expect(
      told(await scan(state(role([], [X])), state({ ...attachment(X), attributes: { role: 'other', policy_arn: X } }))),
    ).toEqual(drift);
    const alone = await scan(state(role([], [X])));
    expect(told(alone)).toEqual(drift);
    expect(alone.counts).toMatchObject({ resources: 1, changed: 1, following: 0 });
  });

  test('reports a drifted child in its own state, and its parent as a side effect', async () => {
    const seen = await scan(state(role([X], [])), state(attachment(X, GONE), CALM));
    expect(told(seen)).toEqual([
      'aws_iam_role.app changed managed_policy_arns < s1.tfstate aws_iam_role_policy_attachment.x',
      'aws_iam_role_policy_attachment.x deleted',
    ]);
    expect(seen.counts).toMatchObject({ resources: 3, changed: 1, deleted: 1, following: 1 });
    expect(seen.ai_summary).toContain('1 of 3 resources drifted (+1 side effect): 1 deleted.');
    expect(seen.findings.find(({ caused_by: cause }) => cause)?.severity).toBe('low');
  });

  test('reports a parent as a side effect within a state, too', async () => {
    expect(told(await scan(state(role([X], []), attachment(X, GONE))))).toEqual([
      'aws_iam_role.app changed managed_policy_arns < s0.tfstate aws_iam_role_policy_attachment.x',
      'aws_iam_role_policy_attachment.x deleted',
    ]);
  });

  const [PROD, STAGING] = ['111111111111', '222222222222'].map((account) => ({
    id: `arn:aws:iam::${account}:role/app`,
  }));

  test('explains nothing by a namesake in another account, in any state', async () => {
    const staging = state(role([Y], [Y], STAGING), attachment(Y));
    expect(told(await scan(state(role([X], [X, Y], PROD), attachment(X)), staging))).toEqual([
      'aws_iam_role.app changed managed_policy_arns',
    ]);
    const here = (alias: string, one: Instance): Instance => ({ ...one, alias });
    const both = state(
      here('prod', role([X], [X, Y], PROD)),
      here('prod', attachment(X)),
      here('staging', role([Y], [Y], STAGING)),
      here('staging', attachment(Y)),
    );
    // The resources of an alias are read only if its configuration is known.
    const known = ['prod', 'staging'].map((alias) => ({ provider: 'plumbline.dev/testkit/fake', alias }));
    expect(told(await scanFor({}, both))).toEqual([]);
    expect(told(await scanWith(known, both))).toEqual(['module.prod.aws_iam_role.app changed managed_policy_arns']);
    // The account is known from a sibling resource; then it is unknown.
    const sibling = {
      ...role([], [], PROD),
      name: 'other',
      attributes: { ...role([], [], PROD).attributes, name: 'o' },
    };
    expect(told(await scan(state(role([], [Y], PROD)), state(sibling, attachment(Y))))).toEqual([]);
    expect(told(await scan(state(role([], [Y], PROD)), state(attachment(Y))))).toEqual([]);
  });

  test('reads all states for a scan of one address', async () => {
    const only = { address: 'aws_iam_role.app', found: () => undefined };
    expect(told(await scanFor({ only }, state(role([], [X])), state(attachment(X))))).toEqual([]);
  });

  test('explains nothing by an older copy of a state', async () => {
    const as = (text: string, lineage: string, serial: number) =>
      JSON.stringify({ ...(JSON.parse(text) as object), lineage, serial });
    const now = as(state(role([], [X])), 'one', 9);
    expect(told(await scan(now, as(state(role([], [X]), attachment(X)), 'one', 3)))).toContain(
      'aws_iam_role.app changed managed_policy_arns',
    );
    expect(told(await scan(now, as(state(attachment(X)), 'two', 3)))).toEqual([]);
  });

  test('explains a new value by another state where no configuration can express its absence', async () => {
    const thing = (name: string, attributes: object): Instance => ({
      type: 'fake_thing',
      name,
      attributes: { name, chosen: null, ...attributes },
    });
    const policy = '{"whose":"theirs"}';
    const changed = thing('changed', { live: JSON.stringify({ chosen: policy }) });
    expect(told(await scan(state(changed), state(thing('b', { note: 'changed', policy }))))).toEqual([]);
    expect(told(await scan(state(changed), state(thing('b', { note: 'other', policy }))))).toHaveLength(1);
  });
});
