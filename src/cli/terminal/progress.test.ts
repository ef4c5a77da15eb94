import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

function sink(isTTY: boolean, columns = 60) {
  const written: string[] = [];
  return { written, out: { isTTY, columns, write: (text: string) => written.push(text) } };
}

test('rewrites one line on a terminal, and clears it at the end', () => {
  const { written, out } = sink(true);
  let time = 0;
  const progress = createProgress(out, { now: () => time });
  progress.update({ phase: 'reading', done: 1, total: 4, detail: 'aws_vpc.main' });
  time += 100;
  progress.update({ phase: 'reading', done: 2, total: 4, detail: `aws_vpc.${'x'.repeat(100)}` });
  progress.end();
  expect(written[0]).toBe('\r\u001b[Kreading [=====               ] 1/4  aws_vpc.main');
  expect(written[1]).toHaveLength('\r\u001b[K'.length + 59);
  expect(written[2]).toBe('\r\u001b[K');
  expect(written.join('')).not.toContain('\n');
});

test('prints a plain line at most every five seconds elsewhere', () => {
  const { written, out } = sink(false);
  let time = 0;
  const progress = createProgress(out, { now: () => time });
  for (let done = 0; done < 100; done++, time += 100) progress.update({ phase: 'reading', done, total: 100 });
  progress.end();
  expect(written).toEqual(['reading 0/100\n', 'reading 50/100\n']);
});

test('prints nothing under --quiet', () => {
  const { written, out } = sink(true);
  const progress = createProgress(out, { quiet: true });
  progress.update({ phase: 'reading', done: 1, total: 2 });
  progress.end();
  expect(written).toEqual([]);
});

test('prints no control characters of resource names', () => {
  const { written, out } = sink(true);
  createProgress(out).update({ phase: 'reading', done: 1, total: 2, detail: '\u001b[2J' });
  expect(written[0]).toContain(String.raw`\u{1b}[2J`);
});
