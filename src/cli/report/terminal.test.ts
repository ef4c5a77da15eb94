import { readdirSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Analysis } from '../../engine/model/analysis.ts';
import { terminalReport } from './terminal.ts';
import { columns } from '../../texts/width.ts';

const ANALYSES = new URL('../../texts/golden/', import.meta.url);
const GOLDEN = new URL('golden/', import.meta.url);

describe.each(readdirSync(ANALYSES))('terminal report of golden/%s', (name) => {
  const place = new URL(`${name}/`, GOLDEN);
  const analysis = JSON.parse(readFileSync(new URL(`${name}/analysis.json`, ANALYSES), 'utf8')) as Analysis;

  test.each([80, 120])('reads well at %d columns', async (width) => {
    const text = terminalReport(analysis, { width, color: false });
    await expect(text).toMatchFileSnapshot(new URL(`terminal-${width}.txt`, place).pathname);
    for (const line of text.split('\n')) expect(columns(line)).toBeLessThanOrEqual(width);
  });

  test('says the same with colours as without', () => {
    const colored = terminalReport(analysis, { width: 80, color: true });
    expect(stripVTControlCharacters(colored)).toBe(terminalReport(analysis, { width: 80, color: false }));
  });

  test('lets nothing through that steers a terminal or hides', () => {
    const text = terminalReport(analysis, { width: 80, color: false });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u);
  });
});
