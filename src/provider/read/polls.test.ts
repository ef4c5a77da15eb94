import { CreateGrantCommand, CreateKeyCommand, KMSClient, RevokeGrantCommand } from '@aws-sdk/client-kms';
import { expect, test } from 'vitest';
import { answerOf, callOf } from '../../../testkit/gateway-call.ts';
import { startMoto } from '../../../testkit/moto.ts';
import { missing } from '../../../testkit/needs.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Value } from '../../base/value.ts';
import { createGateway } from '../../clouds/aws/gateway/gateway.ts';
import { createProgress } from '../../clouds/aws/gateway/sessions/progress.ts';
import type { CloudAnswer } from '../../clouds/aws/gateway/call/types.ts';
import { createProviderFinder } from '../find.ts';
import { createProviderHost } from '../host.ts';
import { createSandbox } from '../jail/sandbox.ts';
import { watchPoll } from './polls.ts';
import type { ReadRequest } from '../contract/types.ts';

const QUEUE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/jobs';
const GRANT = { id: 'k1:g1', key_id: 'k1', grant_id: 'g1' };
const NOT_THERE = answerOf(400, '{"__type":"com.amazonaws.sqs#QueueDoesNotExist"}', {
  'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender',
});

type Answered = readonly [name: string, body: object, answer?: CloudAnswer, times?: number];

/** True where a read is reported gone after these answers; `siblings` read by the same attribute at the same time. */
function isGone(type: string, before: Value, answers: readonly Answered[], siblings = 0): boolean {
  const progress = createProgress();
  const watch = watchPoll(type, before, progress);
  const others = Array.from({ length: siblings }, () => watchPoll(type, before, progress));
  for (const [name, body, answer = NOT_THERE, times = 3] of answers) {
    const [service = '', operation = ''] = name.split(':');
    const action = { service, name: operation, protocol: 'json' } as const;
    for (let i = 0; i < times; i += 1) progress.note(callOf({ action, body: JSON.stringify(body) }), answer);
  }
  for (const one of others) one?.stop();
  return watch?.isReportedGone() ?? false;
}
const attributes = (url: string) => ({ AttributeNames: ['All'], QueueUrl: url });
const list = (ids: string[], more: object = {}) =>
  answerOf(200, JSON.stringify({ Grants: ids.map((GrantId) => ({ GrantId })), ...more }));
const grants = (...ids: string[]) => list(ids);
const GET = 'sqs:GetQueueAttributes';
const LIST = 'kms:ListGrants';
const KEY = { KeyId: 'k1' };
const FIRST_PAGE = list(['g2'], { Truncated: true, NextMarker: 'm' });
const TROUBLE = answerOf(503, '{}');

test.each<[what: string, type: string, before: Value, gone: boolean, ...answers: Answered[]]>([
  [
    'a queue that is said not to exist, again and again',
    'aws_sqs_queue',
    { id: QUEUE },
    true,
    [GET, attributes(QUEUE)],
  ],
  ['one that was asked for twice', 'aws_sqs_queue', { id: QUEUE }, false, [GET, attributes(QUEUE), NOT_THERE, 2]],
  ['one whose name another begins with', 'aws_sqs_queue', { id: QUEUE }, false, [GET, attributes(`${QUEUE}-2`)]],
  ['one whose tags are not there', 'aws_sqs_queue', { id: QUEUE }, false, ['sqs:ListQueueTags', attributes(QUEUE)]],
  [
    'one that may not be read',
    'aws_sqs_queue',
    { id: QUEUE },
    false,
    [GET, attributes(QUEUE), answerOf(403, '{"__type":"AccessDenied"}')],
  ],
  ['a grant that its key does not have', 'aws_kms_grant', GRANT, true, [LIST, KEY, grants('g2')]],
  [
    'one that is not in the list, beside trouble',
    'aws_kms_grant',
    GRANT,
    true,
    [LIST, KEY, TROUBLE],
    [LIST, KEY, grants('g2')],
  ],
  ['a grant that its key has', 'aws_kms_grant', GRANT, false, [LIST, KEY, grants('g2', 'g1')]],
  [
    'one that a single answer held',
    'aws_kms_grant',
    GRANT,
    false,
    [LIST, KEY, grants('g1'), 1],
    [LIST, KEY, grants('g2')],
  ],
  ['one that is not on the first page', 'aws_kms_grant', GRANT, false, [LIST, KEY, FIRST_PAGE]],
  ['one that is not on the last page', 'aws_kms_grant', GRANT, false, [LIST, { ...KEY, Marker: 'm' }, grants('g2')]],
  [
    'one that another page holds',
    'aws_kms_grant',
    GRANT,
    false,
    [LIST, KEY, FIRST_PAGE],
    [LIST, { ...KEY, Marker: 'm' }, grants('g1'), 1],
  ],
  [
    'one that a long answer holds',
    'aws_kms_grant',
    GRANT,
    false,
    [LIST, KEY, grants(...Array.from({ length: 10_000 }, (_, i) => `x${i}`), 'g1')],
    [LIST, { ...KEY, Limit: 1 }, grants('g2')],
  ],
  ['one whose list cannot be read', 'aws_kms_grant', GRANT, false, [LIST, KEY, answerOf(200, '{"Grants": [')]],
  ['a grant of a key that is described', 'aws_kms_grant', GRANT, false, ['kms:DescribeKey', KEY, grants()]],
  ['a type whose reads do not wait', 'aws_kms_key', { id: 'k1' }, false, ['kms:DescribeKey', KEY]],
])(
  'takes or does not take the word of the cloud for it that something is gone: %s',
  (_, type, before, gone, ...answers) => {
    expect(isGone(type, before, answers)).toBe(gone);
  },
);

