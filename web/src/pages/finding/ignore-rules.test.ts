import { expect, test } from 'vitest';
import { rulesFor } from './ignore-rules.ts';
import type { Finding } from './queries.ts';

const attributeOf = (path: string) => ({ path, before: 'a', after: 'b', sensitive: false });
const findingOf = (resource: string, kind: Finding['kind'], ...paths: string[]) =>
  ({
    resource,
    kind,
    type: 'aws_vpc',
    state_key: 'prod/network.tfstate',
    attributes: paths.map((path, n) => ({ ...attributeOf(path), after: n })),
  }) as unknown as Finding;

const tagged = findingOf('aws_vpc.main', 'changed', 'tags_all["env"]', 'cidr_block');
const gone = findingOf('aws_vpc.gone', 'deleted');
const chosen = { reason: ' Known ', expires_at: '2027-01-31', width: 'attributes' as const };
const about = { reason: 'Known', expires_at: '2027-01-31T00:00:00.000Z' };
const own = (address: string) => ({ address, state: 'prod/network.tfstate' });

test('hides what drifted and nothing else', () => {
  expect(rulesFor([tagged, gone], chosen)).toEqual([
    { ...about, ...own('aws_vpc.main'), attribute: 'tags["env"]' },
    { ...about, ...own('aws_vpc.main'), attribute: 'cidr_block' },
    { ...about, ...own('aws_vpc.gone') },
  ]);
});

test('names the type once where all of it is meant, and no end where there is none', () => {
  expect(rulesFor([tagged, tagged], { ...chosen, width: 'type', expires_at: '' })).toEqual([
    { reason: 'Known', type: 'aws_vpc', attribute: 'tags["env"]' },
    { reason: 'Known', type: 'aws_vpc', attribute: 'cidr_block' },
  ]);
  expect(rulesFor([tagged], { ...chosen, width: 'resource' })).toEqual([{ ...about, ...own('aws_vpc.main') }]);
});

test('names attributes as a whole where very many places differ', () => {
  const paths = Array.from({ length: 30 }, (_, n) => `rule[${n}].days`);
  expect(rulesFor([findingOf('aws_x.y', 'changed', ...paths)], chosen)).toHaveLength(1);
});
