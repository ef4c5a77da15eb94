import { expect, test } from 'vitest';
import { attributeOf, findingOf } from '../../../../testkit/stored-analysis.ts';
import { rulesFor } from './ignore-rules.ts';
import type { Finding } from './queries.ts';

const tagged = findingOf('aws_vpc.main', {
  attributes: [attributeOf('tags_all["env"]', 'a', 'b'), attributeOf('cidr_block', '10.0.0.0/16', '10.1.0.0/16')],
}) as Finding;
const gone = findingOf('aws_vpc.gone', { kind: 'deleted', attributes: [] }) as Finding;
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
  const attributes = Array.from({ length: 30 }, (_, n) => attributeOf(`rule[${n}].days`, 1, 2));
  expect(rulesFor([findingOf('aws_x.y', { attributes }) as Finding], chosen)).toHaveLength(1);
});