test('counts calls that several reads share in parts', () => {
  expect(isGone('aws_kms_grant', GRANT, [[LIST, KEY, grants('g2'), 3]], 2)).toBe(false);
  expect(isGone('aws_kms_grant', GRANT, [[LIST, KEY, grants('g2'), 9]], 2)).toBe(true);
});

test('ignores calls from before the read and after its end', () => {
  const progress = createProgress();
  const ask = () =>
    progress.note(callOf({ action: { service: 'kms', name: 'ListGrants' }, body: JSON.stringify(KEY) }), grants());
  for (let i = 0; i < 3; i += 1) ask();
  const watch = watchPoll('aws_kms_grant', GRANT, progress);
  expect(watch?.isReportedGone()).toBe(false);
  watch?.stop();
  for (let i = 0; i < 3; i += 1) ask();
  expect(watch?.isReportedGone()).toBe(false);
});

const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };

test.skipIf(await missing('moto', 'aws-provider'))(
  'reports a revoked grant and a deleted queue in seconds, though their provider goes on asking for minutes',
  async () => {
    await using dir = await temporaryDirectory();
    const moto = await startMoto();
    const gateway = createGateway();
    const host = createProviderHost({
      find: createProviderFinder({ cacheDir: dir.path, env: process.env }),
      cacheDir: dir.path,
      childEnv: {},
      sandbox: createSandbox({ mode: 'auto' }),
      openProxy: gateway.openProxy,
    });
    const kms = new KMSClient({ endpoint: moto.url, region: 'eu-west-1', credentials: CREDENTIALS });
    try {
      const { KeyMetadata: { KeyId = '' } = {} } = await kms.send(new CreateKeyCommand());
      const grant = { KeyId, GranteePrincipal: 'arn:aws:iam::123456789012:role/x', Operations: ['Encrypt' as const] };
      const [kept, revoked] = [
        await kms.send(new CreateGrantCommand(grant)),
        await kms.send(new CreateGrantCommand(grant)),
      ];
      await kms.send(new RevokeGrantCommand({ KeyId, GrantId: revoked.GrantId }));
      const by = {};
      const session = gateway.session({
        by,
        account: '123456789012',
        credentials: async () => CREDENTIALS,
        endpoint: moto.url,
        secretValues: false,
        counter: { count: () => undefined },
      });
      const request = (type: string, before: object): ReadRequest => ({
        type,
        schemaVersion: 0,
        attributes: { json: JSON.stringify(before) },
        private: new Uint8Array(),
      });
      const grantOf = ({ GrantId: id }: { GrantId?: string | undefined }) =>
        request('aws_kms_grant', { id: `${KeyId}:${id}`, key_id: KeyId, grant_id: id, operations: ['Encrypt'] });
      const url = `${moto.url}/123456789012/gone`;
      const { accessKeyId: access_key, secretAccessKey: secret_key } = session.credentials;
      const keys = { access_key, secret_key, max_retries: 1, skip_metadata_api_check: 'true' };
      const config = { region: 'eu-west-1', ...keys, skip_credentials_validation: true };
      const need = { source: 'registry.terraform.io/hashicorp/aws', gated: true };
      const read = () =>
        host.use(
          need,
          config,
          async (session) => {
            const since = performance.now();
            const reads = [grantOf(kept), grantOf(revoked), request('aws_sqs_queue', { id: url, url })];
            const outcomes = await Promise.all(reads.map((one) => session.read(one)));
            return { statuses: outcomes.map(({ status }) => status), ms: performance.now() - since };
          },
          undefined,
          { by, account: '123456789012', fresh: session.fresh, cloud: session.cloud, progress: session.progress },
        );
      const { statuses, ms } = await read();
      expect(statuses).toEqual(['read', 'deleted', 'deleted']);
      expect(ms).toBeLessThan(15_000);
    } finally {
      kms.destroy();
      await host.close();
      await gateway.close();
      await moto.stop();
    }
  },
);
