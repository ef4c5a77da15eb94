import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pieces } from '../testkit/markdown.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = globSync(['*.md', '{docs,action}/**/*.md'], { cwd: ROOT }).toSorted();
/** Source files, whose texts and comments refer to pages of the documentation. */
const SOURCES = globSync(['{src,web/src}/**/*.{ts,tsx}', 'action/*.yml'], { cwd: ROOT }).filter(
  (path) => !/\.test\.tsx?$/.test(path),
);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The anchors of a page's headings at a code host: all but the first of equal ones have a number. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  const outsideCode = read(page).replace(/^ *(```|~~~)[^]*?^ *\1/gm, '');
  for (const [, heading = ''] of outsideCode.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = text.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The problem of a link in `from`; undefined if it is valid. */
function faultOf(link: string, from: string): string | undefined {
  const [path = '', anchor] = decodeURIComponent(link).split('#');
  const target = path === '' ? from : relative(ROOT, join(ROOT, dirname(from), path));
  if (!existsSync(join(ROOT, target))) return `${from}: there is no ${target}`;
  const isMissing = anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
  return isMissing ? `${from}: ${target} has no heading #${anchor}` : undefined;
}

const LINKING = new Set(['link', 'image', 'definition']);

/** Links within the repository. A link's target is the first line of its piece. */
const linksOf = (page: string): string[] =>
  pieces(read(page))
    .filter(({ type }) => LINKING.has(type))
    .map(({ text }) => text.split('\n')[0]!)
    .filter((link) => !/^[a-z]+:/i.test(link));

describe('links', () => {
  test.each(PAGES)('of %s lead to a file and a heading that are there', (page) => {
    expect(linksOf(page).flatMap((link) => faultOf(link, page) ?? [])).toEqual([]);
  });

  test('to pages in texts and comments of the sources lead to pages that are there', () => {
    const faults = SOURCES.flatMap((source) =>
      [...read(source).matchAll(/\bdocs\/[\w-]+\.md(?:#[\w-]+)?/g)].map(([link]) => [
        source,
        faultOf(link, 'README.md'),
      ]),
    ).filter(([, fault]) => fault !== undefined);
    expect(faults).toEqual([]);
  });

  test('reach every page of docs/ from its index', () => {
    const linked = new Set(linksOf('docs/index.md').map((link) => join('docs', link.split('#')[0]!)));
    const pages = PAGES.filter((page) => dirname(page) === 'docs' && page !== join('docs', 'index.md'));
    expect(pages.filter((page) => !linked.has(page))).toEqual([]);
  });
});
