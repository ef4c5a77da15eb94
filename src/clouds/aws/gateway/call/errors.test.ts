import { encode } from '@msgpack/msgpack';
import { expect, test } from 'vitest';
import { answerOf } from '../../../../../testkit/gateway-call.ts';
import { errorAnswer, errorCodeOf } from './errors.ts';

const ec2 =
  '<Response><Errors><Error><Code>InvalidVpcID.NotFound</Code><Message>no</Message></Error></Errors></Response>';
// CBOR of {"__type": "com.amazonaws.sqs#QueueDoesNotExist"}: a map of one, a text of 6, a text of 34.
const cbor = Buffer.concat([
  Buffer.from([0xa1, 0x66]),
  Buffer.from('__type'),
  Buffer.from([0x78, 35]),
  Buffer.from('com.amazonaws.sqs#QueueDoesNotExist'),
]);

test.each([
  ['XML', answerOf(400, ec2), 'InvalidVpcID.NotFound'],
  ['XML of S3', answerOf(404, '<Error><Code>NoSuchTagSet</Code></Error>'), 'NoSuchTagSet'],
  ['JSON', answerOf(400, '{"__type":"com.amazonaws.kms#NotFoundException","message":"x"}'), 'NotFoundException'],
  [
    'a header',
    answerOf(429, '{}', { 'x-amzn-errortype': 'TooManyRequestsException:http://x' }),
    'TooManyRequestsException',
  ],
  [
    'a query header',
    answerOf(400, '{}', { 'x-amzn-query-error': 'AWS.NonExistentQueue;Sender' }),
    'AWS.NonExistentQueue',
  ],
  ['CBOR', { status: 400, headers: {}, body: cbor }, 'QueueDoesNotExist'],
  ['nothing', answerOf(404, ''), undefined],
  ['a success', answerOf(200, '<Code>x</Code>'), undefined],
  ['something else', { status: 500, headers: {}, body: Buffer.from(encode({ a: 1 })) }, undefined],
])('reads the code of an error from %s', (_where, answer, code) => {
  expect(errorCodeOf(answer)).toBe(code);
});

test.each(['query', 'ec2', 'json', 'rest-json', 'rest-xml', 'smithy-rpc-v2-cbor'] as const)(
  'reads the code of its own errors in %s',
  (protocol) => {
    for (const code of ['PlumblineRefused', 'PlumblineUnknownEndpoint', 'PlumblineSecretValuesOff'])
      expect(errorCodeOf(errorAnswer(protocol, 403, code, 'x'.repeat(300)))).toBe(code);
  },
);
