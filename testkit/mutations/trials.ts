import { readFile } from 'node:fs/promises';
import type { Value } from '../../src/base/value.ts';
import { compareInstance } from '../../src/engine/sift/sift.ts';
import { isPresent, type Observed } from '../../src/engine/compare/observed.ts';
import { minimalConfig, proposedNew } from '../../src/engine/confirm/proposed.ts';
import { compareWithPlan } from '../../src/engine/confirm/plan-check.ts';
import { formatAddress } from '../../src/engine/state/address.ts';
import { decodeValue } from '../../src/provider/codec/decode.ts';
import { encodeObject } from '../../src/provider/codec/encode.ts';
import { createProviderFinder } from '../../src/provider/find.ts';
import { createProviderHost } from '../../src/provider/host.ts';
import type { ProviderSession } from '../../src/provider/contract/types.ts';
import { mutationsOf, type Mutation } from './mutate.ts';
import { createSandbox } from '../../src/provider/jail/sandbox.ts';

type Recorded = { type: string; address: string; schema_version: number; attributes: object; private?: string };

/**
 * The result of a mutation: `drift`: reported as drift; `undecided`: reported, since the provider's plan does not
 * decide it; `neutral`: no difference by the rules; `equal`: the provider's plan changes nothing; `refused`: reported,
 * since the provider gave no plan.
 */
export type Fate = 'drift' | 'undecided' | 'neutral' | 'equal' | 'refused';
export type Trial = {
  type: string;
  path: string;
  kind: Mutation['kind'];
  legacy: boolean;
  fate: Fate;
  detail?: string;
};

const SOURCE = 'registry.terraform.io/hashicorp/aws';
/** An address without a listener: a plan that calls the cloud fails at once. */
const NOWHERE = 'http://127.0.0.1:9';

function observedOf(
  { type, address, attributes }: Recorded,
  schema: Observed['schema'],
  before: Value,
  live: Value,
): Observed {
  return {
    schema,
    outcome: { status: 'read', before, live },
    instance: {
      address: formatAddress({ mode: 'managed', type, name: 'x' }),
      mode: 'managed',
      type,
      name: address,
      provider: { source: SOURCE, text: `provider["${SOURCE}"]` },
      tainted: false,
      schemaVersion: 0,
      attributes: { json: JSON.stringify(attributes) },
      values: () => attributes as Record<string, unknown>,
      sensitivePaths: [],
      private: new Uint8Array(),
      dependencies: [],
    },
  };
}

async function tryOne(
  session: ProviderSession,
  recorded: Recorded,
  before: Value,
  mutation: Mutation,
  schema: Observed['schema'],
): Promise<Trial> {
  const { live } = mutation;
  const observed = observedOf(recorded, schema, before, live);
  const trial = {
    type: recorded.type,
    path: mutation.path.join('.'),
    kind: mutation.kind,
    legacy: session.legacyType(recorded.type) ?? true,
  };
  const compared = compareInstance(observed, session.legacyType(recorded.type));
  if (!isPresent(observed) || compared.differences.length === 0) return { ...trial, fate: 'neutral' };
  const config = minimalConfig(schema, before, live);
  const object = {
    type: recorded.type,
    state: { msgpack: encodeObject(schema, live) },
    private: Buffer.from(recorded.private ?? '', 'base64'),
  };
  const plan = await session.plan(object, { config, proposed: proposedNew(schema, live, config) });
  if (plan.status === 'refused') return { ...trial, fate: 'refused', detail: plan.detail };
  const { differences } = compareWithPlan(observed, compared.differences, plan, () => false);
  if (differences.length === 0) return { ...trial, legacy: plan.legacy, fate: 'equal' };
  const unspoken = differences.every((one) => one.unspoken);
  return { ...trial, legacy: plan.legacy, fate: unspoken ? 'undecided' : 'drift' };
}

/**
 * Tries mutations of a recorded estate with the AWS provider, without a cloud.
 * @param chosen whether to try the mutation with this number; default all
 */
export async function tryMutations(cacheDir: string, chosen: (n: number) => boolean = () => true): Promise<Trial[]> {
  const lines = await readFile(new URL('estate.jsonl', import.meta.url), 'utf8');
  const estate = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Recorded]));
  const host = createProviderHost({
    find: createProviderFinder({ cacheDir, env: process.env }),
    cacheDir,
    childEnv: { AWS_ENDPOINT_URL: NOWHERE, AWS_EC2_METADATA_DISABLED: 'true' },
    sandbox: createSandbox({ mode: 'auto' }),
    onEvent: () => undefined,
  });
  const offline = {
    region: 'us-east-1',
    access_key: 'x',
    secret_key: 'x',
    max_retries: 0,
    skip_requesting_account_id: true,
  };
  const config = {
    ...offline,
    skip_credentials_validation: true,
    skip_region_validation: true,
    skip_metadata_api_check: 'true',
  };
  const trials: Trial[] = [];
  let n = 0;
  try {
    await host.use({ source: SOURCE }, config, async (session) => {
      for (const recorded of estate) {
        const schema = await session.resourceSchema(recorded.type);
        if (schema?.version !== recorded.schema_version) continue;
        const json = Buffer.from(JSON.stringify(recorded.attributes));
        const before: Value = decodeValue({ msgpack: Buffer.alloc(0), json }, schema.block);
        const mutations = [...mutationsOf(schema.block, before)].filter(() => chosen(n++));
        trials.push(
          ...(await Promise.all(mutations.map((one) => tryOne(session, recorded, before, one, schema.block)))),
        );
      }
    });
  } finally {
    await host.close();
  }
  return trials;
}
