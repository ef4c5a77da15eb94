import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveStates } from './resolve.ts';
import type { Claim, HandMapping, RepositoryClaims } from './types.ts';

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
const resolve = (repositories: RepositoryClaims[], hand: HandMapping[] = []) =>
  resolveStates({ hand, repositories, bucket: 'states' });

describe('a state', () => {
  test('is of the repository whose backend names its key, in the workspaces too', () => {
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

  test('of workspaces without a prefix lies right beneath the workspace', () => {
    const of = resolve([repo('a', backend('x', { workspaces: '' }))]);
    expect([of('prod/x').belongs?.repo_id, of('a/prod/x').belongs, of('/x').belongs]).toEqual([
      'a',
      undefined,
      undefined,
    ]);
  });

  test('in another bucket is not meant, and one whose bucket is not named is', () => {
    const of = resolve([repo('a', backend('x', { bucket: 'theirs' })), repo('b', unnamed('y'))]);
    expect([of('x').belongs, of('y').belongs?.repo_id]).toEqual([undefined, 'b']);
    expect(
      resolveStates({ hand: [], repositories: [repo('a', backend('x'))], bucket: null })('x').belongs,
    ).toBeUndefined();
  });

  test.each<[string, RepositoryClaims[], string]>([
    ['of the more exact claim', [repo('a', file('*')), repo('b', backend('k'))], 'b'],
    ['of the longer pattern', [repo('a', file('*')), repo('b', file('k*'))], 'b'],
    ['of the file before the block', [repo('a', backend('k')), repo('b', file('k'))], 'b'],
    ['of a block that names the bucket', [repo('a', unnamed('k')), repo('b', backend('k'))], 'b'],
    ['else of the repository that was here earlier', [repo('b', backend('k')), repo('a', backend('k'))], 'a'],
  ])('that two claim is %s, and the other is told', (_, repositories, owner) => {
    const found = resolve(repositories)('k');
    expect([found.belongs?.repo_id, found.others.map((one) => one.repo_id)]).toEqual([
      owner,
      [owner === 'a' ? 'b' : 'a'],
    ]);
  });

  test('is whose somebody said by hand, the first that fits; where the repository is gone, that is passed over', () => {
    const hand: HandMapping[] = [
      { state: 'k', repo_id: 'gone' },
      { state: 'shared/*', repo_id: null, reason: 'everybody uses it' },
      { state: 'k', repo_id: 'b', reason: 'moved' },
      { state: '*', repo_id: 'a', path: 'x' },
    ];
    const of = resolve([repo('a', backend('k'), backend('shared/k')), repo('b', backend('k', { path: 'y' }))], hand);
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

test('neither the order of repositories nor that of their claims decides, and everything has one owner', () => {
  const key = fc.constantFrom('k', 'a/k', 'env:/w/k', 'env:/w/a/k', 'b', '*', 'a/*', '*k', '**');
  const claim = fc.record({
    key,
    path: fc.constantFrom('x', 'y', '.', null),
    config: fc.boolean(),
    named: fc.constantFrom('states', 'theirs', undefined),
    ws: fc.constantFrom('env:', '', 'a'),
  });
  const claims = claim.map(({ key, path, config, named, ws }): Claim =>
    config || key.includes('*')
      ? file(key, path)
      : unnamed(key, { path, workspaces: ws, ...(named !== undefined && { bucket: named }) }),
  );
  const repositories = fc.uniqueArray(
    fc.record({ repo_id: fc.constantFrom('a', 'b', 'c', 'd'), claims: fc.array(claims, { maxLength: 6 }) }),
    { selector: (one) => one.repo_id },
  );
  const shuffled = <T>(all: readonly T[]) => fc.shuffledSubarray([...all], { minLength: all.length });
  fc.assert(
    fc.property(
      repositories.chain((all) =>
        fc.tuple(
          fc.constant(all),
          shuffled(all).chain((some) =>
            fc.tuple(...some.map((one) => shuffled(one.claims).map((own) => ({ ...one, claims: own })))),
          ),
        ),
      ),
      fc.array(fc.constantFrom('k', 'a/k', 'env:/w/k', 'env:/w/a/k', 'b', 'w/k', 'a/w/k'), { minLength: 1 }),
      ([one, other], keys) => {
        const [first, second] = [one, other].map((all) => resolve(all));
        for (const each of keys) {
          expect(second?.(each)).toEqual(first?.(each));
          expect(first?.(each).others.map(({ repo_id }) => repo_id)).not.toContain(first?.(each).belongs?.repo_id);
        }
      },
    ),
  );
});
