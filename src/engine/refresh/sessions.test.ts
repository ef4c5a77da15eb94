import { expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import { settingsFor, type ProviderSettings } from '../code/provider-settings.ts';
import type { StateInstance } from '../state/parse.ts';
import { createCallCounts } from '../../clouds/aws/gateway/sessions/call-counts.ts';
import type { ProviderConfig, ProviderHost, ProviderSession } from '../../provider/contract/types.ts';
import type { Access, CloudTarget, NoAccess } from './cloud-target.ts';
import { sessionsFor, type CallResult } from './sessions.ts';

const AWS = 'registry.terraform.io/hashicorp/aws';
const SCHEMAS = { aws_thing: { id: ['string', 'c'] as ['string', 'c'] } };

const instances = (count: number): StateInstance[] =>
  Array.from({ length: count }, (_, i) => {
    const { instance } = observedOf({ address: `aws_thing.t${i}`, before: { id: `${i}` }, live: null }, SCHEMAS);
    return { ...instance, provider: { source: AWS, text: `provider["${AWS}"]` } };
  });

const keyOf = (n: number): Access => ({
  credentials: { accessKeyId: `key-${n}`, secretAccessKey: `secret-${n}` },
  account: '111111111111',
});

/**
 * A target whose credentials are replaced when they are refused, or by `renew`; and a host that exposes its
 * configuration.
 */
function world(settings: ProviderSettings = {}) {
  let n = 1;
  let current: Access | NoAccess = keyOf(n);
  const renew = () => (current = keyOf((n += 1)));
  const configs: ProviderConfig[] = [];
  const target: CloudTarget = {
    region: undefined,
    endpoint: undefined,
    access: (_account, refused) => Promise.resolve(refused && refused === current ? renew() : current),
    secretValues: false,
    secrets: () => [],
    tagsOf: (_, provider) => settingsFor(settings, provider),
  };
  const providers: ProviderHost = {
    async use(_need, config, work) {
      configs.push(config);
      const session = { source: AWS, version: '5.100.0', protocol: 5, key: config.access_key };
      return work(session as unknown as ProviderSession);
    },
    prepare: () => () => undefined,
    close: () => Promise.resolve(),
  };
  const all = instances(200);
  const placeOf = () => ({ region: 'eu-west-1', account: '111111111111' });
  const inSessions = sessionsFor({ target, providers, calls: createCallCounts() }, placeOf, {
    key: 'a',
    instances: all,
  });
  const keys = () => configs.map((config) => config.access_key);
  const revoke = (answer: NoAccess) => (current = answer);
  return { all, configs, keys, renew, revoke, inSessions };
}

/** The key with which each instance was answered. */
type Answers = Map<StateInstance, string>;
const keyIn = (session: ProviderSession) => (session as unknown as { key: string }).key;
const noProblem = () => {
  throw new Error('there is no problem');
};

test('uses renewed credentials from then on, and calls each instance once', async () => {
  const { all, keys, renew, inSessions } = world();
  const answers: Answers = new Map();
  await inSessions(
    all,
    async (session, instance) => {
      expect(answers.has(instance)).toBe(false);
      answers.set(instance, keyIn(session));
      if (answers.size === 100) renew();
      return undefined;
    },
    noProblem,
  );
  expect(keys()).toEqual(['key-1', 'key-2']);
  expect(answers.size).toBe(200);
  expect(new Set(answers.values())).toEqual(new Set(['key-1', 'key-2']));
});

test('repeats a refused call once with other credentials', async () => {
  const { all, keys, inSessions } = world();
  const answers: Answers = new Map();
  const refusals = new Map<StateInstance, number>();
  await inSessions(
    all,
    async (session, instance, last): Promise<CallResult> => {
      if (answers.size >= 70 && keyIn(session) === 'key-1') {
        expect(last).toBe(false);
        refusals.set(instance, (refusals.get(instance) ?? 0) + 1);
        return 'refused';
      }
      expect(last).toBe(refusals.has(instance));
      answers.set(instance, keyIn(session));
      return undefined;
    },
    noProblem,
  );
  expect(keys()).toEqual(['key-1', 'key-2']);
  expect(answers.size).toBe(200);
  expect(refusals.size).toBeGreaterThan(0);
  expect([...refusals.values()].every((count) => count === 1)).toBe(true);
});

test('ends with a verdict for every instance when all credentials are refused', async () => {
  const { all, keys, inSessions } = world();
  const last = new Set<StateInstance>();
  let given: readonly StateInstance[] = [];
  await inSessions(
    all,
    async (_session, instance, isLast) => {
      if (isLast) last.add(instance);
      return 'refused';
    },
    (without, problem) => {
      expect(problem).toMatchObject({ reason: 'credentials_expired' });
      given = without;
    },
  );
  expect(keys()).toEqual(['key-1', 'key-2']);
  expect(new Set([...last, ...given])).toEqual(new Set(all));
});

test('reports the reason for the remaining instances when an account is lost', async () => {
  const { all, inSessions, revoke } = world();
  const reported: string[] = [];
  let asked = 0;
  await inSessions(
    all,
    async () => {
      asked += 1;
      if (asked === 50) revoke({ reason: 'account_role_denied', detail: 'no' });
      return undefined;
    },
    (without, problem) => {
      reported.push(...without.map(() => ('reason' in problem ? problem.reason : '')));
    },
  );
  expect(asked + reported.length).toBe(200);
  expect(new Set(reported)).toEqual(new Set(['account_role_denied']));
});

test('passes ignored tags to the configuration of their provider', async () => {
  const { all, configs, inSessions } = world({
    '*': { ignore_tags: { keys: ['cost'] } },
    'aws.west': { ignore_tags: { key_prefixes: ['kube/'] }, default_tags: { team: 'x' } },
  });
  const west = { source: AWS, alias: 'west', text: `provider["${AWS}"].west` };
  const mixed = [...all.slice(0, 2), ...all.slice(2, 4).map((one) => ({ ...one, provider: west }))];
  await inSessions(mixed, async () => undefined, noProblem);
  expect(configs.map((config) => config.ignore_tags)).toEqual([
    [{ keys: ['cost'], key_prefixes: [] }],
    [{ keys: ['cost'], key_prefixes: ['kube/'] }],
  ]);
  expect(JSON.stringify(configs)).not.toContain('default_tags');
});
