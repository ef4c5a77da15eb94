import { expect, test } from 'vitest';
import { errorsOf, presentable } from './errors.ts';

test('counts errors only, no warnings', () => {
  const warning = { severity: 'WARNING', summary: 'Deprecated', detail: 'soon gone' } as const;
  expect(errorsOf([warning])).toBeUndefined();
  expect(errorsOf([warning, { severity: 'ERROR', summary: 'Broken', detail: 'badly' }])).toBe('Broken: badly');
});

test('redacts a secret at the cut whole, and cuts no character in half', () => {
  const redact = (text: string): string => text.replaceAll('hunter2', '(sensitive)');
  const shown = presentable(`${'x'.repeat(496)}hunter2${'y'.repeat(50)}`, redact);
  expect(shown).toHaveLength(500);
  expect(shown).not.toContain('hun');
  expect(presentable(`${'x'.repeat(498)}😀😀`, String).isWellFormed()).toBe(true);
});

test('removes control characters', () => {
  expect(presentable('a\u001b[31mred\r\n\tb', String)).toBe('a [31mred b');
});
