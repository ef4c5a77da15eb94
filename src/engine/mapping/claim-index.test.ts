import { expect, test } from 'vitest';
import { indexClaims } from './claim-index.ts';
import type { AcceptedClaim, Claim } from './types.ts';

const pattern = (key: string): Claim => ({ key, glob: true, path: null, source: 'config', why: '.plumbline.yml' });
const backend = (key: string, path: string): Claim => ({
  key,
  workspaces: 'env:',
  path,
  source: 'backend',
  why: path,
});
const many = (count: number, name: string) => Array.from({ length: count }, (_, i) => pattern(`*${name}-${i}*`));
const repo = (repo_id: string, claims: Claim[]) => ({ repo_id, claims });
const index = (repositories: ReturnType<typeof repo>[], accepted: AcceptedClaim[] = []) =>
  indexClaims({ repositories, accepted, bucket: 'states' });

test('the patterns of one repository push out no others: each has its turn, and what is left out is told', () => {
  const crowd = Array.from({ length: 20 }, (_, i) => repo(`r${i + 10}`, many(200, `r${i + 10}`)));
  const { matches, leftOut } = index([...crowd, repo('z', [pattern('mine/*')])]);
  expect(matches('mine/x').map(({ repo_id }) => repo_id)).toEqual(['z']);
  expect(leftOut.has('z')).toBe(false);
  const kept = crowd.map(({ repo_id }) => 200 - (leftOut.get(repo_id) ?? 0));
  expect(kept.reduce((a, b) => a + b)).toBe(499);
  expect(Math.max(...kept) - Math.min(...kept)).toBeLessThanOrEqual(1);
  expect(index([repo('a', many(200, 'a'))]).leftOut.get('a')).toBe(150);
});

test('patterns that are accepted are looked at first', () => {
  const claims = many(200, 'a');
  const accepted = claims.slice(150, 180).map(({ key }) => ({ repo_id: 'a', key, glob: true, workspaces: null }));
  const { matches } = index([repo('a', claims)], accepted);
  for (const { key } of accepted) expect(matches(key)).toHaveLength(1);
});

test('a key that one repository names thousands of times is not read out for each workspace', () => {
  const twins = Array.from({ length: 3_000 }, (_, i) => backend('k', `m${i}`));
  const { matches } = index([repo('a', twins), repo('b', [backend('k', 'x')])]);
  const found = matches('env:/w/k');
  expect(found.length).toBeLessThanOrEqual(11);
  expect(new Set(found.map(({ repo_id }) => repo_id))).toEqual(new Set(['a', 'b']));
});
