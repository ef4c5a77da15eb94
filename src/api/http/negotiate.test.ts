import { expect, test } from 'vitest';
import { negotiate } from './negotiate.ts';

const JSON_TYPE = 'application/json';
const TEXT = 'text/plain';
const OPEN = 'application/openmetrics-text';
const PROMETHEUS =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1';

test.each([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['text/plain', TEXT],
  ['TEXT/Plain; version=0.0.4', TEXT],
  ['text/*', TEXT],
  ['application/openmetrics-text; version=1.0.0', OPEN],
  [PROMETHEUS, OPEN],
  ['text/plain;q=0.5, application/json;q=0.4', TEXT],
  ['text/plain;q=0.4, application/json;q=0.5', JSON_TYPE],
  ['text/plain;q=0.5, */*;q=0.9', JSON_TYPE],
  ['*/*, application/json;q=0', TEXT],
  ['*/*, application/json;q=0, text/*;q=0', OPEN],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', JSON_TYPE],
  ['image/png', JSON_TYPE],
  ['text/plain;q=0', JSON_TYPE],
  ['text/plain;q=7', JSON_TYPE],
  ['text/plain;q=NaN', JSON_TYPE],
  ['*/plain', JSON_TYPE],
  [',,;q=1,/', JSON_TYPE],
  ['text/plain, text/plain;q=0.1, application/json;q=0.5', TEXT],
])('answers %s with %s', (accept, type) => {
  expect(negotiate(accept, [JSON_TYPE, TEXT, OPEN])).toBe(type);
});
