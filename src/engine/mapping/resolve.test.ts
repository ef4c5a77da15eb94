import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveStates } from './resolve.ts';
import type { AcceptedClaim, Claim, HandMapping, RepositoryClaims } from './types.ts';

const unnamed = (key: string, more: Partial<Claim> = {}): Claim => ({
  key,
  workspaces: 'env:',
  path: 'infra',
  source: 'backend',
  why: 'backend "s3" in infra/main.tf',
  ...more,
});
const backend = (key: string, more: Partial<Claim> = {}): Claim => unnamed(key, { bucket: 'states', ...more });
const file = (key: string, path: string | null = null): Claim => ({
  key,
  ...(key.includes('*') && { glob: true as const }),
  path,
  source: 'config',
  why: '.plumbline.yml',
});
const repo = (repo_id: string, ...claims: Claim[]): RepositoryClaims => ({ repo_id, claims });
const acceptanceOf = (repo_id: string, { key, glob, workspaces }: Claim): AcceptedClaim => ({
  repo_id,
  key,
  glob: glob ?? false,
  workspaces: workspaces ?? null,
});
/** Accepts every claim, in the order of the repositories. */
const allOf = (repositories: RepositoryClaims[]): AcceptedClaim[] =>
  repositories.flatMap(({ repo_id, claims }) => claims.map((claim) => acceptanceOf(repo_id, claim)));
const resolve = (
  repositories: RepositoryClaims[],
  { hand = [], accepted = allOf(repositories) }: { hand?: HandMapping[]; accepted?: AcceptedClaim[] } = {},
) => resolveStates({ hand, accepted, repositories, bucket: 'states' }).explain;

