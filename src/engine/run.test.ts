import { expect, test } from 'vitest';
import type { StateSource } from '../base/state-source.ts';
import { createMasker } from './mask/mask.ts';
import type { CountedCalls } from '../clouds/aws/gateway/sessions/call-counts.ts';
import { createProgress } from '../clouds/aws/gateway/sessions/progress.ts';
import type { CallCounter, Gateway } from '../clouds/aws/gateway/call/types.ts';
import { ProviderProblem } from '../provider/contract/problem.ts';
import type { ScanSink } from './ports.ts';
import type { CloudTarget } from './refresh/cloud-target.ts';
import { analyseStates } from './run.ts';

const AWS = 'registry.terraform.io/hashicorp/aws';
const state = JSON.stringify({
  version: 4,
  terraform_version: '1.9.0',
  serial: 1,
  lineage: 'a',
  resources: [
    {
      mode: 'managed',
      type: 'aws_vpc',
      name: 'a',
      provider: `provider["${AWS}"]`,
      instances: [
        { schema_version: 1, attributes: { id: 'vpc-1', arn: 'arn:aws:ec2:eu-west-1:111111111111:vpc/vpc-1' } },
      ],
    },
  ],
});
const vpcs = {
  action: { service: 'ec2', name: 'DescribeVpcs', kind: 'read', protocol: 'ec2', permissions: ['ec2:DescribeVpcs'] },
  region: 'eu-west-1',
} as const;

/** A scan of `states` states. Each is read once, with one call, by a provider that cannot answer. */
function world(states: number) {
  const source: StateSource = {
    async *list() {
      for (let i = 0; i < states; i++) yield { key: `s${i}.tfstate`, size: state.length, etag: 'e' };
    },
    read: () => Promise.resolve({ bytes: Buffer.from(state), etag: 'e' }),
    etag: () => Promise.resolve('e'),
  };
  let counter: CallCounter | undefined;
  const gateway: Gateway = {
    openProxy: () => Promise.reject(new Error('nobody goes out')),
    session(wanted) {
      ({ counter } = wanted);
      return {
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        fresh: (run) => run(),
        cloud: { about: () => undefined, isAnswered: () => true },
        progress: createProgress(),
      };
    },
    ask: () => Promise.reject(new Error('nobody goes out')),
    end: () => undefined,
    close: () => Promise.resolve(),
  };
  const target: CloudTarget = {
    region: 'eu-west-1',
    endpoint: undefined,
    secretValues: false,
    access: () => Promise.resolve({ credentials: { accessKeyId: 'x', secretAccessKey: 'y' }, account: '111111111111' }),
    secrets: () => [],
    tagsOf: () => ({}),
  };
  const reported: string[] = [];
  const counted: CountedCalls[][] = [];
  const sink: ScanSink = {
    planned: () => Promise.resolve([]),
    provider: () => Promise.resolve(),
    progress: () => Promise.resolve(),
    async results({ done }) {
      reported.push(done ? 'done' : 'results');
    },
    async calls(rows) {
      reported.push('calls');
      counted.push(rows);
    },
  };
  const providers = {
    use() {
      counter?.count(vpcs, 'calls');
      return Promise.reject(new ProviderProblem('provider_start_failed', AWS, 'It crashed.'));
    },
    prepare: () => () => undefined,
    close: () => Promise.resolve(),
  };
  const run = (over: Partial<ScanSink> = {}) =>
    analyseStates({
      source,
      target,
      providers,
      gateway,
      masker: createMasker({ key: new Uint8Array(32) }),
      sink: { ...sink, ...over },
    });
  return { run, reported, counted };
}

test('reports API calls before each state that is done, and at the end', async () => {
  const { run, reported, counted } = world(2);
  await run();
  // States are analysed in parallel. The calls of each are reported before its end.
  expect(reported.toSorted()).toEqual(['calls', 'calls', 'calls', 'done', 'done']);
  expect([reported[0], reported.at(-1)]).toEqual(['calls', 'calls']);
  expect(counted.at(-1)).toEqual([
    expect.objectContaining({ account: '111111111111', service: 'ec2', action: 'DescribeVpcs', calls: 2 }),
  ]);
});

test('reports API calls of an analysis that fails, and keeps its error', async () => {
  const { run, counted } = world(1);
  const failing = { results: () => Promise.reject(new Error('no room left')) };
  await expect(run(failing)).rejects.toThrow('no room left');
  expect(counted.at(-1)).toEqual([expect.objectContaining({ calls: 1 })]);
  const both = { ...failing, calls: () => Promise.reject(new Error('the database is away')) };
  await expect(run(both)).rejects.toThrow('the database is away');
});
