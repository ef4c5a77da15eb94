import { CreateGrantCommand, CreateKeyCommand, KMSClient, RevokeGrantCommand } from '@aws-sdk/client-kms';
import { expect, test } from 'vitest';
import { answerOf, callOf } from '../../testkit/gateway-call.ts';
import { startMoto } from '../../testkit/moto.ts';
import { missing } from '../../testkit/needs.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { createGateway } from '../gateway/gateway.ts';
import { createProgress } from '../gateway/progress.ts';
import { createProviderFinder } from './find.ts';
import { createProviderHost } from './host.ts';
import { createSandbox } from './jail/sandbox.ts';
import { isToldGone } from './polls.ts';
import type { ReadRequest } from './types.ts';

const QUEUE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/jobs';
const GRANT = { id: 'k1:g1', key_id: 'k1', grant_id: 'g1' };
const NOT_THERE = answerOf(400, '{"__type":"com.amazonaws.sqs#QueueDoesNotExist"}', {
  'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender',
});

function asked(name: string, body: object, answer = NOT_THERE, times = 3) {
  const progress = createProgress();
  const [service = '', operation = ''] = name.split(':');
  const action = { service, name: operation, protocol: 'json' } as const;
  for (let i = 0; i < times; i += 1) progress.note(callOf({ action, body: JSON.stringify(body) }), answer);
  return progress;
}
const attributes = (url: string) => ({ AttributeNames: ['All'], QueueUrl: url });
const grants = (...ids: string[]) => answerOf(200, JSON.stringify({ Grants: ids.map((GrantId) => ({ GrantId })) }));

test.each([
  [
    'a queue that is said not to exist, again and again',
    'aws_sqs_queue',
    { id: QUEUE },
    asked('sqs:GetQueueAttributes', attributes(QUEUE)),
    true,
  ],
  [
    'one that was asked for twice',
    'aws_sqs_queue',
    { id: QUEUE },
    asked('sqs:GetQueueAttributes', attributes(QUEUE), NOT_THERE, 2),
    false,
  ],
  [
    'one whose name another begins with',
    'aws_sqs_queue',
    { id: QUEUE },
    asked('sqs:GetQueueAttributes', attributes(`${QUEUE}-2`)),
    false,
  ],
  [
    'one whose tags are not there',
    'aws_sqs_queue',
    { id: QUEUE },
    asked('sqs:ListQueueTags', attributes(QUEUE)),
    false,
  ],
  [
    'one that may not be read',
    'aws_sqs_queue',
    { id: QUEUE },
    asked('sqs:GetQueueAttributes', attributes(QUEUE), answerOf(403, '{"__type":"AccessDenied"}')),
    false,
  ],
  [
    'a grant that its key does not have',
    'aws_kms_grant',
    GRANT,
    asked('kms:ListGrants', { KeyId: 'k1' }, grants('g2')),
    true,
  ],
  [
    'a grant that its key has',
    'aws_kms_grant',
    GRANT,
    asked('kms:ListGrants', { KeyId: 'k1' }, grants('g2', 'g1')),
    false,
  ],
  [
    'a grant of a key that is described',
    'aws_kms_grant',
    GRANT,
    asked('kms:DescribeKey', { KeyId: 'k1' }, grants()),
    false,
  ],
  ['a type whose reads do not wait', 'aws_kms_key', { id: 'k1' }, asked('kms:DescribeKey', { KeyId: 'k1' }), false],
] as const)(
  'takes or does not take the word of the cloud for it that something is gone: %s',
  (_, type, before, progress, gone) => {
    expect(isToldGone(type, before, 0, progress)).toBe(gone);
    expect(isToldGone(type, before, performance.now() + 1, progress)).toBe(false);
  },
);

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
      door: gateway.door,
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
      const visit = gateway.visit({
        by,
        account: '123456789012',
        credentials: async () => CREDENTIALS,
        endpoint: moto.url,
        secretValues: false,
        tally: { count: () => undefined },
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
      const { accessKeyId: access_key, secretAccessKey: secret_key } = visit.credentials;
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
          { by, account: '123456789012', fresh: visit.fresh, cloud: visit.cloud, progress: visit.progress },
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
