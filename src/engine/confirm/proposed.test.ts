import { describe, expect, test } from 'vitest';
import { THING, THING_STATE as BEFORE } from '../../../testkit/drift-thing.ts';
import { schemaOf } from '../../../testkit/drift-schema.ts';
import { minimalConfig, proposedNew } from './proposed.ts';

const block = schemaOf(THING);

describe('minimalConfig', () => {
  test('omits computed attributes, and optional computed ones that did not change', () => {
    expect(minimalConfig(block, BEFORE, BEFORE)).toEqual({
      id: null,
      arn: null,
      name: 'n',
      zone: null,
      text: 't',
      policy: null,
      tags: { a: 'b' },
      tags_all: null,
      rule: [{ port: 1, id: null, note: null }],
      peer: [{ host: 'h', id: null }],
    });
  });

  test('covers differences with the values of the state, and takes the live tags', () => {
    const live = { ...BEFORE, zone: 'b', tags: { z: 'z' }, rule: [{ port: 1, id: 'r-1', note: 'y' }] };
    expect(minimalConfig(block, BEFORE, live)).toMatchObject({
      zone: 'a',
      tags: { z: 'z' },
      rule: [{ port: 1, id: null, note: 'x' }],
    });
  });
});

describe('proposedNew', () => {
  test('is the configuration with prior values for computed attributes', () => {
    const live = { ...BEFORE, text: 'other', rule: [{ port: 2, id: 'r-1', note: 'x' }] };
    const proposed = proposedNew(block, live, minimalConfig(block, BEFORE, live));
    expect(proposed).toEqual({ ...BEFORE, tags_all: { a: 'b' } });
  });

  test('pairs elements of a set by their configured attributes, each once', () => {
    const live = {
      ...BEFORE,
      peer: [
        { host: 'g', id: 'p-2' },
        { host: 'h', id: 'p-1' },
      ],
    };
    const config = {
      ...(minimalConfig(block, BEFORE, live) as object),
      peer: [
        { host: 'h', id: null },
        { host: 'new', id: null },
      ],
    };
    expect(proposedNew(block, live, config)).toMatchObject({
      peer: [
        { host: 'h', id: 'p-1' },
        { host: 'new', id: null },
      ],
    });
  });
});