describe('a state', () => {
  test('belongs to the repository whose backend names its key, workspaces included', () => {
    const of = resolve([repo('a', backend('net/terraform.tfstate')), repo('b', backend('x', { workspaces: 'ws/y' }))]);
    expect(of('net/terraform.tfstate').belongs).toMatchObject({ repo_id: 'a', path: 'infra', source: 'backend' });
    expect(of('env:/prod/net/terraform.tfstate').belongs?.repo_id).toBe('a');
    expect(of('ws/y/prod/x').belongs?.repo_id).toBe('b');
    for (const key of [
      'env:/net/terraform.tfstate',
      'env:/a/b/net/terraform.tfstate',
      'env://net/terraform.tfstate',
      'net',
      'ws/prod/x',
      '/x',
    ])
      expect(of(key).belongs).toBeUndefined();
  });

  test('finds workspace states without a prefix right beneath the workspace', () => {
    const of = resolve([repo('a', backend('x', { workspaces: '' }))]);
    expect([of('prod/x').belongs?.repo_id, of('a/prod/x').belongs, of('/x').belongs]).toEqual([
      'a',
      undefined,
      undefined,
    ]);
  });

  test('skips claims for another bucket and accepts those without a bucket', () => {
    const of = resolve([repo('a', backend('x', { bucket: 'theirs' })), repo('b', unnamed('y'))]);
    expect([of('x').belongs, of('y').belongs?.repo_id]).toEqual([undefined, 'b']);
    expect(
      resolveStates({ hand: [], accepted: [], repositories: [repo('a', backend('x'))], bucket: null }).explain('x')
        .belongs,
    ).toBeUndefined();
  });

  test.each<[string, Claim, Claim]>([
    ['a more exact claim', file('*'), backend('k')],
    ['a longer pattern', file('*'), file('k*')],
    ['the same claim', backend('k'), backend('k')],
    ['an exact key in the file', backend('k'), file('k')],
  ])('stays with the first accepted claim: %s', (_, first, second) => {
    const repositories = [repo('a', second), repo('b', first)];
    const accepted = [acceptanceOf('b', first), acceptanceOf('a', second)];
    for (const some of [accepted, accepted.slice(0, 1)]) {
      const found = resolve(repositories, { accepted: some })('k');
      expect(found).toMatchObject({ belongs: { repo_id: 'b' }, others: [{ repo_id: 'a', status: 'contested' }] });
    }
  });

  test('stays unassigned without an accepted claim, with claims as proposals', () => {
    const of = resolve([repo('a', backend('k')), repo('b', file('*'))], { accepted: [] });
    expect(of('k')).toMatchObject({
      belongs: undefined,
      others: [
        { repo_id: 'a', status: 'proposed', triggers: true },
        { repo_id: 'b', status: 'proposed', triggers: false },
      ],
    });
  });

  test('becomes unassigned when its accepted claim is withdrawn, whatever others claim', () => {
    const accepted = [acceptanceOf('a', backend('k')), acceptanceOf('b', file('*'))];
    const of = resolve([repo('a'), repo('b', file('*'))], { accepted });
    expect(of('k')).toMatchObject({ belongs: undefined, others: [{ repo_id: 'b', status: 'contested' }] });
    expect(of('j').belongs?.repo_id).toBe('b');
    expect(resolve([repo('b', file('*'))], { accepted })('k').belongs?.repo_id).toBe('b');
  });

  test('requires a new acceptance for workspaces that a claim adds', () => {
    const accepted = [acceptanceOf('a', file('k'))];
    const of = resolve([repo('a', backend('k'))], { accepted });
    expect([of('k').belongs?.repo_id, of('env:/w/k').belongs]).toEqual(['a', undefined]);
    expect(resolve([repo('a', file('k'))], { accepted: [acceptanceOf('a', backend('k'))] })('env:/w/k').belongs).toBe(
      undefined,
    );
  });

  test('takes lock tables from its owner only', () => {
    const lock = (table: string) => backend('k', { lock: { table } });
    const repositories = [repo('a', lock('theirs')), repo('b', lock('evil'))];
    const tablesOf = (accepted: AcceptedClaim[]) => resolve(repositories, { accepted })('k').lockTables;
    expect(tablesOf([acceptanceOf('a', backend('k'))])).toEqual([{ table: 'theirs' }]);
    expect(tablesOf([])).toHaveLength(2);
  });

  test('follows the first hand mapping that fits and skips deleted repositories', () => {
    const hand: HandMapping[] = [
      { state: 'k', repo_id: 'gone' },
      { state: 'shared/*', repo_id: null, reason: 'everybody uses it' },
      { state: 'k', repo_id: 'b', reason: 'moved' },
      { state: '*', repo_id: 'a', path: 'x' },
    ];
    const of = resolve([repo('a', backend('k'), backend('shared/k')), repo('b', backend('k', { path: 'y' }))], {
      hand,
    });
    expect(of('k').belongs).toEqual({
      repo_id: 'b',
      path: 'y',
      whole: false,
      source: 'api',
      why: 'set by hand: moved',
    });
    expect(of('shared/k')).toMatchObject({
      belongs: undefined,
      why: 'set by hand: everybody uses it',
      others: [{ repo_id: 'a' }],
    });
    expect(of('z').belongs).toMatchObject({ repo_id: 'a', path: 'x', whole: false });
  });
});

const KEYS = ['k', 'a/k', 'env:/w/k', 'env:/w/a/k', 'b', 'w/k', 'a/w/k'];
const someClaim = fc
  .record({
    key: fc.constantFrom('k', 'a/k', 'env:/w/k', 'env:/w/a/k', 'b', '*', 'a/*', '*k', '**'),
    path: fc.constantFrom('x', 'y', '.', null),
    config: fc.boolean(),
    named: fc.constantFrom('states', 'theirs', undefined),
    ws: fc.constantFrom('env:', '', 'a'),
  })
  .map(({ key, path, config, named, ws }): Claim =>
    config || key.includes('*')
      ? file(key, path)
      : unnamed(key, { path, workspaces: ws, ...(named !== undefined && { bucket: named }) }),
  );
