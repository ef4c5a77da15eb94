import { expect, test } from 'vitest';
import { attributeOf, findingOf } from '../../testkit/stored-analysis.ts';
import type { AttributeDrift } from '../engine/model/analysis.ts';
import { grouped } from './grouping.ts';
import { sideEffectText, informationText } from './overview.ts';

const cause = (resource: string) => ({ resource, state_key: findingOf(resource).state_key });
const sideEffect = (path: string, by: string): AttributeDrift => ({ ...attributeOf(path, 1, 2), caused_by: cause(by) });

const [versioning, lock] = ['aws_s3_bucket_versioning.lock', 'aws_s3_bucket_object_lock_configuration.lock'];

test('puts each side effect under its own cause', () => {
  const bucket = findingOf('aws_s3_bucket.lock', {
    caused_by: cause(lock),
    attributes: [sideEffect('object_lock_configuration', lock), sideEffect('versioning[0].enabled', versioning)],
  });
  const [state] = grouped({ states: [], findings: [findingOf(versioning), findingOf(lock), bucket] });
  const beneath = state?.modules.flatMap(({ findings }) =>
    findings.map(({ finding: { resource }, sideEffects }) => [resource, sideEffects.map(sideEffectText)]),
  );
  expect(beneath).toEqual([
    [lock, ['aws_s3_bucket.lock (object_lock_configuration)']],
    [versioning, ['aws_s3_bucket.lock (versioning)']],
  ]);
});

test('names the cause of an informational change', () => {
  const role = findingOf('aws_iam_role.app', {
    informational: [attributeOf('unique_id', 1, 2), sideEffect('inline_policy', 'aws_iam_role_policy.inline')],
  });
  expect(informationText(role)).toBe(
    'Also changed (not drift): unique_id; inline_policy (side effect of aws_iam_role_policy.inline).',
  );
});

test('lists a side effect of several unreported causes once', () => {
  const bucket = findingOf('aws_s3_bucket.lock', {
    caused_by: cause(lock),
    attributes: [sideEffect('object_lock_configuration', lock), sideEffect('versioning[0].enabled', versioning)],
  });
  const [state] = grouped({ states: [], findings: [bucket] });
  expect(
    state?.modules.flatMap(({ findings }) => findings.map(({ finding: { attributes } }) => attributes.length)),
  ).toEqual([2]);
});
