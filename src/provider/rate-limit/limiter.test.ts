import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRateLimiters, HARD_LIMITS } from './limiter.ts';
import { serviceOf } from '../../clouds/clouds.ts';
import { createWindow } from './window.ts';

test.each([
  ['aws_instance', 'ec2'],
  ['aws_vpc', 'ec2'],
  ['aws_route', 'ec2'],
  ['aws_route_table_association', 'ec2'],
  ['aws_security_group_rule', 'ec2'],
  ['aws_route53_record', 'route53'],
  ['aws_route53_resolver_rule', 'route53resolver'],
  ['aws_iam_role_policy_attachment', 'iam'],
  ['aws_lb_listener', 'elbv2'],
  ['aws_lb_cookie_stickiness_policy', 'elb'],
  ['aws_db_instance', 'rds'],
  ['aws_cloudwatch_log_group', 'logs'],
  ['aws_cloudwatch_metric_alarm', 'cloudwatch'],
  ['aws_cloudwatch_event_rule', 'eventbridge'],
  ['aws_s3_bucket_policy', 's3'],
  ['aws_sfn_state_machine', 'stepfunctions'],
  ['aws_sqs_queue', 'sqs'],
  ['google_compute_instance', 'google_compute'],
  ['time_sleep', 'time'],
  ['local', 'local'],
])('reads %s from %s', (type, service) => {
  expect(serviceOf(type)).toBe(service);
});

describe('a window', () => {
  test('opens the window to its ceiling while nothing is throttled', () => {
    const window = createWindow(40);
    for (let round = 0; round < 5; round += 1) {
      let taken = 0;
      while (window.take()) taken += 1;
      expect(taken).toBe(Math.min(40, 16 * 2 ** round));
      for (let i = 0; i < taken; i += 1) window.release(false);
    }
  });

  test('halves the window once for simultaneous throttles, and adds one a round from then on', () => {
    const window = createWindow(40);
    while (window.take());
    for (let i = 0; i < 16; i += 1) window.release(true);
    expect(window.limit).toBe(8);
    for (let i = 0; i < 8; i += 1) window.take();
    for (let i = 0; i < 8; i += 1) window.release(false);
    expect(Math.floor(window.limit)).toBe(8);
    for (let i = 0; i < 9; i += 1) window.take();
    window.release(true);
    expect(window.limit).toBe(4);
  });

  test('keeps the window open, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 300 }), (throttles) => {
        const window = createWindow(10);
        for (const throttled of throttles) {
          expect(window.take()).toBe(true);
          window.release(throttled);
        }
        expect(window.limit).toBeGreaterThanOrEqual(1);
        expect(window.limit).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe('limiters', () => {
  const open = () => {
    const clock = { now: 0 };
    return { clock, limiterOf: createRateLimiters({ ceiling: 40, limits: HARD_LIMITS, now: () => clock.now }) };
  };

  test('asks Route 53 four times a second per account, two requests a record', () => {
    const { clock, limiterOf } = open();
    const record = (account: string): boolean => {
      const limiter = limiterOf('aws_route53_record', account);
      const taken = limiter.take('aws_route53_record');
      if (taken) limiter.done(false);
      return taken;
    };
    expect([record('1'), record('1'), record('1')]).toEqual([true, true, false]);
    expect(record('2')).toBe(true);
    expect(limiterOf('aws_route53_record', '1').waitMs('aws_route53_record')).toBe(500);
    clock.now += 500;
    expect([record('1'), record('1')]).toEqual([true, false]);
    expect(limiterOf('aws_route53_zone', '1').waitMs('aws_route53_zone')).toBe(750);
  });

  test("slows no service for another's throttles", () => {
    const { limiterOf } = open();
    const iam = limiterOf('aws_iam_role', '1');
    const taken = (): number => {
      let count = 0;
      while (iam.take('aws_iam_role')) count += 1;
      for (let i = 0; i < count; i += 1) iam.done(true);
      return count;
    };
    expect([taken(), taken(), taken()]).toEqual([16, 8, 4]);
    expect(limiterOf('aws_iam_policy', '1')).toBe(iam);
    const sqs = limiterOf('aws_sqs_queue', '1');
    for (let i = 0; i < 16; i += 1) expect(sqs.take('aws_sqs_queue')).toBe(true);
  });
});
