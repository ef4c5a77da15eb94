import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { redirectUrl } from './redirect.ts';

const PUBLIC = 'https://plumbline.example.com';
const to = (value: string | undefined, publicUrl = PUBLIC, fallback = '?checkout=success') =>
  redirectUrl(publicUrl, { name: 'success_url', value, fallback });

describe('the address that a payment page leads back to', () => {
  test.each([
    ['https://plumbline.example.com', 'https://plumbline.example.com/'],
    ['https://plumbline.example.com/a/b?c=d#e', 'https://plumbline.example.com/a/b?c=d#e'],
    ['HTTPS://PlumbLine.Example.COM/Path', 'https://plumbline.example.com/Path'],
    ['https://plumbline.example.com:443/', 'https://plumbline.example.com/'],
    ['https://plumbline.example.com/a/../b', 'https://plumbline.example.com/b'],
    [
      'https://plumbline.example.com/?session={CHECKOUT_SESSION_ID}',
      'https://plumbline.example.com/?session={CHECKOUT_SESSION_ID}',
    ],
  ])('accepts %s', (value, expected) => expect(to(value)).toBe(expected));

  test.each([
    'https://evil.example',
    'http://plumbline.example.com/',
    'https://plumbline.example.com:8443/',
    'https://plumbline.example.com.evil.example/',
    'https://evil.example/https://plumbline.example.com/',
    'https://plumbline.example.com@evil.example/',
    'https://plumbline.example.com:x@evil.example/',
    'https://user@plumbline.example.com/',
    'https://user:password@plumbline.example.com/',
    'https://:@evil.example/',
    'https://plumbline.example.com./',
    'https://sub.plumbline.example.com/',
    'https://evil.example\\@plumbline.example.com/',
    'https:\\\\plumbline.example.com/',
    'https://plumbline.example.com\\.evil.example/',
    'https://plumbline.example.com/\\evil.example',
    '//evil.example/',
    '//plumbline.example.com/',
    '/\\evil.example',
    '/billing',
    'billing',
    '',
    ' https://plumbline.example.com/',
    'https://plumbline.example.com/\n',
    'https://plumb\tline.example.com/',
    'https://plumbline.example.com/\u0000',
    'https://plumbline.example.com\u3000/',
    'javascript:alert(1)',
    'javascript://plumbline.example.com/%0aalert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,hello',
    'blob:https://plumbline.example.com/9115d58c',
    'filesystem:https://plumbline.example.com/x',
    'view-source:https://plumbline.example.com/',
    'ftp://plumbline.example.com/',
    'file:///etc/passwd',
    'https://',
    'https:///evil.example',
    'https://plumbline.example.com:99999/',
    'https://plumblinе.example.com/',
  ])('rejects %j', (value) => {
    expect(() => to(value)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        fields: [
          { path: '/success_url', message: 'must be an address that begins with https://plumbline.example.com/' },
        ],
      }),
    );
  });

  test('defaults to the public address', () => {
    expect(to(undefined)).toBe('https://plumbline.example.com/?checkout=success');
    expect(to(undefined, 'https://example.com/plumbline')).toBe('https://example.com/plumbline?checkout=success');
    expect(to(undefined, 'http://127.0.0.1:8080', '')).toBe('http://127.0.0.1:8080/');
  });

  test('compares ports too', () => {
    expect(to('http://127.0.0.1:8080/x', 'http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080/x');
    for (const other of ['http://127.0.0.1/', 'http://127.0.0.1:8081/', 'http://localhost:8080/'])
      expect(() => to(other, 'http://127.0.0.1:8080')).toThrow(AppError);
  });

  test('returns only plain addresses of this server', () => {
    const part = fc.constantFrom(
      'https:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '443',
      'plumbline.example.com',
      'evil',
      '.',
      '?',
      '#',
      ' ',
      '%2f',
      '\t',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (value) => {
          let passed: string;
          try {
            passed = to(value);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            return;
          }
          expect(passed.startsWith(`${PUBLIC}/`)).toBe(true);
          expect(passed).not.toMatch(/[\s\\]/);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
