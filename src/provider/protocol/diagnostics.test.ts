import { expect, test } from 'vitest';
import { errorsOf, presentable } from './diagnostics.ts';

test('only errors count; a warning is no failure', () => {
  const warning = { severity: 'WARNING', summary: 'Deprecated', detail: 'soon gone' } as const;
  expect(errorsOf([warning])).toBeUndefined();
  expect(errorsOf([warning, { severity: 'ERROR', summary: 'Broken', detail: 'badly' }])).toBe('Broken: badly');
});

test('a secret at the cut is redacted whole, and the cut leaves no half of a character', () => {
  const redact = (text: string): string => text.replaceAll('hunter2', '(sensitive)');
  const shown = presentable(`${'x'.repeat(496)}hunter2${'y'.repeat(50)}`, redact);
  expect(shown).toHaveLength(500);
  expect(shown).not.toContain('hun');
  expect(presentable(`${'x'.repeat(498)}😀😀`, String).isWellFormed()).toBe(true);
});

test('control characters do not get through', () => {
  expect(presentable('a\u001b[31mred\r\n\tb', String)).toBe('a [31mred b');
});
