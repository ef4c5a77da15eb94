import { expect, test } from 'vitest';
import { parseState } from './parse.ts';
import { linkPlace, mayBeOne, placeInstances } from './place.ts';

const placesOf = (...resources: [string, object, string?, string?][]) => {
  const document = {
    version: 4,
    serial: 1,
    lineage: 'l',
    resources: resources.map(([type, attributes, alias = '', provider = 'aws'], i) => ({
      mode: 'managed',
      type,
      name: `n${i}`,
      provider: `provider["registry.terraform.io/hashicorp/${provider}"]${alias}`,
      instances: [{ schema_version: 0, attributes }],
    })),
  };
  const parsed = parseState(Buffer.from(JSON.stringify(document)));
  if (!parsed.ok) throw new Error(parsed.detail);
  return [...placeInstances(parsed.state.instances, 'eu-west-3')].map(([instance, place]) =>
    linkPlace(instance, place),
  );
};
const queue = (region: string, account: string) => ({ arn: `arn:aws:sqs:${region}:${account}:q` });

test('takes a place from the resource or its siblings, never from a default', () => {
  expect(
    placesOf(
      ['aws_sqs_queue', queue('eu-west-1', '111111111111')],
      ['aws_appautoscaling_target', { id: 'x' }],
      ['aws_iam_role_policy_attachment', { id: 'y' }],
      ['aws_sqs_queue', queue('cn-north-1', '222222222222'), '.china'],
      ['aws_iam_role', { name: 'r' }, '.china'],
      ['aws_appautoscaling_target', { id: 'z' }, '.nowhere'],
      ['aws_iam_role_policy_attachment', { id: 'y' }, '.nowhere'],
    ),
  ).toEqual([
    { partition: 'aws', account: '111111111111', region: 'eu-west-1' },
    { partition: 'aws', account: '111111111111', region: 'eu-west-1' },
    { partition: 'aws', account: '111111111111', region: undefined },
    { partition: 'cn', account: '222222222222', region: 'cn-north-1' },
    { partition: 'cn', account: '222222222222', region: undefined },
    { partition: undefined, account: undefined, region: undefined },
    { partition: undefined, account: undefined, region: undefined },
  ]);
});

test('takes only the configuration as the place for other providers', () => {
  const places = placesOf(
    ['kubernetes_deployment_v1', { id: 'shop/web' }, '', 'kubernetes'],
    ['kubernetes_deployment_v1', { id: 'shop/web' }, '.other', 'kubernetes'],
  );
  expect(places.map(({ configuration }) => configuration)).toEqual([
    'provider["registry.terraform.io/hashicorp/kubernetes"]',
    'provider["registry.terraform.io/hashicorp/kubernetes"].other',
  ]);
  const [one, other] = places;
  expect([mayBeOne(one, one, ['configuration']), mayBeOne(one, other, ['configuration'])]).toEqual([true, false]);
});
