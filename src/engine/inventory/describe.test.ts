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

test.each([
  ['id', { id: `a:${SECRET}` }],
  ['identity', { identity: { name: 'a', parts: [{ token: SECRET }, 1, null] } }],
])('masks a secret of the object in its import %s', (_, by) => {
  const candidate = { type: 'aws_thing', account: null, region: null, ids: {}, element: {} };
  const object = { type: 'aws_thing', state: {}, private: new Uint8Array() };
  const proven = { candidate, schema, object, live, by };
  const shown = describeObject(proven, { class: 'unmanaged' }, { parent: undefined, created: undefined });
  expect(JSON.stringify(shown)).not.toContain(SECRET);
  expect(shown.import).toEqual(
    'id' in by ? { id: 'a:(sensitive)' } : { identity: { name: 'a', parts: [{ token: '(sensitive)' }, 1, null] } },
  );
});
