import { expect, test } from 'vitest';
import { parseState } from './parse.ts';
import { placeInstances } from './place.ts';

const ACCOUNT = '123456789012';
const arn = (region: string, account = ACCOUNT) => `arn:aws:sqs:${region}:${account}:q`;

/** Places of instances with these attributes, each of the provider configuration with that alias. */
function places(instances: [alias: string, attributes: object][], defaultRegion?: string) {
  const resources = instances.map(([alias, attributes], i) => ({
    mode: 'managed',
    type: 'aws_thing',
    name: `x${i}`,
    provider: `provider["registry.terraform.io/hashicorp/aws"]${alias}`,
    instances: [{ schema_version: 0, attributes }],
  }));
  const parsed = parseState(new TextEncoder().encode(JSON.stringify({ version: 4, serial: 1, resources })));
  if (!parsed.ok) throw new Error(parsed.detail);
  const placed = placeInstances(parsed.state.instances, defaultRegion);
  return parsed.state.instances.map((instance) => {
    const { region, account } = placed.get(instance) ?? {};
    return [region, account];
  });
}

test.each([
  ['its region', { region: 'eu-west-1' }, ['eu-west-1', undefined]],
  ['its ARN', { arn: arn('us-gov-west-1') }, ['us-gov-west-1', ACCOUNT]],
  ['an id that is an ARN', { id: arn('ap-southeast-2') }, ['ap-southeast-2', ACCOUNT]],
  ['the region before the ARN', { region: 'eu-west-1', arn: arn('us-east-1') }, ['eu-west-1', ACCOUNT]],
  ['the account of a global ARN', { arn: `arn:aws:iam::${ACCOUNT}:role/x` }, [undefined, ACCOUNT]],
])('an instance is where it says itself: %s', (_what, attributes, expected) => {
  expect(places([['', attributes]])).toEqual([expected]);
});

test.each([
  ['an account id in the place of the region', { arn: `arn:aws:sqs:${ACCOUNT}:q` }],
  ['a region of another cloud', { region: 'us-central1' }],
  ['a region that is no text', { region: 4 }],
  ['something like an ARN', { arn: 'a:b:c:eu-west-1:d' }],
  ['the owner of a managed policy', { arn: 'arn:aws:iam::aws:policy/x' }],
])('what does not look right is not believed: %s', (_what, attributes) => {
  expect(places([['', attributes]], 'eu-central-1')).toEqual([['eu-central-1', undefined]]);
});

test('an instance that says nothing is where most of its provider configuration is', () => {
  const other = '999999999999';
  expect(
    places(
      [
        ['', { id: 'x' }],
        ['', { arn: arn('eu-west-1') }],
        ['', { arn: arn('eu-west-1') }],
        ['', { arn: arn('us-east-1', other) }],
        ['.west', { id: 'y' }],
        ['.west', { arn: arn('us-west-2', other) }],
        ['.none', { id: 'z' }],
      ],
      'eu-central-1',
    ),
  ).toEqual([
    ['eu-west-1', ACCOUNT],
    ['eu-west-1', ACCOUNT],
    ['eu-west-1', ACCOUNT],
    ['us-east-1', other],
    ['us-west-2', other],
    ['us-west-2', other],
    ['eu-central-1', undefined],
  ]);
});
