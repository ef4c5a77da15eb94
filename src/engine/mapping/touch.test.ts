import { describe, expect, test } from 'vitest';
import { createTouch } from './touch.ts';
import type { Layout } from './types.ts';

const LAYOUT: Layout = {
  roots: ['.', 'infra/network', 'infra/app', 'infra/app/nested', 'other'],
  modules: {
    '.': { calls: ['modules/tags'], files: ['templates'] },
    'infra/network': { calls: ['modules/vpc'] },
    'infra/app': { calls: ['modules/service'], files: ['policies/app.json'] },
    'modules/service': { calls: ['modules/tags', 'modules/service/sub'] },
    'modules/service/sub': {},
    'modules/vpc': { calls: ['modules/service'] },
  },
};

function touchedBy(paths: string[], named: string[] = []) {
  const touched = createTouch(LAYOUT, new Set(named))(paths.map((path) => ({ path })));
  return { anything: touched.anything, roots: [...LAYOUT.roots, ...named].filter((one) => touched.has(one)) };
}

describe('changed files', () => {
  test.each<[string, string[], string[]]>([
    ['in a root module touch it', ['infra/network/main.tf'], ['infra/network']],
    ['beneath a root module touch it', ['infra/app/files/a/b.sh'], ['infra/app']],
    ['in a root module within another one touch the inner one', ['infra/app/nested/x.tf'], ['infra/app/nested']],
    [
      'in a local module touch whoever calls it, through others too',
      ['modules/tags/main.tf'],
      ['.', 'infra/network', 'infra/app'],
    ],
    ['in a module within a module touch its callers', ['modules/service/sub/files/x'], ['infra/network', 'infra/app']],
    ['in a module that nobody calls touch nothing', ['modules/unused/main.tf'], []],
    ["in the repository's own directory touch that root module", ['main.tf'], ['.']],
    ['elsewhere touch that root module only where its files name them', ['src/app.ts', '.github/x.yml'], []],
    ['that files name touch them', ['templates/user/data.sh', 'policies/app.json'], ['.', 'infra/app']],
    [
      'of variables outside of root modules touch those beside and beneath',
      ['infra/vars/prod.tfvars'],
      ['infra/network', 'infra/app', 'infra/app/nested'],
    ],
    [
      'of variables far away touch all beneath where they lie',
      ['env/prod.tfvars'],
      ['.', 'infra/network', 'infra/app', 'infra/app/nested', 'other'],
    ],
    ['of variables in a root module touch that one', ['infra/network/env/prod.tfvars'], ['infra/network']],
  ])('%s', (_, paths, roots) => {
    expect(touchedBy(paths)).toEqual({ anything: true, roots });
  });

  test('of prose touch nothing', () => {
    expect(touchedBy(['infra/network/README.md', 'README.md'])).toEqual({ anything: false, roots: [] });
  });

  test('that were moved touch where they were', () => {
    const moved = { path: 'other/x.tf', previous_path: 'infra/app/x.tf' };
    const touched = createTouch(LAYOUT, new Set())([moved]);
    expect(LAYOUT.roots.filter((one) => touched.has(one))).toEqual(['infra/app', 'other']);
  });

  test('touch every directory around them that somebody gave', () => {
    expect(touchedBy(['infra/app/main.tf'], ['infra', 'services']).roots).toEqual(['infra/app', 'infra']);
  });

  test('modules that call each other in a circle are no trouble', () => {
    const layout: Layout = { roots: ['a'], modules: { a: { calls: ['b'] }, b: { calls: ['c'] }, c: { calls: ['b'] } } };
    expect(createTouch(layout, new Set())([{ path: 'c/x.tf' }]).has('a')).toBe(true);
  });

  test('in names of objects are names like any other', () => {
    const layout: Layout = { roots: ['__proto__', 'constructor'], modules: {} };
    expect(createTouch(layout, new Set())([{ path: '__proto__/x.tf' }]).has('__proto__')).toBe(true);
  });
});
