import { expect, test } from 'vitest';
import type { ObjectNode } from '../../base/schema.ts';
import { describeObject } from './describe.ts';

const SECRET = 'correct-horse-battery-staple';
const text = { role: 'attribute', node: { kind: 'string' }, optional: true, required: false, computed: true } as const;
const schema: ObjectNode = {
  kind: 'object',
  members: {
    id: { ...text, sensitive: false, writeOnly: false },
    token: { ...text, sensitive: true, writeOnly: false },
  },
};
const live = { id: 'a', token: SECRET };

const object = { type: 'aws_thing', state: {}, private: new Uint8Array() };

test.each([
  ['id', { id: `a:${SECRET}` }],
  ['identity', { identity: { name: 'a', parts: [{ token: SECRET }, 1, null] } }],
])('masks a secret of the object in its import %s', (_, by) => {
  const candidate = { type: 'aws_thing', account: null, region: null, ids: {}, element: {} };
  const proven = { candidate, schema, object, live, by };
  const shown = describeObject(proven, { class: 'unmanaged' }, { parent: undefined, created: undefined });
  expect(JSON.stringify(shown)).not.toContain(SECRET);
  expect(shown.import).toEqual(
    'id' in by ? { id: 'a:(sensitive)' } : { identity: { name: 'a', parts: [{ token: '(sensitive)' }, 1, null] } },
  );
});

test('leaves out characters that no database stores', () => {
  const candidate = { type: 'aws_thing', account: null, region: null, ids: { name: 'a\0b' }, element: {} };
  const proven = { candidate, schema, object, live: { id: 'i', token: null }, by: { id: 'i\0' } };
  const parent = { type: 'aws_other', id: 'p\0' };
  const shown = describeObject(proven, { class: 'owned', owner: 'stack\0' }, { parent, created: undefined });
  expect(shown).toMatchObject({ name: 'ab', owner: 'stack', import: { id: 'i' }, parent: { id: 'p' } });
});
