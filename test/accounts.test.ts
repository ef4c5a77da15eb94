import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runLocalScan, type LocalScanInput } from '../src/server/compose-scan.ts';
import { motoEnvironment } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const HOME = '123456789012';
const OTHER = '222222222222';
const TEMPLATE = 'arn:aws:iam::{account}:role/plumbline';
const AWS = 'registry.terraform.io/hashicorp/aws';
const TOFU = 'registry.opentofu.org/hashicorp/aws';

/** Starts a proxy before an emulator that can reject access keys as expired, as AWS does, and records all used keys. */
async function startGate(url: string) {
  const expired = new Set<string>();
  const seen = new Set<string>();
  let after = Number.POSITIVE_INFINITY;
  const server: Server = createServer((incoming, outgoing) => {
    const { authorization = '' } = incoming.headers;
    const [, key = ''] = /Credential=([^/]+)\//.exec(authorization) ?? [];
    const [, service] = /\/([a-z0-9-]+)\/aws4_request/.exec(authorization) ?? [];
    if (service === 'sns') {
      seen.add(key);
      after -= 1;
      if (after === 0) expired.add(key);
    }
    if (expired.has(key)) {
      const text =
        '<ErrorResponse><Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>The security token included in the request is expired</Message></Error></ErrorResponse>';
      outgoing.writeHead(403, { 'content-type': 'text/xml' }).end(text);
      return incoming.resume();
    }
    const on = request(new URL(incoming.url ?? '/', url), { method: incoming.method, headers: incoming.headers });
    on.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }).on('error', () => outgoing.destroy());
    return incoming.pipe(on);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** Lets the credentials of the nth call expire with that call. */
    expireAt: (calls: number) => (after = calls),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Creates a topic. The emulator reads account and region from the signature's key and scope, and does not verify it.
 */
async function createTopic(url: string, { name, region }: Topic, key: string): Promise<void> {
  const scope = `Credential=${key}/20250101/${region}/sns/aws4_request, SignedHeaders=host, Signature=0`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 ${scope}`, 'x-amz-date': '20250101T000000Z' },
    body: new URLSearchParams({ Action: 'CreateTopic', Version: '2010-03-31', Name: name }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

type Topic = { name: string; region: string; account: string; alias?: string };

const arnOf = ({ name, region, account }: Topic) => `arn:aws:sns:${region}:${account}:${name}`;

function stateOf(topics: Topic[]): string {
  const resources = topics.map((topic) => ({
    mode: 'managed',
    type: 'aws_sns_topic',
    name: topic.name,
    provider: `provider["${AWS}"]${topic.alias === undefined ? '' : `.${topic.alias}`}`,
    instances: [{ schema_version: 0, attributes: { id: arnOf(topic), arn: arnOf(topic), name: topic.name } }],
  }));
  return JSON.stringify({ version: 4, terraform_version: '1.11.4', serial: 1, lineage: 'x', resources });
}

describe.skipIf(await missing('moto', 'aws-provider'))('accounts and regions of one state, on moto', () => {
  const stack = new AsyncDisposableStack();
  const topics: Topic[] = [
    { name: 'here', region: 'eu-west-1', account: HOME },
    { name: 'there', region: 'eu-west-1', account: OTHER, alias: 'other' },
    { name: 'west', region: 'us-west-2', account: OTHER, alias: 'west' },
  ];
  const gone = { name: 'gone', region: 'us-west-2', account: OTHER, alias: 'west' };
  let dir: string;
  let moto: Moto;
  let gate: Awaited<ReturnType<typeof startGate>>;

  beforeAll(async () => {
    dir = stack.use(await temporaryDirectory()).path;
    moto = await startMoto();
    stack.defer(() => moto.stop());
    gate = await startGate(moto.url);
    stack.defer(() => gate.stop());
    const keys = { accessKeyId: 'test', secretAccessKey: 'test' };
    const sts = new STSClient({ endpoint: moto.url, region: 'eu-west-1', credentials: keys });
    for (const topic of topics) {
      const RoleArn = `arn:aws:iam::${topic.account}:role/maker`;
      const { Credentials: made } = await sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'maker' }));
      const credentials =
        topic.account === HOME
          ? keys
          : {
              accessKeyId: made?.AccessKeyId ?? '',
              secretAccessKey: made?.SecretAccessKey ?? '',
              sessionToken: made?.SessionToken ?? '',
            };
      const at = { endpoint: moto.url, region: topic.region, credentials };
      await createTopic(moto.url, topic, credentials.accessKeyId);
      const role = { RoleName: 'plumbline', AssumeRolePolicyDocument: '{"Version":"2012-10-17","Statement":[]}' };
      await new IAMClient(at).send(new CreateRoleCommand(role)).catch(() => undefined);
    }
  });
  afterAll(() => stack.disposeAsync());

  async function verdicts(
    of: Topic[],
    more: Partial<LocalScanInput> = {},
    set: Record<string, string> = {},
    provider = AWS,
  ) {
    const target = join(dir, 'a.tfstate');
    await writeFile(target, stateOf(of).replaceAll(AWS, provider));
    const cache = { HOME: process.env.HOME ?? dir, XDG_CACHE_HOME: join(dir, 'cache') };
    const env = { ...motoEnvironment(gate.url), AWS_REGION: 'eu-west-1', ...cache, ...set };
    const analysis = await runLocalScan({ target, env, ...more });
    return Object.fromEntries(
      analysis.coverage.map(({ resource, verdict, reason }) => [
        resource.replace('aws_sns_topic.', ''),
        // The minimal states lack attributes of the topics, so all differ; the test only checks that they were read.
        reason ?? (verdict === 'deleted' ? verdict : 'seen'),
      ]),
    );
  }

  test('reads each resource in its own account and region, by an assumed role', async () => {
    const seen = { here: 'seen', there: 'seen', west: 'seen', gone: 'deleted' };
    expect(await verdicts([...topics, gone], { accountRole: TEMPLATE })).toEqual(seen);
  });

  test('leaves resources of an account without a role unread, and never deleted', async () => {
    const foreign = { there: 'other_account', west: 'other_account', gone: 'other_account' };
    expect(await verdicts([...topics, gone])).toEqual({ here: 'seen', ...foreign });
  });

  test('confirms the deletion of the only instance by the response of the cloud at the gateway', async () => {
    expect(await verdicts([gone], { accountRole: TEMPLATE })).toEqual({ gone: 'deleted' });
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ ...gone, name }));
    expect(new Set(Object.values(await verdicts(all, { accountRole: TEMPLATE })))).toEqual(new Set(['deleted']));
  });

  test('gives the same result for a state of OpenTofu, which names its own registry’s build', async () => {
    const tofu = { here: 'seen', west: 'seen', gone: 'deleted' };
    const [here, , west] = topics;
    expect(await verdicts([here!, west!, gone], { accountRole: TEMPLATE }, {}, TOFU)).toEqual(tofu);
    expect(await verdicts([gone], { accountRole: TEMPLATE }, {}, TOFU)).toEqual({ gone: 'deleted' });
  });

  test('requires another existing resource to confirm a deletion without the gateway', async () => {
    const alone = await verdicts([gone], { accountRole: TEMPLATE }, { PLUMBLINE_GATEWAY: '0' });
    expect(alone).toEqual({ gone: 'deletion_unconfirmed' });
    const beside = await verdicts([topics[2]!, gone], { accountRole: TEMPLATE }, { PLUMBLINE_GATEWAY: '0' });
    expect(beside).toEqual({ west: 'seen', gone: 'deleted' });
  });

  test('replaces credentials that expire during an analysis, without losing a verdict', async () => {
    const many = Array.from({ length: 4 }, (_, i) => ({ ...gone, name: `gone-${i}` }));
    gate.seen.clear();
    gate.expireAt(3);
    const found = await verdicts([topics[1]!, topics[2]!, ...many], { accountRole: TEMPLATE });
    expect(Object.values(found).filter((one) => one !== 'seen' && one !== 'deleted')).toEqual([]);
    expect(gate.seen.size).toBeGreaterThan(1);
  });

  test('does not guess a location that nobody names', async () => {
    const target = join(dir, 'nowhere.tfstate');
    const state = stateOf([topics[0]!]).replace(/"id":"[^"]*","arn":"[^"]*"/, '"id":"x"');
    await writeFile(target, state);
    const env = { ...motoEnvironment(gate.url), HOME: dir, XDG_CACHE_HOME: join(dir, 'cache') };
    const analysis = await runLocalScan({ target, env });
    expect(analysis.coverage).toMatchObject([{ verdict: 'unreadable', reason: 'place_unknown' }]);
    expect(analysis.coverage[0]?.detail).toContain('--region');
  });
});
