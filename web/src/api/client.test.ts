import { expect, test, vi } from 'vitest';
import { ask, askPage } from './client.ts';
import { problemOf, unreachable, wordsOf } from './problem.ts';

const answered = <Data>(data: Data | undefined, init: ResponseInit, error?: unknown) =>
  Promise.resolve({ ...(data !== undefined && { data }), error, response: new Response(null, init) });

test('turns an error of the API into a problem in the words of the server', async () => {
  const body = { detail: 'No such analysis.', status: 404, code: 'not_found', request_id: 'req_1' };
  await expect(ask(answered(undefined, { status: 404 }, body))).rejects.toMatchObject({
    message: 'No such analysis.',
    status: 404,
    code: 'not_found',
    requestId: 'req_1',
  });
});

test('reads a problem from the answer of a proxy', () => {
  const problem = problemOf(
    '<html>Bad gateway</html>',
    new Response('', { status: 502, headers: { 'Retry-After': '7' } }),
  );
  expect(problem).toMatchObject({ status: 502, code: 'unknown', retryAfterMs: 7000, fields: [] });
  expect(problem.message).toContain('502');
});

test('treats an unreachable server as temporary', async () => {
  await expect(ask(Promise.reject(new TypeError('Failed to fetch')))).rejects.toMatchObject({ status: 0 });
});

test('promises a retry only where there is one', () => {
  expect(wordsOf(unreachable(), true)).toMatch(/does not answer.*this page tries again/);
  expect(wordsOf(unreachable(), false)).toMatch(/does not answer.*do it again; what you typed is kept/);
  const refused = problemOf({ detail: 'No such analysis.' }, new Response('', { status: 404 }));
  expect([wordsOf(refused, true), wordsOf(refused, false)]).toEqual(['No such analysis.', 'No such analysis.']);
});

test('reads the cursor of the next page, and none at the end', async () => {
  vi.stubGlobal('location', { href: 'http://127.0.0.1/o/org_1' });
  const link = '</api/v1/orgs/org_1/analyses?limit=2&cursor=abc%3D>; rel="next"';
  expect(await askPage(answered([1, 2], { headers: { Link: link } }))).toEqual({ rows: [1, 2], next: 'abc=' });
  expect(await askPage(answered([3], {}))).toEqual({ rows: [3], next: undefined });
});
