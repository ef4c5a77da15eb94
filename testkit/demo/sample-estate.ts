import type { Json, JsonObject } from '../../src/base/json.ts';
import type { ApplyResource, AttributesOf } from '../apply.ts';

const idOf = async (of: AttributesOf, address: string): Promise<Json> => (await of(address))['id'] ?? null;

function rule(port: number, cidr: string, description: string): JsonObject {
  return { direction: 'in', protocol: 'tcp', from_port: port, to_port: port, cidrs: [cidr], description };
}

/** A policy that lets `principal` read the invoices, in the format of AWS and similar services. */
export const readPolicy = (principal: Json) =>
  JSON.stringify({ Statement: [{ Effect: 'Allow', Action: 'read', Principal: principal, Resource: 'invoices/*' }] });

/** A small shop in the sample cloud, as its Terraform configuration would describe it. */
export const SAMPLE_ESTATE: readonly ApplyResource[] = [
  ...[1, 2].map((indexKey): ApplyResource => ({
    module: 'module.network',
    type: 'sample_network',
    name: 'main',
    indexKey,
    config: { name: `shop-${indexKey}`, cidr: `10.${indexKey}.0.0/16`, tags: { owner: 'platform' } },
  })),
  {
    module: 'module.network',
    type: 'sample_firewall',
    name: 'web',
    config: async (of) => ({
      name: 'shop-web',
      network_id: await idOf(of, 'module.network.sample_network.main[1]'),
      rule: [rule(443, '0.0.0.0/0', 'https')],
    }),
  },
  {
    module: 'module.network',
    type: 'sample_firewall',
    name: 'database',
    config: async (of) => ({
      name: 'shop-database',
      network_id: await idOf(of, 'module.network.sample_network.main[2]'),
      rule: [rule(5432, '10.1.0.0/16', 'postgres')],
    }),
  },
  {
    type: 'sample_database',
    name: 'orders',
    config: async (of) => ({
      name: 'orders',
      network_id: await idOf(of, 'module.network.sample_network.main[2]'),
      engine: 'postgres',
      size_gb: 50,
      deletion_protection: true,
      username: 'shop',
      password: 'correct horse battery staple',
    }),
  },
  ...['invoices', 'images'].map((indexKey): ApplyResource => ({
    type: 'sample_bucket',
    name: 'shop',
    indexKey,
    config: {
      name: `acme-${indexKey}`,
      policy: readPolicy({ role: 'shop' }),
      versioning: true,
      encryption: { algorithm: 'aes256' },
      lifecycle_rule: [{ prefix: 'tmp/', expire_days: 7, enabled: true }],
    },
  })),
  ...['orders', 'refunds', 'mails'].map((indexKey): ApplyResource => ({
    module: 'module.events["shop.v2"]',
    type: 'sample_queue',
    name: 'queue',
    indexKey,
    config: { name: `shop-${indexKey}`, visibility_timeout: 60, tags: { team: 'shop' } },
  })),
  ...['app', 'reports'].map((name): ApplyResource => ({
    type: 'sample_role',
    name,
    config: { name: `shop-${name}`, trust_policy: '{"service":"compute"}', policies: ['read-orders'] },
  })),
];