const someRepositories = fc.uniqueArray(
  fc.record({ repo_id: fc.constantFrom('a', 'b', 'c', 'd'), claims: fc.array(someClaim, { maxLength: 6 }) }),
  { selector: (one) => one.repo_id },
);
const someAccepted = fc.array(
  fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), someClaim).map(([id, claim]) => acceptanceOf(id, claim)),
  { maxLength: 8 },
);
const someHand = fc.array(
  fc.record({ state: fc.constantFrom('k', 'a/*', 'b'), repo_id: fc.constantFrom('a', 'b', null) }),
  { maxLength: 2 },
);

test('keeps an owned state with its owner for any set of repository files', () => {
  fc.assert(
    fc.property(someRepositories, someRepositories, someAccepted, someHand, (before, files, accepted, hand) => {
      const of = resolve(before, { accepted, hand });
      for (const key of KEYS) {
        const owner = of(key).belongs?.repo_id;
        if (owner === undefined) continue;
        // The files of all other repositories may change in any way.
        const after = before.map((one) =>
          one.repo_id === owner
            ? one
            : { ...one, claims: files.find(({ repo_id: id }) => id === one.repo_id)?.claims ?? [] },
        );
        expect(resolve(after, { accepted, hand })(key).belongs?.repo_id).toBe(owner);
      }
    }),
  );
});

test('assigns states by acceptance only, never by files', () => {
  fc.assert(
    fc.property(someRepositories, someAccepted, someHand, (repositories, accepted, hand) => {
      const ownedBy = (id: string, some: AcceptedClaim[]) => {
        const of = resolve(repositories, { accepted: some, hand });
        return KEYS.filter((key) => of(key).belongs?.repo_id === id);
      };
      for (const { repo_id: id } of repositories) {
        const without = accepted.filter((one) => one.repo_id !== id);
        const byHand = ownedBy(id, without);
        if (!hand.some(({ repo_id: by }) => by === id)) expect(byHand).toEqual([]);
        expect(ownedBy(id, accepted)).toEqual(expect.arrayContaining(byHand));
        // Another acceptance, after all others, takes no state away from its owner.
        for (const other of repositories) {
          const more = [...accepted, acceptanceOf(id, file('*'))];
          expect(ownedBy(other.repo_id, more)).toEqual(expect.arrayContaining(ownedBy(other.repo_id, accepted)));
        }
      }
    }),
  );
});

test('ignores the order of repositories and claims and assigns one owner', () => {
  const shuffled = <T>(all: readonly T[]) => fc.shuffledSubarray([...all], { minLength: all.length });
  fc.assert(
    fc.property(
      someRepositories.chain((all) =>
        fc.tuple(
          fc.constant(all),
          shuffled(all).chain((some) =>
            fc.tuple(...some.map((one) => shuffled(one.claims).map((own) => ({ ...one, claims: own })))),
          ),
        ),
      ),
      someAccepted,
      ([one, other], accepted) => {
        const [first, second] = [one, other].map((all) => resolve(all, { accepted }));
        for (const each of KEYS) {
          expect(second?.(each)).toEqual(first?.(each));
          expect(first?.(each).others.map(({ repo_id }) => repo_id)).not.toContain(first?.(each).belongs?.repo_id);
        }
      },
    ),
  );
});

test('holds the resolutions of ten thousand states with five hundred patterns in memory', () => {
  const repositories = Array.from({ length: 10 }, (_, i) =>
    repo(`r${i}`, ...Array.from({ length: 50 }, (__, n) => file(`*${'*'.repeat(n)}`))),
  );
  const of = resolve(repositories, { accepted: [] });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = held();
  for (let i = 0; i < 10_000; i += 1) of(`team/${i}.tfstate`);
  expect(held() - before).toBeLessThan(50);
  expect(of('team/1.tfstate').others).toHaveLength(10);
});
