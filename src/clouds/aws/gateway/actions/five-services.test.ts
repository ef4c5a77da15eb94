import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectThrough, dummySignature } from '../../../../../testkit/gateway-client.ts';
import { answerOf } from '../../../../../testkit/gateway-call.ts';
import { temporaryDirectory } from '../../../../../testkit/tmp.ts';
import { createGateway } from '../gateway.ts';
import type { Call, Stage } from '../call/types.ts';
import { createActions } from './actions.ts';
import { readDecisions } from './decisions.ts';
import { guard } from './guard.ts';

const decisions = readDecisions(
  readFileSync(new URL('../../../../../assets/aws/decisions.txt', import.meta.url), 'utf8'),
);

/** The operations of five services, with their access levels in AWS's reference of actions. */
type Operation = { service: string; name: string; level: string; method: string; uri: string };
const operations = readFileSync(new URL('../../../../../testkit/aws-operations.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Operation => {
    const [service = '', name = '', level = '', method = '', uri = ''] = line.split('\t');
    return { service, name, level, method, uri };
  });

const soundsReading = ({ name }: Operation) => /^(Describe|Get|Head|List|Search)[A-Z]/.test(name);
/** An operation that the reference lacks is classified by its name. */
const isRead = (one: Operation) =>
  ['List', 'Read'].includes(one.level) || (one.level === 'unknown' && soundsReading(one));
const reads = operations.filter(isRead);
const mutating = operations.filter((one) => !isRead(one));

const HOSTS: Readonly<Record<string, string>> = {
  ec2: 'ec2.us-east-1.amazonaws.com',
  iam: 'iam.amazonaws.com',
  lambda: 'lambda.us-east-1.amazonaws.com',
  s3: 's3.us-east-1.amazonaws.com',
  sqs: 'sqs.us-east-1.amazonaws.com',
};
const BUCKET_HOST = 'acme.s3.us-east-1.amazonaws.com';
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

type ParsedRequest = { host: string; method: string; target: string; headers: Record<string, string>; body: string };

/** All forms in which an SDK requests an operation. */
function waysOf({ service, name, method, uri }: Operation): ParsedRequest[] {
  const host = HOSTS[service] ?? '';
  const form: ParsedRequest = {
    host,
    method: 'POST',
    target: '/',
    headers: FORM,
    body: `Action=${name}&Version=2016-11-15`,
  };
  if (service === 'ec2' || service === 'iam') return [form];
  if (service === 'sqs')
    return [
      {
        ...form,
        headers: { 'x-amz-target': `AmazonSQS.${name}`, 'content-type': 'application/x-amz-json-1.0' },
        body: '{}',
      },
      { ...form, target: '/123456789012/jobs' },
    ];
  const fill = (text: string) =>
    text
      .replace('{+}', 'a/b')
      .replaceAll('{}', 'acme')
      .replace(/=?(&|$)/g, '$1');
  const rest: ParsedRequest = { host, method, target: fill(uri), headers: {}, body: '' };
  if (service !== 's3' || !uri.startsWith('/{}')) return [rest];
  const inHost = fill(uri.slice('/{}'.length));
  return [rest, { ...rest, host: BUCKET_HOST, target: inHost.startsWith('/') ? inHost : `/${inHost}` }];
}

type Way = {
  ask(one: Operation, request: ParsedRequest): Promise<number>;
  passed: Call[];
  refused: string[];
  close(): Promise<void>;
};

/** A gateway with connections to all hosts through its proxy. */
async function openWay(stages?: readonly Stage[]): Promise<Way> {
  const [passed, refused]: [Call[], string[]] = [[], []];
  const upstream = async (call: Call) => {
    passed.push(call);
    return answerOf(200, '');
  };
  const dir = await temporaryDirectory();
  const gateway = createGateway({ upstream, ...(stages && { stages }) });
  const proxy = await gateway.openProxy(dir.path);
  const session = gateway.session({
    by: {},
    account: '123456789012',
    credentials: async () => ({ accessKeyId: 'AKIAREAL', secretAccessKey: 'real' }),
    endpoint: undefined,
    secretValues: true,
    counter: { count: ({ action }, what) => void (what === 'refused' && refused.push(action.name)) },
    named: { accounts: new Set(), buckets: new Set(['acme']), tables: new Set() },
  });
  proxy.admit(session.credentials.accessKeyId);
  const hosts = [...Object.values(HOSTS), BUCKET_HOST];
  const opened = await Promise.all(hosts.map((host) => connectThrough(proxy.env, host, { alpn: 'h2' })));
  const connections = new Map(hosts.map((host, index) => [host, opened[index]]));
  return {
    async ask({ service }, { host, ...asked }) {
      const authorization = dummySignature(session.credentials.accessKeyId, service);
      const response = await connections.get(host)?.ask({ ...asked, headers: { ...asked.headers, authorization } });
      return response?.status ?? 0;
    },
    passed,
    refused,
    async close() {
      for (const connection of opened) connection.close();
      await gateway.close();
      await dir[Symbol.asyncDispose]();
    },
  };
}

