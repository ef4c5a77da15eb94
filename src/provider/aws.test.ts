import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateRoleCommand, DeleteRoleCommand, IAMClient, TagRoleCommand } from '@aws-sdk/client-iam';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { startMoto } from '../../testkit/moto.ts';
import { missing } from '../../testkit/needs.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { readReach } from '../clouds/tunnel/reach.ts';
import { openTunnel } from '../clouds/tunnel/tunnel.ts';
import { createSandbox } from './jail/sandbox.ts';
import { createProviderFinder } from './find.ts';
import { createProviderHost } from './host.ts';
import { createClientCertificate } from './launch/handshake.ts';
import type { ProviderEvent } from './process/events.ts';
import type { ReadRequest } from './contract/types.ts';

const NEED = { source: 'registry.terraform.io/hashicorp/aws' };
const TRUST = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'ec2.amazonaws.com' } }],
});

const instance = (type: string, schemaVersion: number, attributes: object): ReadRequest => ({
  type,
  schemaVersion,
  attributes: { json: JSON.stringify(attributes) },
  private: new Uint8Array(),
});

describe.skipIf(await missing('moto', 'aws-provider'))('the AWS provider, on moto', () => {
  test('reads what exists, reports what was deleted, and runs a process per configuration', async () => {
    await using dir = await temporaryDirectory();
    const bundle = join(dir.path, 'bundle.pem');
    await writeFile(bundle, createClientCertificate().certificate);
    const moto = await startMoto();
    const events: ProviderEvent[] = [];
    const host = createProviderHost({
      find: createProviderFinder({ cacheDir: dir.path, env: process.env }),
      cacheDir: dir.path,
      // With a CA bundle, the provider cannot be configured twice in a process: the host has to launch a new one.
      childEnv: { AWS_CA_BUNDLE: bundle },
      sandbox: createSandbox({ mode: 'auto' }),
      tunnel: () => openTunnel({ rules: readReach([`127.0.0.1:${new URL(moto.url).port}`]), isAllowed: () => false }),
      processes: 1,
      onEvent: (event) => events.push(event),
    });
    const settings = {
      endpoint: moto.url,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    };
    const iam = new IAMClient(settings);
    const sqs = new SQSClient(settings);
    const config = (region: string) => ({
      region,
      access_key: 'testing',
      secret_key: 'testing',
      skip_requesting_account_id: true,
      skip_metadata_api_check: 'true',
      max_retries: 3,
      endpoints: [{ iam: moto.url, sqs: moto.url, sts: moto.url }],
    });
    try {
      for (const RoleName of ['kept', 'removed'])
        await iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: TRUST }));
      await iam.send(new TagRoleCommand({ RoleName: 'kept', Tags: [{ Key: 'team', Value: 'data' }] }));
      await iam.send(new DeleteRoleCommand({ RoleName: 'removed' }));
      const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'jobs' }));

      const outcomes = await host.use(NEED, config('eu-west-1'), (session) =>
        Promise.all([
          session.read({
            ...instance('aws_iam_role', 0, { id: 'kept', name: 'kept', tags_all: {} }),
            identity: { schemaVersion: 0, json: '{"name":"kept"}' },
          }),
          session.read(instance('aws_iam_role', 0, { id: 'removed', name: 'removed' })),
          session.read(instance('aws_sqs_queue', 0, { id: QueueUrl, url: QueueUrl })),
          session.read(instance('aws_no_such_thing', 0, {})),
          session.read(instance('aws_sqs_queue', 9, { id: QueueUrl })),
        ]),
      );
      expect(outcomes).toMatchObject([
        { status: 'read', before: { tags_all: {} }, live: { tags_all: { team: 'data' }, arn: expect.any(String) } },
        { status: 'deleted', before: { name: 'removed' } },
        { status: 'read', live: { name: 'jobs', visibility_timeout_seconds: 30 } },
        { status: 'unsupported', reason: 'unknown_type' },
        { status: 'unsupported', reason: 'schema_too_new' },
      ]);

      const count = (kind: ProviderEvent['kind']): number => events.filter((event) => event.kind === kind).length;
      expect([count('launched'), count('configured'), count('schema_fetched')]).toEqual([1, 1, 1]);
      for (const region of ['us-east-1', 'us-east-1', 'eu-west-1'])
        await host.use(NEED, config(region), (session) => session.resourceSchema('aws_vpc'));
      expect([count('launched'), count('configured'), count('schema_fetched')]).toEqual([3, 3, 1]);
      await expect(host.use(NEED, { ...config('x'), nope: 1 }, async () => 'never')).rejects.toThrow(
        'nope is not a setting',
      );
    } finally {
      iam.destroy();
      sqs.destroy();
      await host.close();
      await moto.stop();
    }
    expect(events.at(-1)).toMatchObject({ kind: 'ended', detail: 'exited with code 0' });
  });
});
