import { describe, expect, test } from 'vitest';
import { answerOf, callOf } from '../../../../../testkit/gateway-call.ts';
import { createUnanswered } from './unanswered.ts';

const head = callOf({
  method: 'HEAD',
  target: '/acme%2Dassets',
  action: { service: 's3', name: 'HeadBucket', protocol: 'rest-xml', permissions: ['s3:ListBucket'] },
});
const form = callOf({ body: 'Action=GetRole&RoleName=deploy%2Fprod' });

function noted(call: typeof head, status: number, body = ''): ReturnType<typeof createUnanswered> {
  const unanswered = createUnanswered();
  unanswered.note(call, answerOf(status, body));
  return unanswered;
}

describe('unanswered calls', () => {
  test.each([400, 403, 301, 500, 503])('treats a HEAD with %i as unanswered', (status) => {
    expect(noted(head, status).about(['acme-assets'], 0)).toContain(
      `s3:HeadBucket was answered with StatusCode: ${status}`,
    );
  });

  test.each([200, 304, 404])('treats a HEAD with %i as answered', (status) => {
    expect(noted(head, status).about(['acme-assets'], 0)).toBeUndefined();
  });

  test.each([
    [403, ''],
    [401, ''],
    [429, ''],
    [500, ''],
    [400, '<ErrorResponse><Error><Code>Throttling</Code></Error></ErrorResponse>'],
    [400, '<ErrorResponse><Error><Code>ExpiredToken</Code></Error></ErrorResponse>'],
  ])('treats another call with %i %s as unanswered', (status, body) => {
    expect(noted(form, status, body).about(['deploy/prod'], 0)).toContain(`StatusCode: ${status}`);
  });

  test.each([
    [200, ''],
    [404, ''],
    [400, '<ErrorResponse><Error><Code>InvalidGroup.NotFound</Code></Error></ErrorResponse>'],
  ])('treats another call with %i %s as answered', (status, body) => {
    expect(noted(form, status, body).about(['deploy/prod'], 0)).toBeUndefined();
  });

  test('reports only calls that name the instance, since the given time', () => {
    const unanswered = noted(head, 403);
    expect(unanswered.about(['other', ''], 0)).toBeUndefined();
    expect(unanswered.about(['acme-assets'], performance.now() + 1)).toBeUndefined();
    expect(unanswered.about([], 0)).toBeUndefined();
  });

  test.each([
    ['an answer', form, 200, '', true],
    ['"not found"', head, 404, '', true],
    ['a denial', head, 403, '', false],
    ['trouble', form, 503, '', false],
    ['expired credentials', form, 400, '<Error><Code>ExpiredToken</Code></Error>', false],
    ['what STS tells everybody', callOf({ action: { service: 'sts', name: 'GetCallerIdentity' } }), 200, '', false],
  ])("decides whether %s is the cloud's answer", (_what, call, status, body, expected) => {
    const unanswered = noted(call, status, body);
    expect(unanswered.isAnswered(0)).toBe(expected);
    expect(unanswered.isAnswered(performance.now() + 1)).toBe(false);
  });

  test('names the permission that may be missing', () => {
    expect(noted(head, 403).about(['acme-assets'], 0)).toContain('not authorized to perform: s3:ListBucket');
  });

  test('remembers the latest calls', () => {
    const unanswered = noted(form, 403);
    for (let i = 0; i < 500; i += 1) unanswered.note(head, answerOf(403, ''));
    expect(unanswered.about(['deploy/prod'], 0)).toBeUndefined();
    expect(unanswered.about(['acme-assets'], 0)).toBeDefined();
  });
});
