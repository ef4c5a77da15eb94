import { expect, test } from 'vitest';
import { shippedRecall } from '../../testkit/recall.ts';
import { whyOf } from './why.ts';

const recall = shippedRecall();
const OPENED = 'aws_security_group.bastion: SSH (22/tcp) was opened to the internet';

test('names the nearest phrase of the incident’s families, and the words that both have', () => {
  expect(whyOf(recall, 'let our vendor log in from home', OPENED)).toEqual({
    phrase: 'let the vendor log in from home',
    words: [],
  });
  expect(whyOf(recall, 'opening ssh on aws_security_group.bastion', OPENED)).toMatchObject({
    words: ['opening', 'ssh', 'aws_security_group.bastion'],
  });
});

test('names no phrase of another family, and none that is far', () => {
  const lowered = 'aws_db_instance.orders: The backup retention was lowered from 30 to 7 days';
  expect(whyOf(recall, 'let the vendor log in from home', lowered)).toEqual({ phrase: undefined, words: [] });
  expect(whyOf(recall, 'bake bread without yeast', OPENED)).toEqual({ phrase: undefined, words: [] });
});
