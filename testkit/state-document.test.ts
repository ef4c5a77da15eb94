import { expect, test } from 'vitest';
import { UNKNOWN } from '../src/base/value.ts';
import { block, body, list, map, number, optional, sensitive, set, string } from './plugin/schema.ts';
import { instanceAddress, sensitivePaths, stateDocument, stateJson, type StateInstance } from './state-document.ts';

const instance = (index_key?: string | number): StateInstance => ({
  ...(index_key !== undefined && { index_key }),
  schema_version: 0,
  attributes: {},
  sensitive_attributes: [],
});

test('quotes keys in addresses as HCL does', () => {
  const key = { type: 'aws_vpc', name: 'x' };
  expect(instanceAddress(key)).toBe('aws_vpc.x');
  expect(instanceAddress({ ...key, indexKey: 0 })).toBe('aws_vpc.x[0]');
  expect(instanceAddress({ ...key, module: 'module.net["a"]', indexKey: 'a"b\\c ${d}' })).toBe(
    ['module.net["a"].aws_vpc.x["a\\"b\\\\c $$', '{d}"]'].join(''),
  );
});

test('groups instances by resource, sorted by index, and sorts resources by module, type and name', () => {
  const at = (name: string, indexKey?: number, module?: string) => ({
    key: { type: 't', name, ...(indexKey !== undefined && { indexKey }), ...(module !== undefined && { module }) },
    instance: instance(indexKey),
  });
  const made = [at('b', 10), at('a', undefined, 'module.m'), at('b', 9), at('a')];
  const state = stateDocument(made, { provider: 'provider["h/n/t"]', serial: 4, lineage: 'l' });
  expect(state).toMatchObject({ version: 4, serial: 4, lineage: 'l' });
  const seen = state.resources.map(({ module, name, instances }) => [module, name, instances.map((i) => i.index_key)]);
  expect(seen).toEqual([
    [undefined, 'a', [undefined]],
    [undefined, 'b', [9, 10]],
    ['module.m', 'a', [undefined]],
  ]);
});

test('writes sensitive paths into lists and maps, and marks a set as a whole', () => {
  const inner = { plain: optional(string), secret: sensitive(string) };
  const node = body({
    top: sensitive(map(string)),
    one: block('single', inner),
    many: block('list', inner),
    set: block('set', inner),
    none: block('set', inner),
    by_key: block('map', inner),
  });
  const value = { plain: null, secret: 'x' };
  const state = { top: null, one: null, many: [value], set: [value], none: [], by_key: { k: value } };
  const attr = (name: string) => ({ type: 'get_attr', value: name });
  expect(sensitivePaths(node, state)).toEqual([
    [attr('top')],
    [attr('many'), { type: 'index', value: { value: 0, type: 'number' } }, attr('secret')],
    [attr('set')],
    [attr('by_key'), { type: 'index', value: { value: 'k', type: 'string' } }, attr('secret')],
  ]);
});

test('keeps every digit of numbers, and rejects an unknown value', () => {
  const node = list(number);
  expect(JSON.stringify(stateJson(node, [1, 0.5, 12345678901234567890n, '0.12345678901234567890']))).toBe(
    '[1,0.5,12345678901234567890,0.12345678901234567890]',
  );
  expect(() => stateJson(set(string), [UNKNOWN])).toThrow('unknown');
});
