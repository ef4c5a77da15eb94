import { expect, test } from 'vitest';
import { attributeOf, findingOf } from '../../testkit/stored-analysis.ts';
import type { Finding } from '../engine/model/analysis.ts';
import { findingsCsv } from './csv.ts';

async function csvOf(finding: Finding): Promise<string> {
  const pages = (async function* () {
    yield [finding];
    await Promise.resolve();
  })();
  return (await Array.fromAsync(findingsCsv(pages))).join('');
}

test('quotes every cell, so that quotes, commas and line ends stay in theirs', async () => {
  const text = await csvOf(findingOf('aws_vpc.a["x,y"]', { message: 'one\r\ntwo' }));
  expect(text).toContain('"aws_vpc.a[""x,y""]"');
  expect(text).toContain('"one\r\ntwo"');
  expect(text.split('\r\n')[0]).toMatch(/^"severity","change","resource",/);
});

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(1)', '\t=1', ' =1', '|calc', '%1'])(
  'makes no formula of %j',
  async (name) => {
    const text = await csvOf(findingOf(name, { attributes: [attributeOf(name, '=1', 'b')] }));
    expect(text).toContain(`"'${name.replaceAll('"', '""')}"`);
    const cells = [...text.matchAll(/"((?:[^"]|"")*)"/g)].map(([, inner = '']) => inner);
    expect(cells.filter((one) => /^\s*[=+\-@|%]/.test(one))).toEqual([]);
  },
);
