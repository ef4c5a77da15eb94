import { expect, test } from 'vitest';
import type { StateInstance } from '../state/parse.ts';
import { longestFirst } from './longest-first.ts';

const typesOf = (...types: string[]) =>
  longestFirst(types.map((type, index) => ({ type, address: `${type}.${index}` }) as StateInstance)).map(
    ({ address }) => address,
  );

test('what may be slow begins first, then what takes many calls, then the service with most of them, each type together', () => {
  const given = ['aws_sns_topic', 'aws_iam_role', 'aws_s3_bucket', 'aws_iam_policy', 'aws_iam_role', 'aws_sqs_queue'];
  expect(typesOf(...given)).toEqual([
    'aws_sqs_queue.5',
    'aws_s3_bucket.2',
    'aws_iam_role.1',
    'aws_iam_role.4',
    'aws_iam_policy.3',
    'aws_sns_topic.0',
  ]);
});

test('none is lost and none is doubled', () => {
  const types = Array.from(
    { length: 100 },
    (_, i) => `aws_${['iam_role', 'vpc', 'sns_topic', 'route53_record'][i % 4]}`,
  );
  expect(new Set(typesOf(...types)).size).toBe(100);
});
