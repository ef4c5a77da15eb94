import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Analysis } from '../engine/model/analysis.ts';
import { markdownReport } from './markdown.ts';

const GOLDEN = new URL('golden/', import.meta.url);

describe.each(readdirSync(GOLDEN))('Markdown report of golden/%s', (name) => {
  const place = new URL(`${name}/`, GOLDEN);
  const analysis = JSON.parse(readFileSync(new URL('analysis.json', place), 'utf8')) as Analysis;

  test('reads well', async () => {
    await expect(markdownReport(analysis)).toMatchFileSnapshot(new URL('report.md', place).pathname);
  });

  test('removes hidden characters', () => {
    expect(markdownReport(analysis).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u);
  });
});
