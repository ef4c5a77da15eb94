import type { SchemaSpec } from './drift-schema.ts';

/** A resource type with an attribute or block of each kind that a plan treats differently. */
export const THING: SchemaSpec = {
  id: ['string', 'oc'],
  arn: ['string', 'c'],
  name: ['string', 'r'],
  zone: ['string', 'oc'],
  text: ['string', 'o'],
  policy: ['string', 'oc'],
  tags: [['map', 'string'], 'o'],
  tags_all: [['map', 'string'], 'oc'],
  rule: { nesting: 'list', of: { port: ['number', 'r'], id: ['string', 'c'], note: ['string', 'oc'] } },
  peer: { nesting: 'set', of: { host: ['string', 'r'], id: ['string', 'c'] } },
};

/** An instance of this type in a state. */
export const THING_STATE = {
  id: 'i',
  arn: 'arn:x',
  name: 'n',
  zone: 'a',
  text: 't',
  policy: null,
  tags: { a: 'b' },
  tags_all: { a: 'b' },
  rule: [{ port: 1, id: 'r-1', note: 'x' }],
  peer: [{ host: 'h', id: 'p-1' }],
};
