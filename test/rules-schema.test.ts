import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectNode, SchemaNode } from '../src/base/schema.ts';
import type { ChildLink } from '../src/clouds/contract/overlaps.ts';
import { TAG_RESOURCES } from '../src/engine/overlaps/tag-resources.ts';
import { createProviderFinder } from '../src/provider/find.ts';
import { createProviderHost } from '../src/provider/host.ts';
import { ENTRIES } from '../testkit/catalog.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { createSandbox } from '../src/provider/jail/sandbox.ts';

const SOURCE = 'registry.terraform.io/hashicorp/aws';

/** Attributes that provider 6 has added; the tested provider is older. */
const SINCE_6: readonly string[] = [
  'aws_nat_gateway.availability_zone_address.allocation_ids',
  'aws_nat_gateway_eip_association.allocation_id',
  'aws_nat_gateway_eip_association.nat_gateway_id',
];

/** Whether a schema has an attribute at this path, through blocks and collections. */
function has(node: SchemaNode | undefined, [name, ...inner]: readonly string[]): boolean {
  if (name === undefined) return node !== undefined;
  if (node && 'element' in node) return has(node.element, [name, ...inner]);
  if (node?.kind !== 'object' || !Object.hasOwn(node.members, name)) return false;
  return has(node.members[name]?.node, inner);
}

describe.skipIf(await missing('aws-provider'))('rule tables against the AWS provider', () => {
  let schemas: Map<string, ObjectNode | undefined>;
  let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
  // The schemas of other providers are not available here.
  const isOurs = (type: string) => type.startsWith('aws_');
  const ours = ENTRIES.filter(({ type }) => isOurs(type));
  const overlaps = ours.flatMap(({ type, overlaps: own = [] }) => own.map((one) => ({ parent: type, ...one })));
  const scaled = ours.flatMap(({ type, scaled: own = [] }) => own.map((one) => ({ type, ...one })));
  const links: ChildLink[] = [
    ...overlaps.flatMap(({ children }) => children),
    ...scaled.flatMap(({ scalers }) => scalers),
    ...TAG_RESOURCES,
  ];

  beforeAll(async () => {
    dir = await temporaryDirectory();
    const find = createProviderFinder({ cacheDir: dir.path, env: process.env });
    const host = createProviderHost({
      find,
      cacheDir: dir.path,
      childEnv: {},
      sandbox: createSandbox({ mode: 'auto' }),
      onEvent: () => undefined,
    });
    const types = [
      ...overlaps.map(({ parent }) => parent),
      ...scaled.map(({ type }) => type),
      ...links.map(({ type }) => type),
    ];
    const offline = { region: 'us-east-1', access_key: 'x', secret_key: 'x', skip_requesting_account_id: true };
    const config = { ...offline, skip_credentials_validation: true, skip_metadata_api_check: 'true' };
    schemas = await host.use({ source: SOURCE }, config, async (session) => {
      const found = await Promise.all(
        [...new Set(types)].map(async (type) => [type, (await session.resourceSchema(type))?.block] as const),
      );
      return new Map(found);
    });
    await host.close();
  });
  afterAll(() => dir[Symbol.asyncDispose]());

  const lacks = (type: string, name: string) =>
    !SINCE_6.includes(`${type}.${name}`) && !has(schemas.get(type), name.split('.'));

  test('finds parents with the attributes that show their children in the AWS provider', () => {
    const missed = overlaps.flatMap(({ parent, attributes, children }) =>
      [...attributes, ...children.flatMap(({ to }) => (Array.isArray(to) ? to : []))]
        .filter((name) => lacks(parent, name))
        .map((name) => `${parent}.${name}`),
    );
    expect(missed).toEqual([]);
  });

  test('finds children, tags and scalers with the fields of their links in the AWS provider', () => {
    const missed = links.flatMap(({ type, by, where }) =>
      [by, ...(where ? [where.field] : [])].filter((name) => lacks(type, name)).map((name) => `${type}.${name}`),
    );
    expect(missed).toEqual([]);
  });

  test('finds scaled counts in the AWS provider', () => {
    expect(scaled.filter(({ type, count }) => lacks(type, count))).toEqual([]);
  });
});
