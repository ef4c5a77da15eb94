import { createHash } from 'node:crypto';
import type { Value } from '../../base/value.ts';
import { valueAt } from '../value/diff.ts';
import type { Stage } from '../compare/observed.ts';

const SHA_1 = /^[0-9a-f]{40}$/;

const isHashOf = (hash: Value, value: Value): boolean =>
  typeof hash === 'string' &&
  typeof value === 'string' &&
  SHA_1.test(hash) &&
  createHash('sha1').update(value).digest('hex') === hash;

/**
 * Suppresses a difference if one side is the SHA-1 of the other. hashicorp/aws stored the hash of an instance's
 * `user_data` until 5.x and stores the text since 6.0 (its upgrade guide), and either version may read a state of the
 * other.
 */
export const hashed: Stage = {
  name: 'hashed',
  suppress({ outcome }, path) {
    const [before, live]: Value[] = [valueAt(outcome.before, path), valueAt(outcome.live, path)];
    return isHashOf(before ?? null, live ?? null) || isHashOf(live ?? null, before ?? null)
      ? { why: 'one side is the hash of the other' }
      : undefined;
  },
};
