import { expect, test } from 'vitest';
import { parseState } from './parse.ts';

const resource = (more: object = {}) => ({
  mode: 'managed',
  type: 'aws_vpc',
  name: 'a',
  provider: 'provider["registry.terraform.io/hashicorp/aws"]',
  instances: [{ attributes: { id: 'x' } }],
  ...more,
});
const parse = (document: object) => parseState(Buffer.from(JSON.stringify({ version: 4, serial: 1, ...document })));
const withInstances = (...instances: object[]) => parse({ resources: [resource({ instances })] });

test.each([0, 1, 4096])('%i bytes of zero are an empty state', (length) => {
  expect(parseState(new Uint8Array(length))).toMatchObject({ ok: false, code: 'empty' });
});

test('an object that stands there twice is refused, as by Terraform', () => {
  const attributes = { id: 'x' };
  expect(withInstances({ attributes }, { attributes })).toMatchObject({
    code: 'invalid',
    detail: expect.stringContaining('aws_vpc.a should be there only once') as string,
  });
  const keyed = withInstances(
    { attributes, index_key: 0 },
    { attributes, index_key: '0' },
    { attributes, index_key: 1 },
  );
  expect(keyed).toMatchObject({ ok: true });
  expect(withInstances({ attributes }, { attributes, deposed: '00000001' })).toMatchObject({ ok: true });
});

test.each([
  ['name', { name: 'a\0b' }],
  ['type', { type: 'a\nb' }],
  ['module', { module: 'module.\u0007' }],
])('a %s that no database could store is refused', (part, change) => {
  expect(parse({ resources: [resource(change)] })).toMatchObject({
    code: 'invalid',
    detail: expect.stringContaining(part) as string,
  });
});

test('a lineage that no database could store is none', () => {
  expect(parse({ lineage: 'a\0b', terraform_version: '1.\0', resources: [] })).toMatchObject({
    state: { lineage: null, terraformVersion: null },
  });
});

test('private data that is not base64 is refused rather than sent to a provider as something else', () => {
  expect(withInstances({ attributes: {}, private: '***' })).toMatchObject({ code: 'invalid' });
  const read = withInstances({ attributes: {}, private: 'eyJhIjoxfQ==' });
  expect(read.ok && Buffer.from(read.state.instances[0]?.private ?? []).toString()).toBe('{"a":1}');
});

test('bytes that are no UTF-8 are read as Go reads them', () => {
  const text = JSON.stringify({
    version: 4,
    serial: 1,
    resources: [resource({ instances: [{ attributes: { id: '?' } }] })],
  });
  const read = parseState(Buffer.from(text.replace('?', '\xff'), 'latin1'));
  expect(read.ok && read.state.instances[0]?.values()).toEqual({ id: '\uFFFD' });
});

test('a state of 50 MB is read whole, with every digit', () => {
  const attributes = `{"id":"x","size":9007199254740993,"text":${JSON.stringify('y'.repeat(2400))}}`;
  const instances = Array.from({ length: 20_000 }, (_, i) => `{"index_key":${i},"attributes":${attributes}}`);
  const header = JSON.stringify(resource({ instances: [] })).replace(
    '"instances":[]',
    `"instances":[${instances.join()}]`,
  );
  const bytes = Buffer.from(`{"version":4,"serial":1,"resources":[${header}]}`);
  expect(bytes.length).toBeGreaterThan(49_000_000);
  const read = parseState(bytes);
  const list = read.ok ? read.state.instances : [];
  expect(list).toHaveLength(20_000);
  expect(list.at(-1)).toMatchObject({ address: 'aws_vpc.a[19999]', attributes: { json: attributes } });
});
