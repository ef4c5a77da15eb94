import { expect, test } from 'vitest';
import { elementsOf, fill, holds, readPath, readTemplate, readWhere } from './elements.ts';

const ANSWER = {
  tables: [
    {
      id: 'rtb-1',
      routes: [
        { cidr: '10.0.0.0/8', origin: 'made' },
        { cidr6: '::/0', origin: 'own' },
      ],
    },
    { id: 'rtb-2', routes: '' },
  ],
  policy: '{"Statement":[{"Sid":"one"}]}',
  name: 'arn:aws:x:::table/one.',
};

test('finds the elements of nested lists, with those that they lie in', () => {
  const routes = elementsOf(ANSWER, readPath('tables.routes'));
  expect(routes?.map((one) => fill(readTemplate('{^id}_{cidr|cidr6}'), one))).toEqual([
    'rtb-1_10.0.0.0/8',
    'rtb-1_::/0',
  ]);
  expect(routes?.filter((one) => holds(readWhere('origin=made'), one))).toHaveLength(1);
  expect(routes?.filter((one) => holds(readWhere('!cidr'), one))).toHaveLength(1);
  expect(['ann@example.com', 'example.com'].map((value) => holds(readWhere('*@'), { value, above: [] }))).toEqual([
    true,
    false,
  ]);
});

test('reads a document that stands in the answer as text', () => {
  const [statement] = elementsOf(ANSWER, readPath('policy.Statement')) ?? [];
  expect(statement && fill(readTemplate('{@}/{Sid}'), statement, 'worker')).toBe('worker/one');
});

test('fills templates with parts of values, and leaves out what is optional', () => {
  const element = { value: ANSWER, above: [] };
  expect(fill(readTemplate('{name#/}'), element)).toBe('one.');
  expect(fill(readTemplate('{name~.}{?_:set}'), element)).toBe('arn:aws:x:::table/one');
  expect(fill(readTemplate('{name}/{set}'), element)).toBeUndefined();
  expect(fill(readTemplate('{~.}'), { value: '\\052.example.com.', above: [] })).toBe('*.example.com');
});

test('fills in what stands behind the argument, if anything does', () => {
  const template = readTemplate('{@}{?/:arn#:@:}');
  const of = (arn: string) => fill(template, { value: { arn }, above: [] }, 'bill');
  expect(of('arn:aws:lambda:eu-west-1:1:function:bill')).toBe('bill');
  expect(of('arn:aws:lambda:eu-west-1:1:function:bill:live')).toBe('bill/live');
});

test('selects elements by any of several values', () => {
  const numbers = [100, 32767, 32768].map((n) => holds(readWhere('!n=32767|32768'), { value: { n }, above: [] }));
  expect(numbers).toEqual([true, false, false]);
});

test('distinguishes an empty list from an answer without the list', () => {
  expect(elementsOf({ tables: '' }, ['tables'])).toEqual([]);
  expect(elementsOf({ NextToken: 'x' }, ['tables'])).toEqual([]);
  expect(elementsOf({ others: [] }, ['tables'])).toBeUndefined();
});
