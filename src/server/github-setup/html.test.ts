import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes what is put in, once', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&';
  const page = html`<p>${html`<b title="${evil}">${evil}</b>`}</p>`.html;
  const safe = '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;';
  expect(page).toBe(`<p><b title="${safe}">${safe}</b></p>`);
});