async function askAll(way: Way, all: readonly Operation[]): Promise<{ name: string; status: number }[]> {
  const asked = all.flatMap((one) => waysOf(one).map((each) => ({ one, each })));
  return Promise.all(
    asked.map(async ({ one, each }) => ({ name: `${one.service}:${one.name}`, status: await way.ask(one, each) })),
  );
}

describe('five services, as a provider reaches them', () => {
  test('covers enough operations of both kinds', () => {
    expect(mutating.length).toBeGreaterThan(750);
    expect(reads.length).toBeGreaterThan(400);
    expect(Object.keys(HOSTS).every((service) => mutating.some((one) => one.service === service))).toBe(true);
  });

  test('refuses and counts every mutating call', async () => {
    const way = await openWay();
    const response = await askAll(way, mutating);
    await way.close();
    expect(way.passed).toEqual([]);
    expect(response.filter(({ status }) => status !== 403)).toEqual([]);
    expect(way.refused.length).toBe(response.length);
  });

  test('passes every read but the reviewed exceptions', async () => {
    const way = await openWay([guard]);
    const response = await askAll(way, reads);
    await way.close();
    const kept = new Set(response.filter(({ status }) => status !== 200).map(({ name }) => name));
    expect([...kept].filter((name) => decisions.get(name)?.decision !== 'refuse').toSorted()).toEqual([
      // Reads by AWS's reference that nevertheless create, send or compute something.
      'ec2:ExportClientVpnClientCertificateRevocationList',
      'ec2:ExportClientVpnClientConfiguration',
      'ec2:ExportVerifiedAccessInstanceClientConfiguration',
      'ec2:StartDeclarativePoliciesReport',
      'iam:GenerateCredentialReport',
      'iam:GenerateOrganizationsAccessReport',
      'iam:GenerateServiceLastAccessedDetails',
      'iam:SimulateCustomPolicy',
      'iam:SimulatePrincipalPolicy',
      'sqs:ReceiveMessage',
    ]);
    expect(
      way.passed.every(
        ({ action }) =>
          action.kind === 'read' || decisions.get(`${action.service}:${action.name}`)?.decision === 'secret',
      ),
    ).toBe(true);
  });
});

test('takes no form with a mutating action for a read, however it is written', () => {
  const { classify } = createActions();
  const named = (all: readonly Operation[]) =>
    fc.constantFrom(...all.filter(({ service }) => service === 'ec2').map(({ name }) => name));
  const key = fc.constantFrom(
    'Action',
    'action',
    'ACTION',
    '%41ction',
    'Actio%6e',
    '+Action',
    'Action%20',
    'Action.1',
    'Action[]',
  );
  const separator = fc.constantFrom('&', ';', '&&', '%26', '\n', '&amp;');
  const property = fc.property(
    named(reads),
    named(mutating),
    key,
    key,
    separator,
    fc.boolean(),
    (read, write, a, b, between, first) => {
      const [left, right] = [`${a}=${read}`, `${b}=${write}`];
      const body = Buffer.from(first ? `${right}${between}${left}` : `${left}${between}${right}`);
      const action = classify(
        { method: 'POST', host: HOSTS.ec2 ?? '', target: '/', headers: FORM, body },
        { service: 'ec2' },
      );
      // `Action.1` and the like are parameters of other names.
      const other = /^(Action\.1|Action\[\])$/;
      expect(action?.kind === 'read' && !(action.name === read && other.test(b))).toBe(false);
    },
  );
  fc.assert(property, { numRuns: 500 });
});
